/** Fields of WAIS messages, on both sides of each limit; and the part of a URL that names a document. */
import { describe, expect, test } from 'vitest';
import { encodeUtf8, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import {
  apdu,
  compressedInteger,
  documentIdOf,
  documentPath,
  endOfField,
  field,
  fixedInteger,
  MessageReader,
  numberField,
  numberIn,
  parseHeader,
  shortestInteger,
  WaisError,
  wpathOf,
} from '../../../../src/schemes/wais/fields.ts';

const hexOf = (octets: Uint8Array): string => Buffer.from(octets).toString('hex');
const octetsOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));
const readerOf = (hex: string): MessageReader => new MessageReader(octetsOf(hex));

test.each<[what: string, octets: Uint8Array, hex: string]>([
  ['compressed 127', compressedInteger(127), '7f'],
  ['compressed 128', compressedInteger(128), '8100'],
  ['compressed 2³¹ − 1', compressedInteger(2 ** 31 - 1), '87ffffff7f'],
  ['shortest 0', shortestInteger(0), '00'],
  ['shortest 255', shortestInteger(255), 'ff'],
  ['shortest 256', shortestInteger(256), '0100'],
  ['fixed', fixedInteger(0x01_0203, 3), '010203'],
  ['a field', field(127, octetsOf('0102')), '7f020102'],
  ['a field of a tag of two octets, with text', field(128, 'é'), '810002c3a9'],
  ['a field of 128 octets', field(1, new Uint8Array(128)).subarray(0, 4), '01810000'],
  ['a field of a number', numberField(2, 256), '02020100'],
  [
    'an APDU, whose length is that of its header',
    apdu(22, [octetsOf('0102'), octetsOf('03')], octetsOf('04')),
    '00041601020304',
  ],
])('%s', (_, octets, hex) => {
  expect(hexOf(octets)).toBe(hex);
});

describe('a reader', () => {
  test('reads what is left, and nothing beyond it', () => {
    const reader = readerOf('0102030405');
    expect([reader.left, reader.fixed(2), reader.octet(), reader.left]).toEqual([5, 0x0102, 3, 2]);
    const part = reader.within(1);
    expect([part.octet(), part.left, reader.left]).toEqual([4, 0, 1]);
    expect(() => reader.octets(2)).toThrow(WaisError);
    expect(hexOf(reader.octets(1))).toBe('05');
    expect(() => reader.octet()).toThrow(WaisError);
  });

  test.each([
    ['eight octets', '808080808080807f', 127],
    ['the largest number', '8fffffffffffff7f', Number.MAX_SAFE_INTEGER],
  ])('reads a compressed integer of %s', (_, hex, value) => {
    expect(readerOf(hex).compressed()).toBe(value);
  });

  test.each([
    ['of nine octets', '80808080808080807f'],
    ['beyond 2⁵³', '9080808080808000'],
  ])('refuses a compressed integer %s', (_, hex) => {
    expect(() => readerOf(hex).compressed()).toThrow('The answer has a number that is too long.');
  });

  test('reads fields up to the end', () => {
    const fields = [...readerOf('01010281000103').fields()].map(({ tag, value }) => [tag, hexOf(value)]);
    expect(fields).toEqual([
      [1, '02'],
      [128, '03'],
    ]);
  });
});

test('a number has six octets at most, without zeros before it', () => {
  expect(['', '00', '0000ff', '000102030405ff'].map((hex) => numberIn(octetsOf(hex)))).toEqual([
    ...[0, 0, 255],
    0x0102_0304_05ff,
  ]);
  expect(() => numberIn(octetsOf('01000000000000'))).toThrow(WaisError);
});

test('a message is as long as its cap at most', () => {
  const header = octetsOfLatin1('0000000009z2wais        0and more');
  expect(parseHeader(header, 9)).toBe(9);
  expect(() => parseHeader(header, 8)).toThrow('The answer has 9 octets; at most 8 are allowed.');
});

test.each([
  ['not WAIS', '000000000xz2wais        0', 'The answer is not a WAIS message.'],
  ['no version', '0000000009zxwais        0', 'The answer is not a WAIS message.'],
  ['24 octets', '0000000009z2wais        ', 'The answer is not a WAIS message.'],
  ['another type', '0000000009n2wais        0', 'The server refused the message.'],
  ['compression', '0000000009z2wais      c 0', 'The answer is compressed or encoded, which the request did not allow.'],
  ['no length', '          z2wais        0', 'The answer has no length.'],
  ['two lengths', '00000 0009z2wais        0', 'The answer has no length.'],
])('a header with %s', (_, header, message) => {
  expect(() => parseHeader(octetsOfLatin1(header), 100)).toThrow(message);
});

test.each([
  ['1=a;2=b;', 0, 4],
  ['1=a;2=b;', 4, 8],
  ['1=a', 0, 4],
  ['12=;', 0, 4],
  ['=a;', 0, -1],
  ['a=a;', 0, -1],
  ['1a=a;', 0, -1],
  ['/=a;', 0, -1],
  [':=a;', 0, -1],
  ['09=;', 0, 4],
])('the field in %s from %i ends at %i', (wpath, from, end) => {
  expect(endOfField(encodeUtf8(wpath), from)).toBe(end);
});

test.each([127, 128, 129])('a value of %i octets is read back', (length) => {
  const wpath = `7=${'a'.repeat(length)};130=%00b;`;
  const id = documentIdOf(wpath);
  expect(id === null ? '' : hexOf(id)).toBe(`07${hexOf(compressedInteger(length))}${'61'.repeat(length)}8102020062`);
  expect(id === null ? null : wpathOf(id)).toBe(wpath);
});

test('unreserved characters of a value are raw', () => {
  expect(wpathOf(field(1, "aZ09-._~!$'/;\xff"))).toBe('1=aZ09-._~%21%24%27%2F%3B%C3%BF;');
});

test('the path of a document has its type, its length and its id', () => {
  const [id, type] = [octetsOf('010161'), encodeUtf8('A/B')];
  expect(documentPath(type, id, 9)).toBe('A%2FB/9/1=a;');
  expect(documentPath(type, id, 0)).toBe('A%2FB/0/1=a;');
  expect(documentPath(type, id, null)).toBe('A%2FB/1=a;');
  expect(documentPath(new Uint8Array(), id, 9)).toBeNull();
  expect(documentPath(type, octetsOf('0102'), 9)).toBeNull();
});
