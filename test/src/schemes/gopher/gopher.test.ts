/** gopher (RFC 4266): the fields of a path, Gopher+ strings, and the request of each link. */
import { describe, expect, test } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';
import {
  gopherPlusKind,
  hasOnlyFormLineBreaks,
  itemTypes,
  proposedSearch,
  splitGopherPath,
} from '../../../../src/schemes/gopher/path.ts';
import { requestLines } from '../../../../src/schemes/gopher/request.ts';

const FORM = '+%091%0D%0A+-1%0D%0A';
const END = '.%0D%0A';

describe('one form for one request', () => {
  test.each<[url: string, canonical: string, old?: boolean]>([
    ['gopher://h/%31', 'gopher://h/'],
    ['gopher://h?a', 'gopher://h/%3Fa'],
    ['gopher://h/1?', 'gopher://h/1%3F'],
    ['gopher://h/1#f', 'gopher://h/#f'],
    ['gopher://h/1%09', 'gopher://h/1%09'],
    ['gopher://h/1a', 'gopher://h/1a'],
    ['gopher://h/%30a', 'gopher://h/0a'],
    ['gopher://h/%20a', 'gopher://h/%20a'],
    ['gopher://h/~a', 'gopher://h/~a'],
    ['gopher://h/%7Ea', 'gopher://h/~a'],
    ['gopher://h/7a?b+c', 'gopher://h/7a%09b%20c', true],
    ['gopher://h/7a+b?c%2Bd#e?f', 'gopher://h/7a+b%09c+d#e?f', true],
    ['gopher://h/?a', 'gopher://h/1%09a', true],
    ['gopher://h?a', 'gopher://h/1%09a', true],
    ['gopher://h/7?a', 'gopher://h/7%09a', true],
    ['gopher://h/7a%09b?c', 'gopher://h/7a%09b%3Fc', true],
    ['gopher://h/7a#b?c', 'gopher://h/7a#b?c', true],
    ['gopher://h/1', 'gopher://h/', true],
  ])('%s is %s (1994: %s)', (url, canonical, old = false) => {
    const options = { dialect: old ? 'url-1994' : 'current' } as const;
    expect([canonicalize(url, options), canonicalize(canonical, options)]).toEqual([canonical, canonical]);
  });

  test.each([
    ['gopher://h/%1F', 'gopher-type', 11],
    ['gopher://h/%7Fa', 'gopher-type', 11],
    ['gopher://h/\x7fa', 'gopher-type', 11],
    ['gopher://h/éa', 'gopher-type', 11],
    ['gopher://h/0a%0D', 'gopher-cr-lf', 13],
    ['gopher://h/0%0A%09b', 'gopher-cr-lf', 12],
    ['gopher://h/7a%09b%0A', 'gopher-cr-lf', 17],
    ['gopher://h/0a%09%09+%0D%0A', 'gopher-cr-lf', 20],
    [`gopher://h/0%0Aa%09%09${FORM}${END}`, 'gopher-cr-lf', 12],
    [`gopher://h/0a%09%0Ab%09${FORM}${END}`, 'gopher-cr-lf', 16],
  ])('%j is refused', (url, code, index) => {
    expect(() => canonicalize(url)).toThrow(expect.objectContaining({ code, index }));
  });

  test('in the dialect of 1994, a line break before the search and one in it', () => {
    for (const url of ['gopher://h/7a%0A?b', 'gopher://h/7a?b%0A']) {
      const read = () => canonicalize(url, { dialect: 'url-1994' });
      expect(read).toThrow(expect.objectContaining({ code: 'gopher-cr-lf', index: url.indexOf('%0A') }));
    }
  });
});

test.each([
  ['', { type: '1', selector: '', search: null, plus: null }],
  ['/', { type: '1', selector: '', search: null, plus: null }],
  ['/0', { type: '0', selector: '', search: null, plus: null }],
  ['/%20a', { type: '%20', selector: 'a', search: null, plus: null }],
  ['/7a%09', { type: '7', selector: 'a', search: '', plus: null }],
  ['/7a%09b%09', { type: '7', selector: 'a', search: 'b', plus: '' }],
  ['/7a%09b%09c%09d', { type: '7', selector: 'a', search: 'b', plus: 'c%09d' }],
])('the fields of %j', (path, fields) => {
  expect(splitGopherPath(path)).toEqual(fields);
});

const NOTHING = { view: null, language: null, attributes: [], answers: [], text: null };

test.each([
  ['+', { kind: 'default' }],
  ['+%20De', { kind: 'default', language: 'De' }],
  ['+a', { kind: 'view', view: 'a' }],
  ['+a%20', { kind: 'view', view: 'a', language: '' }],
  ['+a/b%20c%20d', { kind: 'view', view: 'a/b', language: 'c d' }],
  ['%3F', { kind: 'ask' }],
  ['%3Fa', { kind: 'other', text: '?a' }],
  ['%25', { kind: 'other', text: '%' }],
  ['!', { kind: 'attributes' }],
  ['!+A+B%20+C%20D', { kind: 'attributes', attributes: ['+A', '+B', '+C', 'D'] }],
  ['$A%20%20B+', { kind: 'directoryAttributes', attributes: ['A', 'B', '+'] }],
  ['a', { kind: 'other', text: 'a' }],
  [`${FORM}${END}`, { kind: 'form' }],
  [
    `+a%20b%091%0D%0A+-1%0D%0Ac%20d%0D%0A%0D%0A${END}`,
    { kind: 'form', view: 'a', language: 'b', answers: ['c d', ''] },
  ],
])('the Gopher+ string %s', (plus, details) => {
  expect(explain(`gopher://h/0a%09%09${plus}`).details).toMatchObject({ gopherPlus: { ...NOTHING, ...details } });
});

