/**
 * URLs of every scheme with their twins: the same URL in which some characters are escaped or not, or written in
 * another spelling of the scheme's grammar. Some twins mean the same, others do not.
 */
import fc from 'fast-check';
import type { Scheme } from '../../../src/schemes/scheme.ts';

/** A URL, and others that differ from it in a few places. */
export interface Family {
  readonly url: string;
  readonly twins: readonly string[];
}

/** What the URLs of a scheme are made of. */
interface Grammar {
  readonly port: number | null;
  /** URLs with an asterisk for a random text; without one, it follows. */
  readonly heads: readonly string[];
  /** Pieces of the random text beside those of every scheme. */
  readonly pieces?: readonly string[];
  /** Texts that may mean the same in this scheme: what is replaced, and by what. */
  readonly spellings?: readonly (readonly [RegExp, string])[];
}

const LETTERS = ['a', 'b', 'Z', '7', '0', '.', '-', '~'];
const DELIMITERS = [..."!$&'()*+,;=:@/?"];
const OTHERS = ['..', '%', '%25', '%2541', '%20', '%C3%A9', '%E9', 'é', '%00', '%09', '%3C', '%3E', '%5B', '|', '"'];
const escapeOf = (character: string): string => `%${character.charCodeAt(0).toString(16)}`;
const PIECES = [...LETTERS, ...LETTERS, ...DELIMITERS, ...DELIMITERS.map(escapeOf), ...OTHERS];

const server = (scheme: string): string[] =>
  ['', 'u@', 'u*@', '*:p@', 'u:*@'].map((user) => `${scheme}://${user}h.example`);

