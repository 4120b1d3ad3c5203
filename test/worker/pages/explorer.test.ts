/** The parts of the explorer, without a browser: links in texts, exported files, clauses, differences, steps. */
import { describe, expect, test } from 'vitest';
import { canonicalize, diagnostics, explain, schemes } from '../../../src/index.ts';
import { readGallery } from '../../../worker/build/beside-definitions.ts';
import { differences, parseWithBrowser } from '../../../worker/pages/explorer/canonical-form.tsx';
import { ExtractedLinks, exportLinks, NOT_WEB } from '../../../worker/pages/explorer/extracted-links.ts';
import {
  EMPTY_QUERY,
  type ExplorerQuery,
  isEmpty,
  parseExplorerQuery,
  parseInput,
  queryString,
} from '../../../worker/pages/explorer/query.ts';
import { changedParts, numberSteps } from '../../../worker/pages/explorer/steps.tsx';
import * as textInput from '../../../worker/pages/explorer/text-input.ts';
import { withoutParser } from '../../../worker/pages/explorer/text-reader.ts';
import { citation, specificationHref } from '../../../worker/pages/parts/specification.tsx';

/** Nobody has checked or shortened these links. */
const UNASKED = { checked: null, short: null };

describe('URLs in a text', () => {
  test.each<[text: string, links: [canonical: string, guessed: boolean][]]>([
    // A list of hosts.
    [
      'www.example.org\ngopher.floodgap.com\nftp.funet.fi\nexample.com:80/x',
      [
        ['http://www.example.org/', true],
        ['gopher://gopher.floodgap.com/', true],
        ['ftp://ftp.funet.fi/', true],
        ['http://example.com/x', true],
      ],
    ],
    [
      'urn:isbn:1\nwww.h.example http://www.h.example/',
      [
        ['urn:isbn:1', false],
        ['http://www.h.example/', false],
      ],
    ],
    ['https://gw.example/gopher://h.example/1 ftp://{host}/', [['https://gw.example/gopher://h.example/1', false]]],
  ])('%j has links and guesses', (text, links) => {
    expect(
      ExtractedLinks.of(text, {})
        .rows()
        .map(({ canonical, guessed }) => [canonical, guessed]),
    ).toEqual(links);
  });

  test.each<[text: string, format: string, canonical: string]>([
    ['1,"gopher://h.example:70/00/About us",dead', 'csv', 'gopher://h.example/00/About%20us'],
    ['1\tgopher://h.example:70/00/About us\n', 'tsv', 'gopher://h.example/00/About%20us'],
    ["== A ==\n''[ftp://h.example/ b]''", 'mediawiki', 'ftp://h.example/'],
    // Browsers load a parser for it, and the Worker has none.
    ['[a](ftp://h.example/)', 'text', 'ftp://h.example/'],
  ])('%j is read as %s', (text, format, canonical) => {
    const links = ExtractedLinks.of(text, {}, withoutParser(text));
    expect(links.tally.format).toBe(format);
    expect(links.rows().map(({ canonical }) => canonical)).toEqual([canonical]);
  });

  test('are grouped by their canonical form, with their lines', () => {
    const links = ExtractedLinks.of('go:x\nGO:x go:y\n\ngopher://h.example/0%0D go:x', {});
    expect(links.rows()).toEqual([
      {
        canonical: 'go:x',
        scheme: 'go',
        error: null,
        times: 3,
        lines: [1, 2, 4],
        spellings: ['go:x', 'GO:x'],
        guessed: false,
        ...UNASKED,
      },
      {
        canonical: 'go:y',
        scheme: 'go',
        error: null,
        times: 1,
        lines: [2],
        spellings: ['go:y'],
        guessed: false,
        ...UNASKED,
      },
      {
        canonical: null,
        scheme: 'gopher',
        error: diagnostics['gopher-cr-lf'].message,
        times: 1,
        lines: [4],
        spellings: ['gopher://h.example/0%0D'],
        guessed: false,
        ...UNASKED,
      },
    ]);
    expect(links.tally).toEqual({
      format: 'text',
      progress: 1,
      urls: 5,
      different: 3,
      lines: 4,
      linesWithout: 0,
      firstWithout: [],
      schemes: [
        ['go', 2],
        ['gopher', 1],
      ],
    });
    expect(links.rows('gopher')).toHaveLength(1);
  });

  test('are shown with or without those of the Web', () => {
    const links = ExtractedLinks.of('http://a.example/ https://a.example/ go:x', {});
    expect(links.rows().map(({ scheme }) => scheme)).toEqual(['http', 'https', 'go']);
    expect(links.rows(NOT_WEB).map(({ scheme }) => scheme)).toEqual(['go']);
  });

  test.each<[text: string, lines: number, without: number, first: number[]]>([
    ['go:x', 1, 0, []],
    ['no', 1, 1, [1]],
    ['a\ngo:x\n\n  \r\nb c\n', 6, 2, [1, 5]],
    ['<gopher://h/0a\n b> go:x\nc\n<go:\ny> z', 5, 1, [3]],
    [Array.from({ length: 8 }, () => 'a').join('\n'), 8, 8, [1, 2, 3, 4, 5]],
  ])('%j: the lines without one are counted', (text, lines, linesWithout, firstWithout) => {
    expect(ExtractedLinks.of(text, {}).tally).toMatchObject({ lines, linesWithout, firstWithout });
  });
});

