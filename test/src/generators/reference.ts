/**
 * References and bases that are hard to resolve (RFC 3986 §5): dots in every spelling, drive letters, types, delimiters
 * that are data, and backslashes.
 */
import fc from 'fast-check';

const SCHEMES = ['http', 'HTTP', 'https', 'ftp', 'Ftp', 'ftps', 'file', 'FILE', 'gopher', 'wais', 'news', 'x-waypost'];
const ROOTLESS = [
  ...['x-waypost:', 'X-Waypost:', 'x:', 'javascript:', 'go:', 'nntp:', 'news:'],
  ...['mailto:', 'mid:', 'cid:', 'urn:a:'],
];
const AUTHORITIES = [
  ...[
    '//h.example',
    '//H.Example:80',
    '//h:21',
    '//h:0021',
    '//u@h',
    '//u:p%0A@h',
    '//[::1]',
    '//%31.2.3.4',
    '//bücher',
  ],
  ...[
    '//',
    '/',
    '',
    '///h',
    '//h\\x',
    '//localhost',
    '//C:',
    '//C|',
    '//a..b',
    '//h:',
    '//h:99999',
    '//u%40@h',
    '//h.',
  ],
];
const SEGMENTS = [
  ...['', 'a', 'b.c', '.', '..', '%2e', '.%2E', '%2Fx', 'C:', 'C|', 'a;type=i', 'a;b', ';type=D', '..;type=d', 'a!A'],
  ...['%0A', '%0d', '\t', 'a\\b', '\\', 'a b', '%', '%4', '%7F', '\x7f', 'é', '\ud800', '\udc00', '%7e', '<x>', '%3F'],
];
const QUERIES = ['', '', '', '?q', '?a/../b', '?%e9', '?é', '?\t', '?', '?a?b'];
const FRAGMENTS = ['', '', '', '#f', '#a/b', '#%7e', '#é', '#', '# '];
const STARTS = [
  ...[
    '',
    '',
    '',
    './',
    '../',
    '../../',
    '/',
    '/..',
    '../..',
    '.',
    '..',
    '//h2.example/',
    '//H2:80/x',
    '//h2',
    '//u:p@h2/',
  ],
  ...['///e', '//C|/', '%2e%2e/', '?', '#', './/', '..//', 'b:c', './b:c', 'x-waypost:', 'go:', 'x:./'],
];

const from = (texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
const path = fc.array(from(SEGMENTS), { maxLength: 3 }).map((segments) => segments.join('/'));
const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''));

const hierarchicalBase = joined(
  from(SCHEMES),
  fc.constant(':'),
  from(AUTHORITIES),
  from(['/', '/', '/', '']),
  path,
  from(QUERIES),
  from(FRAGMENTS),
);

/** A base with a rootless path (RFC 3986 §5.2.3), of a scheme that merges it, and of one that does not. */
const rootlessBase = joined(from(ROOTLESS), from(['', 'a/', 'b/../', './', 'c@d/']), path, from(QUERIES));

/** A base of a scheme with hierarchical paths, or with a rootless path. */
export const intricateBase = fc.oneof(
  { weight: 3, arbitrary: hierarchicalBase },
  { weight: 1, arbitrary: rootlessBase },
);

/** A reference to resolve against such a base. */
export const intricateReference = joined(from(STARTS), path, from(QUERIES), from(FRAGMENTS));