const GOPHER: Omit<Grammar, 'heads'> = {
  port: 70,
  pieces: ['%09', '%09+', '!', '1'],
  spellings: [
    [/\/1$/g, '/'],
    [/\/$/g, '/1'],
    [/%09%09/g, '%09'],
  ],
};
const FTP = {
  pieces: [';type=a', ';TYPE=D', ';type=x', '%2Fetc', '/./'],
  spellings: [
    [/;type=[aid]/gi, ';TYPE=I'],
    [/$/g, ';type=i'],
  ],
} as const;
const NEWS = {
  pieces: ['comp.lang', 'a@b', '%3Ca@b%3E', '*'],
  spellings: [
    [/a@b/g, '%3Ca@b%3E'],
    [/(?<=^\w*:)\/\/\//g, ''],
    [/(?<=^\w*:)/g, '///'],
    [/(?<=h.example)$/g, '/'],
  ],
} as const;
const NNTP = {
  pieces: ['comp.lang', '/7', '/007'],
  spellings: [
    [/\/7/g, '/007'],
    [/$/g, '/'],
  ],
} as const;
const TERMINAL = {
  spellings: [
    [/$/g, '/'],
    [/\/$/g, ''],
  ],
} as const;
const WEB = {
  pieces: ['/./', '/x/../'],
  spellings: [
    [/(?<=h.example)\/$/g, ''],
    [/\//g, '/x/../'],
    [/\//g, '/./'],
  ],
} as const;
const MESSAGE = {
  pieces: ['a@b', '%3Ca@b%3E'],
  spellings: [
    [/a@b/g, '%3Ca@b%3E'],
    [/\?/g, '%3F'],
  ],
} as const;

/** Every scheme with its grammar. */
const GRAMMARS: Readonly<Record<string, Grammar>> = {
  gopher: {
    ...GOPHER,
    heads: [
      'gopher://h.example',
      'gopher://h.example/',
      'gopher://h.example/0',
      'gopher://u*@h.example/7x',
      'gopher://h.example/7x%09',
    ],
  },
  gophers: { ...GOPHER, heads: ['gophers://h.example/', 'gophers://h.example/1'] },
  ftp: { ...FTP, port: 21, heads: [...server('ftp').map((head) => `${head}/`), 'ftp://h.example/a/b'] },
  ftps: { ...FTP, port: 990, heads: server('ftps').map((head) => `${head}/`) },
  news: { ...NEWS, port: 119, heads: ['news:', 'news:', 'news://h.example/', 'news:///'] },
  snews: { ...NEWS, port: 563, heads: ['snews:', 'snews://h.example/', 'snews://u*@h.example/x'] },
  nntp: {
    ...NNTP,
    port: 119,
    heads: [
      'nntp:comp.lang/',
      'nntp:/',
      'nntp://h.example/comp.lang',
      'nntp://h.example/',
      'nntp://h.example/comp.lang/',
    ],
  },
  nntps: { ...NNTP, port: 563, heads: ['nntps://h.example/comp.lang', 'nntps://h.example/', 'nntps:/'] },
  telnet: { ...TERMINAL, port: 23, heads: [...server('telnet'), 'telnet://h.example/'] },
  rlogin: { ...TERMINAL, port: 513, heads: [...server('rlogin')] },
  tn3270: { ...TERMINAL, port: 23, heads: [...server('tn3270')] },
  wais: {
    port: 210,
    heads: [
      'wais://h.example/',
      'wais://h.example/db?',
      'wais://h.example/db/T/',
      'wais://h.example/db/T/1=',
      'wais://*@h.example/db',
      'wais://h.example/db/T/10/1=a;2=',
    ],
    pieces: ['+', '+', '%20', '%2B', '?', '/T/', '1=a;', '01=a;', '10/'],
    spellings: [
      [/\+/g, '%20'],
      [/%20/g, '+'],
      [/\+/g, '%2B'],
      [/\b1=/g, '01='],
      [/\b10\//g, '010/'],
      [/;$/g, ''],
      [/$/g, ';'],
    ],
  },
  prospero: {
    port: 1525,
    heads: ['prospero://h.example/', 'prospero://h.example//a', 'prospero://h.example/a;b=', 'prospero://h.example/a;'],
    pieces: [';a=b', ';a', ';OBJECT-VERSION=1', '%001'],
    spellings: [
      [/%001/g, ';OBJECT-VERSION=1'],
      [/;OBJECT-VERSION=/g, '%00'],
      [/(?<=;[^;=]*)(?=;|$)/g, '='],
      [/;[^;=]*(?==;|=$)/g, ';a'],
    ],
  },
  go: {
    port: 1096,
    heads: [
      'go:',
      'go:x;a=',
      'go://h.example?',
      'go://h.example?id=',
      'go://?',
      'go://h.example/?x;a=b,',
      'go://u*@h.example?x',
    ],
    pieces: [';a=b', ';a', ';a=t,b', 'id=', 'ID='],
    spellings: [
      [/(?<=\/\/)(?=\/?\?)/g, 'localhost'],
      [/(?<=\/\/)localhost/g, ''],
      [/\/?\?id=/gi, '/?ID='],
      [/(?<=;[^;=]*)(?=;|$)/g, '='],
      [/=(?=;|$)/g, ''],
    ],
  },
  finger: {
    port: 79,
    heads: ['finger://h.example', 'finger://h.example/', 'finger://h.example/%2FW%20', 'finger://*@h.example/a@'],
    pieces: ['%2FW', '/W', '%20', '@b.example'],
    spellings: [
      [/%2FW/g, '/W'],
      [/\/W/g, '%2Fw'],
      [/@/g, '%40'],
      [/(?<=h.example)$/g, '/'],
    ],
  },
  dict: {
    port: 2628,
    heads: [
      'dict://h.example/',
      'dict://h.example/d:',
      'dict://h.example/d:a:',
      'dict://h.example/d:a::',
      'dict://h.example/m:a:',
      'dict://h.example/m:a:b:',
      'dict://h.example/m:',
      'dict://h.example/show:',
      'dict://u;AUTH*@h.example/d:a',
    ],
    pieces: [':', ':', '!', ':!', ':.', ':1', ':01', '%3A', 'db', 'strat'],
    spellings: [
      [/(?<=example\/)d(?=:|$)/g, 'define'],
      [/(?<=example\/)d(?=:|$)/g, 'Lookup'],
      [/(?<=example\/)m(?=:|$)/g, 'FIND'],
      [/(?<=example\/)m(?=:|$)/g, 'match'],
      [/(?<=show:)db/g, 'Databases'],
      [/(?<=show:)strat/g, 'strategies'],
      [/(?<=d:a:)(?=:|$)/g, '!'],
      [/(?<=m:a:b:)(?=:|$)/g, '.'],
      [/(?<=:)1$/g, '001'],
      [/:$/g, ''],
      [/$/g, ':'],
    ],
  },
  file: { ...WEB, port: null, heads: ['file:///', 'file://h.example/', 'file://localhost/a'] },
  afs: { port: null, heads: ['afs://cell.example/', 'afs://cell.example/usr/'] },
  mailto: {
    port: null,
    heads: [
      'mailto:',
      'mailto:a',
      'mailto:a@b.example',
      'mailto:a@b.example?',
      'mailto:a@b.example?subject=',
      'mailto:?to=',
      'mailto:?to=a@b.example&cc=',
    ],
    pieces: ['@', '%40', '@b.example', ',', '&', 'to=', 'subject=', '?to=a@b.example', '&To=c@d.example', '&&'],
    spellings: [
      [/\?to=/gi, ''],
      [/\?to=/gi, ','],
      [/,/g, '?to='],
      [/\?/g, '?&'],
      [/&/g, '&&'],
      [/subject=/gi, 'SUBJECT='],
      [/@b.example/gi, '@B.Example'],
      [/=(?=&|$)/g, ''],
      [/(?<=[?&][^&=]*)(?=&|$)/g, '='],
      [/\?$/g, ''],
      [/$/g, '?'],
      [/@/g, '%40'],
      [/%40/g, '@'],
    ],
  },
  mid: { ...MESSAGE, port: null, heads: ['mid:', 'mid:a@b', 'mid:a@b/', 'mid:%3Ca@b%3E'] },
  cid: { ...MESSAGE, port: null, heads: ['cid:', 'cid:a@b', 'cid:%3Ca@b%3E'] },
  http: {
    ...WEB,
    port: 80,
    heads: [...server('http'), ...server('http').map((head) => `${head}/`), 'http://h.example/?'],
  },
  https: { ...WEB, port: 443, heads: [...server('https'), 'https://h.example/a', 'https://h.example/a?'] },
  ws: { ...WEB, port: 80, heads: [...server('ws'), 'ws://h.example/a?'] },
  wss: { ...WEB, port: 443, heads: [...server('wss'), 'wss://h.example/a?'] },
  urn: {
    port: null,
    heads: ['urn:', 'urn:isbn:', 'urn:isbn:a', 'urn:*:a', 'urn:isbn:a?+', 'urn:isbn:a?=', 'urn:isbn:a?'],
    pieces: ['isbn', ':', '?+', '?='],
    spellings: [
      [/isbn/gi, 'ISBN'],
      [/isbn/gi, '%49sbn'],
    ],
  },
};

/** The schemes with a grammar. */
export const WRITTEN_SCHEMES: readonly string[] = Object.keys(GRAMMARS);

/** One change of a URL. `at` and `which` choose among the places and the ways that there are. */
interface Edit {
  readonly kind: 'escape' | 'unescape' | 'digits' | 'letters' | 'port' | 'spelling' | 'put' | 'characters';
  readonly at: number;
  readonly which: number;
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(
    ...(['escape', 'escape', 'escape', 'unescape', 'unescape', 'unescape', 'digits', 'letters', 'port'] as const),
    ...(['spelling', 'spelling', 'put', 'characters'] as const),
  ),
  at: share,
  which: share,
});

/** The item at a share of a list. */
const at = <Item>(list: readonly Item[], share: number): Item | undefined => list[Math.floor(share * list.length)];

function applied(
  url: string,
  { kind, at: place, which }: Edit,
  { port, spellings = [], pieces = [] }: Grammar,
): string {
  const from = /^[^:]*:(?:\/\/)?/.exec(url)?.[0].length ?? 0;
  const replaced = (pattern: RegExp, by: (text: string) => string, start = from): string => {
    const found = at(
      [...url.matchAll(pattern)].filter(({ index }) => index >= start),
      place,
    );
    return found === undefined
      ? url
      : url.slice(0, found.index) + by(found[0]) + url.slice(found.index + found[0].length);
  };
  switch (kind) {
    case 'escape': {
      const escaped = (character: string): string => encodeURIComponent(character).replace(/^[^%]$/, escapeOf);
      return replaced(/(?<!%.?)[^%]/gsu, (character) =>
        which < 0.5 ? escaped(character) : escaped(character).toUpperCase(),
      );
    }
    // Not blanks and controls, which are dropped at the ends, or everywhere.
    case 'unescape':
      return replaced(/%(?:2[1-9a-f]|[3-6][\da-f]|7[\da-e])/gi, (triplet) => decodeURIComponent(triplet));
    case 'digits':
      return replaced(/%[\da-f]{2}/gi, (triplet) => (which < 0.5 ? triplet.toLowerCase() : triplet.toUpperCase()));
    // The scheme, and the host.
    case 'letters':
      return url.replace(/^[^:]*:(?:\/\/[^/?#@]*(?=[/?#]|$))?/, (head) => head.toUpperCase());
    case 'port':
      return port === null ? url : url.replace(/\.example(?![:\w])/, `.example:${at(['', port, `0${port}`], which)}`);
    case 'spelling': {
      const [pattern, by] = at(spellings, which) ?? [/(?!)/g, ''];
      return replaced(pattern, () => by, 0);
    }
    case 'put': {
      const index = from + Math.floor(place * (url.length - from + 1));
      return url.slice(0, index) + (at([...PIECES, ...pieces], which) ?? '') + url.slice(index + (which < 0.5 ? 1 : 0));
    }
    case 'characters':
      return replaced(/(?:%[c-f][\da-f](?:%[89ab][\da-f])+)/gi, (escapes) => {
        try {
          return decodeURIComponent(escapes);
        } catch {
          return escapes;
        }
      });
  }
}

/** URLs of a scheme with some twins each. */
export function familyOf(definition: Scheme, size: number): fc.Arbitrary<Family> {
  const grammar = GRAMMARS[definition.name];
  return grammar === undefined ? examplesOf(definition, size) : written(grammar, size);
}

/** Twins of the example of a scheme without a grammar: in other escapes, in other case, with the default port. */
function examplesOf({ defaultPort, example }: Scheme, size: number): fc.Arbitrary<Family> {
  const grammar: Grammar = { port: defaultPort, heads: [example] };
  const spelled = edit.filter(({ kind }) => kind !== 'put' && kind !== 'spelling');
  return fc
    .array(fc.array(spelled, { minLength: 1, maxLength: 3 }), { minLength: size, maxLength: size })
    .map((changes) => familyFrom(example, changes, grammar));
}

function familyFrom(url: string, changes: readonly (readonly Edit[])[], grammar: Grammar): Family {
  return { url, twins: changes.map((list) => list.reduce((twin, change) => applied(twin, change, grammar), url)) };
}

function written(grammar: Grammar, size: number): fc.Arbitrary<Family> {
  const { heads, pieces = [] } = grammar;
  const text = fc.array(fc.constantFrom(...PIECES, ...pieces, ...pieces, ...pieces), { maxLength: 7 });
  const fragment = fc.constantFrom('', '', '', '', '', '', '#f', '#a,b');
  const edits = fc.array(edit, { minLength: 1, maxLength: 2 });
  return fc
    .tuple(fc.constantFrom(...heads), text, fragment, fc.array(edits, { minLength: size, maxLength: size }))
    .map(([head, texts, end, changes]) => {
      const url = (head.includes('*') ? head.replace('*', () => texts.join('')) : head + texts.join('')) + end;
      return familyFrom(url, changes, grammar);
    });
}
