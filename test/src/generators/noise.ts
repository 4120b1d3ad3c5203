/** Damage to links: wrappers and blanks around them, edits inside them, and strings that are not URLs. */
import fc from 'fast-check';
import { definitions } from '../../../src/schemes/registry.ts';
import { anyText } from './unicode.ts';

const EDITS: readonly string[] = [
  ...['%', '%2', '%zz', '%00', '%25', '%2f', '%5c', '%0d%0a', '%09', '%e9', '%C3%A9', '%40', '%3a', '%7e', '%2e'],
  ...[
    '/',
    '//',
    '\\',
    '?',
    '#',
    ':',
    '@',
    ';',
    '=',
    ',',
    '|',
    '!',
    '+',
    '*',
    '<',
    '>',
    '[',
    ']',
    '`',
    '{',
    '}',
    '^',
    '"',
  ],
  ...[
    '.',
    '..',
    './',
    '../',
    '/./',
    '/../',
    '%2e%2e/',
    ';type=a',
    ';TYPE=%69',
    '!A',
    '?x',
    '#x',
    ':80',
    ':00070',
    'C|',
    'C:',
  ],
  ...[
    '\0',
    '\t',
    '\n',
    '\r',
    ' ',
    '\u00a0',
    'é',
    'ÿ',
    'Ā',
    '。',
    '１',
    'İ',
    'ß',
    '\u200d',
    '😀',
    '\ud83d',
    '\ude00',
    '\ufeff',
  ],
  ...[
    'URL:',
    'url:',
    '<URL:',
    'gopher:',
    'http:',
    'news:',
    'ftp:',
    'go:',
    'file:',
    'mailto:',
    '0x7f.1',
    '[::1]',
    'xn--',
    'localhost',
  ],
];

/** Inserts and removes pieces, mostly after the scheme: without a scheme there is little to test. */
export function mutated(url: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(3),
    put: fc.constantFrom('', ...EDITS),
    anywhere: fc.nat(5).map((number) => number === 0),
  });
  return fc.tuple(url, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([text, edits]) =>
    edits.reduce((edited, { at, cut, put, anywhere }) => {
      const from = anywhere ? 0 : edited.indexOf(':') + 1;
      const index = from + Math.floor(at * (edited.length - from + 1));
      return edited.slice(0, index) + put + edited.slice(index + cut);
    }, text),
  );
}

const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r', '\0', '\u001f'), maxLength: 3 });

/** The wrappers of draft-ietf-uri-url-03 and RFC 3986 Appendix C, some of them nested. */
export function wrapped(url: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const wrapper = fc.constantFrom(
    ['<URL:', '>'],
    ['<', '>'],
    ['URL:', ''],
    ['url:', ''],
    ['< Url: ', ' >'],
    ['<URL:<', '>>'],
    ['', ''],
  );
  return fc
    .tuple(url, wrapper, blanks, blanks)
    .map(([text, [open = '', close = ''], before, after]) => `${before}${open}${text}${close}${after}`);
}

/**
 * Breaks a line inside a wrapper, as RFC 3986 Appendix C allows; only between characters that are not blanks. In a URL
 * with blanks of its own, a fold in its data may be one of them, so only its scheme is folded.
 */
export function broken(url: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(url, fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom('\n', '\r\n', '\n    ', ' \r\n\t'))
    .map(([url, at, line]) => {
      const text = `URL:${url}`;
      const foldable = /[\t ]/.test(url) ? text.indexOf(':', 'URL:'.length) : text.length;
      const index = Math.floor(at * foldable);
      const between = /^[!-~][!-~]$/.test(text.slice(index - 1, index + 1));
      return `<${between ? text.slice(0, index) + line + text.slice(index) : text}>`;
    });
}

const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

/** Strings of any UTF-16 code units, including lone surrogates and controls. */
export const anyString: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit, maxLength: 30 }),
  anyText({ maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...EDITS, 'a', 'h', '1'), maxLength: 12 }),
  fc
    .tuple(
      fc.constantFrom(...definitions.map(({ name }) => name), 'data', 'x-y'),
      fc.constantFrom(':', ':/', '://', ':///', '://h', '://h/'),
      fc.string({ unit: fc.constantFrom(...EDITS, 'a', 'h', '1'), maxLength: 8 }),
    )
    .map((parts) => parts.join('')),
);

/** What grows: units that are entries of a list, that are escaped, that are decoded to more, or that are changed. */
const UNITS: readonly string[] = [
  ...[
    'a',
    '/',
    ';',
    '=',
    ',',
    '&',
    ';a=',
    ';a=b',
    '1=a;',
    '1=;',
    'a/',
    './',
    '../',
    'a@b,',
    '&a=b',
    '+',
    '+a',
    '?',
    '#',
  ],
  ...['%00', '%7e', '%7Ea', '%e9', '%FF', '%22', '%26', '%3C', '%0D%0A', 'a%0D%0A', '%09', '%20', '%', '%2F', '%5C'],
  ...[
    '\0',
    '\u0001a',
    '\t',
    ' ',
    '"',
    '\\',
    'é',
    'éa',
    'ü.',
    'a.',
    '😀',
    '\ud800',
    '\n ',
    'A',
    '<',
    '`',
    '|',
    '%C2%80',
  ],
];

/** A text with a part of it, or another unit, repeated many times. */
export const swollen = (text: fc.Arbitrary<string>, longest: number): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.nat(), fc.option(fc.constantFrom(...UNITS)), fc.integer({ min: 1, max: 12 }), fc.nat(longest))
    .map(([whole, seed, unit, length, size]) => {
      const at = seed % (whole.length + 1);
      const repeated = unit ?? (whole.slice(at, at + length) || 'a');
      return whole.slice(0, at) + repeated.repeat(Math.ceil(size / repeated.length)) + whole.slice(at);
    });
