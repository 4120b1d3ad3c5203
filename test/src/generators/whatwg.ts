/**
 * Links that the URL Standard accepts: schemes with any number of slashes of either kind, tabs and line breaks
 * anywhere, users, hosts in every notation, dots in every spelling, and references against http bases.
 */
import fc from 'fast-check';
import { host } from './authority.ts';
import { anyCase } from './text.ts';

const slashes = fc.constantFrom('//', '//', '//', '/', '', '\\\\', '/\\', '///', '\\/\\');
const separator = fc.constantFrom('/', '/', '/', '\\');
const user = fc.constantFrom('', '', '', '', 'u@', 'u:p@', '@', 'a@b@', 'u:p:q@', '%40@', 'good.example\\@');
const port = fc.constantFrom('', '', '', ':', ':80', ':443', ':8080', ':00081', ':65535', ':65536', ':8a');
const text = fc.string({
  unit: fc.constantFrom(
    ...'abcXYZ019-._~!$&\'()*+,;=:@|^`{}[]"<> ',
    ...['%41', '%7e', '%2f', '%2F', '%', '%zz', '%5c', '%25', 'é', '日', '😀', '\ud800', '\u007f', '\0', '\u0001'],
  ),
  maxLength: 5,
});
const segment = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom('.', '..', '%2e', '%2E%2e', '.%2e', '') },
);
const path = fc
  .tuple(fc.array(fc.tuple(separator, segment), { maxLength: 4 }))
  .map(([segments]) => segments.flat().join(''));
const after = (mark: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: text.map((part) => mark + part) });

/** Hosts that the generic generator does not make. Invalid ones must be errors for both parsers. */
const oddHost = fc.constantFrom(
  ...[
    'a_b.example',
    'a..b',
    '.a',
    'a.',
    'a.b..',
    '1.2.3',
    '256.1.1.1',
    '1.2.3.4.5',
    '0x',
    '09.1',
    'a.0x1g',
    'a b',
    'a%20b',
  ],
  ...[
    'a%00b',
    'a%41',
    '%zz',
    'a%',
    'x%2fy',
    'a<b',
    '[::1',
    '[g::]',
    '[1::2::3]',
    '[::1.2.3.4]',
    '[::1%25eth0]',
    '[v1.x]',
  ],
  ...[
    'xn--a',
    'xn--',
    'a\u00adb',
    '\u200d',
    'ℌ.example',
    '１２７.1',
    'a。b',
    'a"b',
    'a{b}',
    'a`b',
    "a'b",
    'a*b',
    'a!b',
    'a^b',
    'a|b',
  ],
);
const anyHost = fc.oneof({ weight: 3, arbitrary: host.map(({ a }) => a) }, { weight: 1, arbitrary: oddHost });

const rest = fc.tuple(path, after('?'), after('#')).map((parts) => parts.join(''));

/** Adds tabs and line breaks, which are dropped everywhere. */
function dotted(url: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const blank = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom('\t', '\n', '\r'));
  return fc.tuple(url, fc.array(blank, { maxLength: 2 })).map(([text, blanks]) =>
    blanks.reduce((edited, [at, put]) => {
      const index = Math.floor(at * (edited.length + 1));
      return edited.slice(0, index) + put + edited.slice(index);
    }, text),
  );
}

const plainUrl = fc
  .tuple(fc.constantFrom('http', 'https').chain(anyCase), slashes, user, anyHost, port, rest)
  .map(([scheme, marks, who, at, number, tail]) => `${scheme}:${marks}${who}${at}${number}${tail}`);

/** An absolute URL of http or https. */
export const webUrl: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: plainUrl },
  { weight: 1, arbitrary: dotted(plainUrl) },
);

/** A base that every parser accepts. */
export const webBase: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    host,
    fc.constantFrom('', '/', '/a', '/a/b/c', '/a/../b/;p', '/a//b/', '/%7Ea/b'),
    fc.constantFrom('', '?q', '#f'),
  )
  .map(([scheme, { a }, tail, end]) => `${scheme}://${a}${tail}${end}`);

const plainReference = fc.oneof(
  plainUrl,
  fc.tuple(slashes, anyHost, rest).map((parts) => parts.join('')),
  rest,
  fc.tuple(segment, rest).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('http:', 'HTTPS:', 'h\tttp:'), fc.tuple(segment, rest))
    .map(([scheme, parts]) => scheme + parts.join('')),
);

/** Browsers do not remove wrappers. */
const wrapped = /^[\0- ]*(?:<|url:)/i;

/** A reference to be resolved against {@link webBase}. */
export const webReference: fc.Arbitrary<string> = fc
  .oneof({ weight: 3, arbitrary: plainReference }, { weight: 1, arbitrary: dotted(plainReference) })
  .filter((reference) => !wrapped.test(reference));