test.each([
  ['a form', `${FORM}a%0D%0A${END}`, true],
  ['nothing', '', true],
  ['another flag', `+%090%0D%0A+-1%0D%0A${END}`, false],
  ['another indicator', `+%091%0D%0A+-2%0D%0A${END}`, false],
  ['no period', `${FORM}a%0D%0Ab%0D%0A`, false],
  ['an octet behind the end', `${FORM}${END}a`, false],
  ['a period within', `${FORM}.%0D%0A${END}`, false],
  ['a line feed within', `${FORM}a%0Ab%0D%0A${END}`, false],
  ['a tab within', `${FORM}a%09b%0D%0A${END}`, false],
  ['no plus sign', `a%091%0D%0A+-1%0D%0A${END}`, false],
  ['no tab', '+a%0D%0A', false],
])('the line breaks of a form: %s', (_, plus, isForm) => {
  expect(hasOnlyFormLineBreaks(plus)).toBe(isForm);
  if (plus.startsWith('+')) expect(gopherPlusKind(plus) === 'form').toBe(isForm);
});

test.each([
  ['gopher://h', '\r\n'],
  ['gophers://h/0a', 'a\r\n'],
  ['gopher://h/0a%09b', 'a\tb\r\n'],
  ['gopher://h/0a%09', 'a\t\r\n'],
  ['gopher://h/0a%09%09', 'a\r\n'],
  ['gopher://h/0a%09%09+', 'a\t+\r\n'],
  ['gopher://h/0a%09b%09+', 'a\tb\t+\r\n'],
  ['gopher://h/7a%09%09+', 'a\t\t+\r\n'],
  ['gopher://h/7a%09%E9%09', 'a\t\xe9\r\n'],
  [`gopher://h/0a%09%09${FORM}%C3%A9%0D%0A${END}`, 'a\t+\t1\r\n+-1\r\n\xc3\xa9\r\n.\r\n'],
])('the request of %s', (url, line) => {
  const { kind, scheme, components, request } = explain(url);
  if (kind !== 'gopher') throw new TypeError(url);
  expect(Buffer.from(request?.octets ?? '', 'base64').toString('latin1')).toBe(line);
  const text = url.includes('%C3') ? line.replace('\xc3\xa9', 'é') : line;
  expect(request).toMatchObject({ transport: scheme === 'gopher' ? 'tcp' : 'tls', host: 'h', port: 70, text });
  const lines = requestLines(splitGopherPath(components.path)).map((octets) => Buffer.from(octets).toString('latin1'));
  expect(lines).toEqual(line.split('\r\n').slice(0, -1));
});

test('a type has a name and a specification, or is in common use', () => {
  const listed = [...itemTypes].filter(([, { spec }]) => spec !== null).map(([type]) => type);
  expect(listed.join('')).toBe('0123456789+TgI');
  const specifications = new Set([...itemTypes.values()].map(({ spec }) => spec && spec.document + spec.section));
  expect([...specifications]).toEqual(['RFC 14363.8', null]);
  expect(explain('gopher://h/ia').details).toMatchObject({ typeName: 'informational text' });
  expect(explain('gopher://h/%22a').details).toMatchObject({ type: '"', typeName: null });
});

test.each([
  ['gopher://h/0a%09%09+b', []],
  ['gopher://h/0a%09%09', []],
  ['gopher://h/0a%09%09$', ['gopher-plus-directory']],
  ['gopher://h/1a%09%09$', []],
  ['gopher://h/7a%09%09$', []],
  ['gopher://h/0a%09%09!', []],
  ['gopher://h/0a%09%09b', ['gopher-plus-unknown']],
  ['gopher://h/ha', ['gopher-type-unlisted']],
  ['gopher://h/Za', ['gopher-type-unknown']],
  ['gopher://h/', []],
])('%s has the diagnostics %j', (url, codes) => {
  expect(explain(url).diagnostics.map(({ code }) => code)).toEqual(codes);
});

test.each([
  ['/7/find%3Ftea', '/7/find%09tea'],
  ['/7%3Ftea', '/7%09tea'],
  ['/7/a%3Fb%3Fc', '/7/a%09b%3Fc'],
  ['/7/find%3F', null],
  ['/7/find', null],
  ['/7/find%3Ftea%09', null],
  ['/7/find%3Ftea%09milk', null],
  ['/1/find%3Ftea', null],
  ['/', null],
])('the search that %s may mean is %s', (path, proposed) => {
  expect(proposedSearch(path)).toBe(proposed);
});