test('what input is parsed as', () => {
  const kindOf = (query: ExplorerQuery) => (isEmpty(query) ? 'empty' : parseInput(query, () => textInput).kind);
  const kinds = (texts: string[]) => texts.map((text) => kindOf({ ...EMPTY_QUERY, text }));
  expect(kinds(['', '  ', 'go:x', '<URL:go:x>', '<gopher://h/0a\n b>', 'gopher://h/0a b'])).toEqual([
    ...['empty', 'empty', 'url', 'url', 'url', 'url'],
  ]);
  expect(kinds(['go:x go:y', 'go:x\ngo:y', 'see go:x', 'x', 'gopher://h/0a%0D'])).toEqual([
    ...['text', 'text', 'text', 'error', 'error'],
  ]);
  // Lines that begin with a scheme are a list; other lines of one word may be pieces of a URL.
  expect(kinds(['http://h/x\nhttp://i/', 'http://h/x\njavascript:alert(1)', 'a:b\nurn:x:1\nfoo:1'])).toEqual([
    ...['text', 'text', 'text'],
  ]);
  expect(
    kinds(['http://h/long/\n path.html', 'http://h/\nwww.i.example', 'http://h/\nis good', 'a\nhttp://h/']),
  ).toEqual([...['url', 'text', 'text', 'text']]);
  expect(kinds(['http://h h/', 'the http://h h/'])).toEqual(['error', 'text']);
  expect(kinds(['www.h.example\nftp.h.example', 'www.h.example', 'h.example and'])).toEqual(['text', 'error', 'error']);
  // The redirect asks without the first test.
  expect(['<URL:gopher://h/0/a\r\n  b>\r\n', '<go:x> <go:y>', '<a\nb> c'].map(textInput.isText)).toEqual([
    ...[false, true, false],
  ]);
  // A browser may fail to load the tests.
  expect(
    ['go:x', 'gopher://h/0a b', 'x', 'go x\nhttp://h/'].map(
      (text) => parseInput({ ...EMPTY_QUERY, text }, () => null).kind,
    ),
  ).toEqual([...['url', 'url', 'error', 'text']]);
});

test.each<ExplorerQuery>([
  EMPTY_QUERY,
  { text: 'gopher://h/0a b#c&d=%é+\ud800', base: '', dialect: 'current', lax: false },
  { text: '../b', base: 'ftp://h/a?&#', dialect: 'url-1994', lax: true },
])('an address keeps the whole query: %j', (query) => {
  expect(parseExplorerQuery(queryString(query))).toEqual({ ...query, text: query.text.toWellFormed() });
});

describe('exported files', () => {
  const rows = ExtractedLinks.of('<GO:a,"b">\nmailto:=x@h.example\n', {}).rows();

  test('CSV quotes fields where necessary, and has no formulas (RFC 4180)', () => {
    expect(exportLinks(rows, 'csv')).toBe(
      [
        'canonical,scheme,times,lines,spellings,guessed,error',
        'go:a%2C%22b%22,go,1,1,"GO:a,""b""",false,',
        'mailto:%3Dx@h.example,mailto,1,2,mailto:=x@h.example,false,',
        '',
      ].join('\r\n'),
    );
    const formula = {
      canonical: null,
      scheme: '',
      error: '=1+1',
      times: 1,
      lines: [1],
      spellings: ['@x'],
      guessed: false,
      checked: null,
      short: null,
    };
    expect(exportLinks([formula], 'csv')).toContain(",1,1,'@x,false,'=1+1\r\n");
  });

  test('JSON has the same columns', () => {
    expect(JSON.parse(exportLinks(rows, 'json'))).toEqual(rows.map(({ checked, short, ...row }) => row));
  });
});

