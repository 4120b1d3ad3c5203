/**
 * Where two links stay two although request and details are the same: the exceptions from the rule of
 * docs/canonical-forms.md, which shows this table. The property test allows nothing else.
 */

/** One exception. Two canonical forms that differ because of it are the same once `pattern` is replaced by `by`. */
export interface Exception {
  readonly name: string;
  /** The schemes that have it; `null` = all. */
  readonly schemes: readonly string[] | null;
  /** For people: what stays apart, and why. */
  readonly about: string;
  /** Two canonical URLs that differ by it. */
  readonly example: readonly [string, string];
  readonly pattern: RegExp;
  readonly by: string | ((match: string) => string);
}

const LOGIN = /(?<=^[^:]*:\/\/)[^/?#]*@/;

const decoded = (escapes: string): string => decodeURIComponent(escapes);

export const EXCEPTIONS: readonly Exception[] = [
  {
    name: 'fragment',
    schemes: null,
    about: 'A fragment is never sent, but it names a place within what the link opens.',
    example: ['gopher://h.example/0a#b', 'gopher://h.example/0a'],
    pattern: /#.*$/,
    by: '',
  },
  {
    name: 'user',
    schemes: [
      ...['gopher', 'gophers', 'news', 'snews', 'nntp', 'nntps', 'wais', 'go', 'http', 'https', 'ws', 'wss', 'afs'],
      ...['finger', 'dict'],
    ],
    about: 'A user name or a password that no request contains stays: only its author knows what it is for.',
    example: ['wais://guest@h.example/db', 'wais://h.example/db'],
    pattern: LOGIN,
    by: '',
  },
  {
    name: 'anonymous',
    schemes: ['ftp', 'ftps'],
    about: 'The login that clients send for no user stays if it is written.',
    example: ['ftp://anonymous:anonymous%40@h.example/', 'ftp://h.example/'],
    pattern: /(?<=^[^:]*:\/\/)anonymous:anonymous%40@/,
    by: '',
  },
  {
    name: 'path of a session',
    schemes: ['telnet', 'rlogin', 'tn3270'],
    about: 'A path or a query of a terminal session is ignored with a warning, and stays.',
    example: ['telnet://h.example/a', 'telnet://h.example/'],
    pattern: /(?<=^[^:]*:\/\/[^/]*\/)[^#]+/,
    by: '',
  },
  {
    name: 'article number',
    schemes: ['nntp', 'nntps'],
    about: 'What is not an article number, or follows no group, stays with a warning. Nothing can be requested.',
    example: ['nntp://h.example/comp.lang/x', 'nntp://h.example/comp.lang/y'],
    pattern: /(?<=^[^:]*:(?:\/\/[^/]*\/[^/#]*|(?!\/\/)[^/#]*))\/[^#]*/,
    by: '',
  },
  {
    name: 'query of a file',
    schemes: ['file', 'afs'],
    about: 'A file has no query, but a program that opens it may read one.',
    example: ['file:///a?b', 'file:///a'],
    pattern: /\?[^#]*/,
    by: '',
  },
  {
    name: 'delimiters',
    schemes: ['file', 'afs'],
    about: 'An escaped delimiter is data, and a raw one may be syntax (RFC 3986 §2.2): only the file system knows.',
    example: ['file:///a%2Cb', 'file:///a,b'],
    pattern: /%(?:2[1-9A-F]|3[ABDF]|40)/g,
    by: decoded,
  },
  {
    name: 'query of a name',
    schemes: ['urn'],
    about: 'A query that begins with neither `+` nor `=` has no meaning in a URN, and stays.',
    example: ['urn:isbn:0395363411?a', 'urn:isbn:0395363411?b'],
    pattern: /\?[^#]*/,
    by: '',
  },
  {
    name: 'charset',
    schemes: [
      'telnet',
      'rlogin',
      'tn3270',
      'wais',
      'prospero',
      'dict',
      'file',
      'afs',
      'mailto',
      'news',
      'snews',
      'nntp',
      'nntps',
    ],
    about:
      'Details show octets that are not UTF-8 as Latin-1, so that two links may look the same whose octets differ.',
    example: ['mailto:%E9@h.example', 'mailto:%C3%A9@h.example'],
    pattern: /(?:%[89A-F][0-9A-F])+/g,
    by: (escapes) => {
      try {
        return decoded(escapes);
      } catch {
        return escapes.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
      }
    },
  },
];

/** A canonical URL without what the exceptions of its scheme keep apart. */
export function withoutExceptions(canonical: string): string {
  const scheme = canonical.slice(0, canonical.indexOf(':'));
  const own = EXCEPTIONS.filter(({ schemes }) => schemes === null || schemes.includes(scheme));
  return own.reduce(
    (text, { pattern, by }) => (typeof by === 'string' ? text.replace(pattern, by) : text.replace(pattern, by)),
    canonical,
  );
}
