/** What a reference keeps of a base in octets, and which references and bases need the general algorithm. */
import { expect, test } from 'vitest';
import { LEFT } from '../../../src/lines/component-pass.ts';
import { ABSOLUTE, PlainBase } from '../../../src/lines/plain-base.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { unknown } from '../../../src/schemes/unknown.ts';
import { SchemeIndex, type SchemeRules } from '../../../src/uri/scheme-rules.ts';

const plainBase = new PlainBase(new SchemeIndex<SchemeRules>(definitions, unknown));

/** What is kept of the base, `absolute` or `left`; with `!` if there may be an error in the rest. */
function keptOf(reference: string, base: string): string {
  const octets = Buffer.alloc(2 * base.length + 1, ';');
  const to = octets.write(base);
  const kept = plainBase.keptFor(reference, base, octets, to);
  const text = kept === LEFT ? 'left' : kept === ABSOLUTE ? 'absolute' : octets.toString('utf8', 0, kept);
  return text + (plainBase.isSure ? '' : '!');
}

const HTTP = 'HTTP://u@h:80/a/b;c?d/e?f#g/h?i';
const FTP = 'ftp://h/a/b?d/e#g/h';

test.each([
  ['x', HTTP, 'HTTP://u@h:80/a/'],
  ['/x', HTTP, 'HTTP://u@h:80'],
  ['//x', HTTP, 'HTTP:!'],
  ['?x', HTTP, 'HTTP://u@h:80/a/b;c'],
  ['#x', HTTP, 'HTTP://u@h:80/a/b;c?d/e?f'],
  ['x', 'http://h/a', 'http://h/'],
  ['x', 'http://h/', 'http://h/'],
  ['?x', 'http://h', 'http://h'],
  ['#x', 'http://h?a', 'http://h?a'],
  ['//x', 'http://h.example/', 'http:'],
  ['//x', 'http://1.h-0', 'http:'],
  ['//x', 'http://h.1/', 'http:!'],
  ['//x', 'http://h./', 'http:!'],
  ['//x', 'http://h:/', 'http:!'],
  ['//x', 'http://A?', 'http:'],
  ['x', 'http://h:\u00e9@/', 'http://h:\u00e9@/'],
  ['x', FTP, 'ftp://h/a/b?d/'],
  ['/x', FTP, 'ftp://h'],
  ['?x', FTP, 'ftp://h/a/b?d/e'],
  ['?x', 'ftp://h/a/;', 'left'],
  ['?x', 'ftp://h/a;/b', 'ftp://h/a;/b'],
  ['?x', 'ftp://h/a/.', 'left'],
  ['?x', 'ftp://h', 'left'],
  ['x?', FTP, 'left'],
  ['/?', FTP, 'left'],
  ['#?', FTP, 'ftp://h/a/b?d/e'],
  ['x?', HTTP, 'HTTP://u@h:80/a/'],
  ['y:', HTTP, 'absolute!'],
  ['http:x', HTTP, 'left'],
  ['HTTP://x', 'http://h/a', 'absolute'],
  ['httpx:x', 'http://h/a', 'absolute'],
])('%j against %j keeps %j', (reference, base, kept) => {
  expect(keptOf(reference, base)).toBe(kept);
});

test.each(['', ' x', 'x ', '<x>', '\0x', 'x\u0001', '///x'])('the reference %j is left', (reference) => {
  expect(keptOf(reference, 'http://h/a')).toBe('left');
});

test.each(['!x', '=x', ';', 'x!', '\u007fx', '>', '/', '//', '?'])('the reference %j is not', (reference) => {
  expect(keptOf(reference, 'http://h/a')).not.toBe('left');
});

test.each([
  ...['ftp:/h/a', 'http:/h', 'http:h', 'http', 'http://', 'http:///a', 'gopher://h/0a', 'mailto:a@h'],
  ...[
    'http://h\\a',
    'http://h\t/',
    'http://h\u007f/',
    'http://h/a b',
    'http://h/\\',
    'http://h/a\u007fb',
    'http://h/\u0001',
  ],
  ...['http://h/%00', 'http://h/%1f', 'http://h/%7f/a', 'http://h/%7F', 'http://h?%0a', 'http://h/?a\tb'],
  ...['http://h/.', 'http://h/..?', 'http://h/%2e', 'http://h?', 'http://h'],
])('a path against %j is left', (base) => {
  expect(keptOf('x', base)).toBe('left');
});

test.each([
  ...['http://h/%7e', 'http://h/%70', 'http://h/%8f', 'http://h/%3f', 'http://h/~!|', 'http://h/%3e', 'http://h/;'],
  ...['http://h/#\t%00', 'http://h/a:b', 'http://h/\u00e9', 'http://h/?%20', 'http://h/%e2'],
])('a path against %j keeps its beginning', (base) => {
  expect(keptOf('x', base)).toBe('http://h/');
});

test('a base whose scheme resolves some references by itself is left for these', () => {
  expect([keptOf('x', 'file:///C:/a'), keptOf('/C|/x', 'file:///a'), keptOf('x', 'file:///a/b')]).toEqual([
    'left',
    'left',
    'file:///a/',
  ]);
});