describe('clauses', () => {
  const cited = [
    ...Object.values(diagnostics).map(({ spec }) => spec),
    ...[...schemes.values()].flatMap(({ specifications }) => specifications),
  ];

  test('every cited document has an address', () => {
    expect(cited.filter((spec) => specificationHref(spec) === null)).toEqual([]);
  });

  test.each([
    ['RFC 3986', '6.2.2.1', 'https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.1', 'RFC 3986 §6.2.2.1'],
    ['RFC 3986', 'C', 'https://www.rfc-editor.org/rfc/rfc3986#appendix-C', 'RFC 3986, Appendix C'],
    ['RFC 8089', 'E.2.2', 'https://www.rfc-editor.org/rfc/rfc8089#appendix-E.2.2', 'RFC 8089, Appendix E.2.2'],
    ['draft-ietf-uri-url-03', 'NNTP', 'https://datatracker.ietf.org/doc/html/draft-ietf-uri-url-03', null],
    ['WHATWG URL', '4.4', 'https://url.spec.whatwg.org/#url-parsing', 'WHATWG URL §4.4'],
    ['XML 1.0', '2.2', 'https://www.w3.org/TR/xml/#charsets', 'XML 1.0 §2.2'],
    ['a book', '1', null, 'a book §1'],
  ])('%s %s', (document, section, href, words) => {
    expect(specificationHref({ document, section })).toBe(href);
    if (words !== null) expect(citation({ document, section })).toBe(words);
  });
});

test.each([
  ['<URL:GOPHER://h.example/0a>', '', 'gopher://h.example/0a', 'same'],
  ['../b', '<ftp://h.example/a/c>', 'ftp://h.example/b', 'same'],
  ['gopher://H.example/1', '', 'gopher://h.example/1', 'other'],
  ['gopher://[', '', 'gopher://h.example/1', 'none'],
])('the browser reads %j with the base %j', (text, base, canonical, kind) => {
  expect(parseWithBrowser({ ...EMPTY_QUERY, text, base }, canonicalize(canonical)).kind).toBe(kind);
});

test.each([
  ['abc', 'abc', 'abc', 'abc'],
  ['a%20b', 'a b', 'a(%20)b', 'a( )b'],
  ['gopher://h/', 'gopher://H:70/', 'gopher://(h)/', 'gopher://(H:70)/'],
  ['xaybzc', 'abc', '(x)a(y)b(z)c', 'abc'],
  ['', 'a', '', '(a)'],
])('the differences between %j and %j', (a, b, markedA, markedB) => {
  const marked = differences(a, b).map((runs) => runs.map(({ text, same }) => (same ? text : `(${text})`)).join(''));
  expect(marked).toEqual([markedA, markedB]);
});

test.each([
  ['HTTP://H.example:80/%7E?%zz#%7e', ['scheme', 'host', 'port', 'path', 'query', 'fragment']],
  ['gopher://u@h.example/0a', ['user', 'user']],
  ['go:x', []],
  // By the code, by the position, and by the scheme where the position says nothing.
  ['go://localhost?x', ['host']],
  ['mailto:a@b.example?SUBJECT=c', ['query']],
  ['ftp://h\\a;type=I', [null, 'path']],
])('the parts that the steps of %j are about', (input, parts) => {
  expect(changedParts(explain(input), {})).toEqual(parts);
});

describe('the gallery', async () => {
  const gallery = await readGallery();

  test('has each scheme once, in the order of years', () => {
    expect(gallery.length).toBeGreaterThan(20);
    expect(new Set(gallery.map(({ url }) => explain(url).scheme)).size).toBe(gallery.length);
    const years = gallery.map(({ year }) => year);
    expect(years).toEqual(years.toSorted((a, b) => a - b));
  });

  test.each(gallery)('$url is an example of a known scheme', ({ url }) => {
    expect([...schemes.keys()]).toContain(explain(url).scheme);
  });
});

describe('all changes by one rule to one part are one step', () => {
  const stepsOf = (input: string) => {
    const resolution = explain(input);
    const { steps, numbers } = numberSteps(resolution.diagnostics, changedParts(resolution, {}));
    return { steps: steps.map(({ diagnostic, changes }) => [diagnostic.code, ...changes]), numbers };
  };

  test.each<[input: string, numbers: number[], codes: string[]]>([
    ['gopher://h.example/0a', [], []],
    ['<URL:gopher://h.example/0a>', [1, 1, 1], ['wrapper']],
    ['gopher://h.example/0a b c%7Ed e', [1, 1, 2, 1], ['percent-encoded', 'percent-unreserved']],
    ['gopher://h.example/0a b#c d', [1, 2], ['percent-encoded', 'percent-encoded']],
    // A warning that changes nothing is a step too.
    ['ftp://u:p@h.example/', [1], ['credentials-in-url']],
  ])('%s', (input, numbers, codes) => {
    const result = stepsOf(input);
    expect(result.numbers).toEqual(numbers);
    expect(result.steps.map(([code]) => code)).toEqual(codes);
  });

  test('a step counts each of its changes', () => {
    expect(stepsOf('gopher://h.example/0a b c|d').steps).toEqual([
      ['percent-encoded', { before: ' ', after: '%20', times: 2 }, { before: '|', after: '%7C', times: 1 }],
    ]);
    expect(stepsOf('ftp://u:p@h.example/').steps).toEqual([['credentials-in-url']]);
  });
});
