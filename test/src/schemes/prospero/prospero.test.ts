/** Prospero: fields and versions of URLs, and questions, on both sides of each limit. */
import { describe, expect, test } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';
import { prosperoObject } from '../../../../src/schemes/prospero/request.ts';
import { parseLines, quoteToken, requestHeader, requestPackets } from '../../../../src/schemes/prospero/tokens.ts';

test.each([
  ['a', 'a', { hsoname: 'a', fields: [], version: null }],
  ['/a%2fb', '/a/b', { hsoname: '/a/b', fields: [], version: null }],
  ['a;b', 'a;b=', { hsoname: 'a', fields: [{ name: 'b', value: '' }], version: null }],
  ['a;b=c=d', 'a;b=c%3Dd', { hsoname: 'a', fields: [{ name: 'b', value: 'c=d' }], version: null }],
  ['a=b%3Bc', 'a=b%3Bc', { hsoname: 'a=b;c', fields: [], version: null }],
  ['a;object-version', 'a;object-version=', { hsoname: 'a', version: '' }],
  ['a;OBJECT-VERSIONS=2', 'a;OBJECT-VERSIONS=2', { hsoname: 'a', version: null }],
  ['a%001', 'a;OBJECT-VERSION=1', { hsoname: 'a', version: '1' }],
  ['a;b%00c', 'a;b=;OBJECT-VERSION=c', { hsoname: 'a', version: 'c' }],
  ['a;b=c%00d', 'a;b=c;OBJECT-VERSION=d', { hsoname: 'a', version: 'd' }],
  ['a%001;b=c', 'a;OBJECT-VERSION=1;b=c', { hsoname: 'a', version: '1' }],
  ['a\0%31#%00', 'a;OBJECT-VERSION=1#%00', { hsoname: 'a', version: '1' }],
  ['a;b=c;Object-Version=%33;OBJECT-VERSION=4', 'a;b=c;Object-Version=3;OBJECT-VERSION=4', { version: '3' }],
])('prospero://h/%s is %s', (path, canonical, details) => {
  const link = explain(`prospero://h/${path}`);
  expect(link.canonical).toBe(`prospero://h/${canonical}`);
  expect(canonicalize(link.canonical)).toBe(link.canonical);
  expect(link.details).toMatchObject(details);
});

test.each([
  ['a;OBJECT-VERSION=1', []],
  ['a;Object-Version=1', []],
  // No question has other fields.
  ['a;b=c', ['prospero-field-unsent']],
  ['a;b=c;OBJECT-VERSION=1', ['prospero-field-unsent']],
  ['a;OBJECT-VERSION=1;b=c', ['prospero-field-unsent']],
  ['a;OBJECT-VERSIONS=1', ['prospero-field-unsent']],
  ['a;b', ['prospero-equals', 'prospero-field-unsent']],
  ['a;', ['prospero-equals', 'prospero-field']],
  ['a;=b', ['prospero-field']],
  ['a;OBJECT-VERSION=1;x=;object-version=2', ['prospero-field-unsent', 'prospero-versions']],
])('prospero://h/%s has the diagnostics %j', (path, codes) => {
  expect(explain(`prospero://h/${path}`).diagnostics.map(({ code }) => code)).toEqual(codes);
});

test.each([
  ['a name of 4,096 octets', '/'.repeat(4097), null, true],
  ['a name of 4,097 octets', '/'.repeat(4098), null, false],
  ['a name with a control', '/%1F', null, false],
  ['a name with DEL', '/%7F', null, false],
  ['a version of 100 characters', '/a', '!'.repeat(100), true],
  ['a version of 101 characters', '/a', '~'.repeat(101), false],
  ['an empty version', '/a', '', false],
  ['a version with a blank', '/a', '1 2', false],
])('%s', (_, path, version, isNamed) => {
  expect(prosperoObject({ path }, version) !== null).toBe(isNamed);
});

test('fields are no part of the name', () => {
  expect(prosperoObject({ path: '/a;b=c' }, '3')).toEqual({ hsoname: 'a', objectVersion: '3' });
});

test.each([
  ['', "''"],
  ['a', 'a'],
  ['a b', "'a b'"],
  ["it's", "'it''s'"],
])('the token %j is %s', (text, token) => {
  expect(quoteToken(text)).toBe(token);
  expect(parseLines(token, 5)).toEqual([[text]]);
});

describe.each([1, 5] as const)('in version %i', (version) => {
  test('a line has 1,000 tokens at most', () => {
    expect(parseLines(`${'a '.repeat(999)}a\nb`, version).map(({ length }) => length)).toEqual([1000, 1]);
    expect(() => parseLines(`${'a '.repeat(1000)}a`, version)).toThrow('A line of the answer has too many fields.');
  });
});

test('the fields of a header have two octets', () => {
  const header = requestHeader({ connectionId: 0x0102, packet: 0x0304, total: 0x0506, received: 0x0708 });
  expect([...header]).toEqual([9, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test.each([
  ['nothing', 0, [9]],
  ['1,200 octets', 1200, [1209]],
  ['1,201 octets', 1201, [1209, 10]],
])('%s need packets of %j octets', (_, length, lengths) => {
  const packets = requestPackets(new Uint8Array(length), 258);
  expect(packets.map((packet) => packet.length)).toEqual(lengths);
  expect(packets.map((packet) => [...packet.subarray(0, 9)])).toEqual(
    lengths.map((_, index) => [9, 1, 2, 0, index + 1, 0, lengths.length, 0, 0]),
  );
});
