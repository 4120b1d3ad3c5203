/** The length of values as JSON. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonOctets } from '../../src/json-octets.ts';

const expected = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

test.each([
  ['every control and delimiter', String.fromCharCode(...Array.from({ length: 0x100 }, (_, code) => code))],
  ['surrogates alone and in pairs', '\ud800a\udc00\ud83d\ude00\ud83d\ud83d\ude00\ud800'],
  ['the ends of the ranges', '\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff'],
  ['an empty list and an empty object', [[], {}]],
  ['a member that is absent', { a: 1, b: undefined, c: [null, true, -1.5] }],
])('%s', (_, value) => expect(jsonOctets(value)).toBe(expected(value)));

test('any value', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => jsonOctets(value) === expected(value)));
});

test('any text', () => {
  const text = fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) });
  fc.assert(fc.property(text, (value) => jsonOctets(value) === expected(value)));
});
