/** Decoding: octets as UTF-8, or else as ISO Latin-1. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeOctetString, decodeText, isUtf8 } from '../../../src/uri/decode.ts';

/** As the platform's decoder reads the octets. */
function expected(octets: Uint8Array): { readonly text: string; readonly utf8: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets), utf8: true };
  } catch {
    return { text: String.fromCharCode(...octets), utf8: false };
  }
}

const escaped = (octets: readonly number[]): string =>
  octets.map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join('');

describe('any octets, escaped or raw', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      'a',
      '/',
      '%25',
      '%E9',
      '%C3%A9',
      '%E2%82%AC',
      '%F0%9F%98%80',
      '%C3',
      '%A9',
      '%EF%BB%BF',
      '%ED%A0%80',
    ),
    fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 }).map(escaped),
  );

  test('have the text of the platform’s decoder', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const encoded = parts.join('');
        const octets = Uint8Array.from(encoded.match(/%..|./g) ?? [], (unit) =>
          unit.length > 1 ? Number.parseInt(unit.slice(1), 16) : unit.charCodeAt(0),
        );
        const { text, utf8 } = expected(octets);
        expect(decodeText(encoded)).toBe(text);
        expect(isUtf8(encoded)).toBe(utf8);
        expect(decodeOctetString(encoded)).toBe(String.fromCharCode(...octets));
      }),
    );
  });
});

test.each([
  ['100%', '100%'],
  ['%zz%C3%A9', '%zzé'],
  ['%E9%zz', 'é%zz'],
])('%s, with a percent sign that begins no escape, is %s', (encoded, text) => {
  expect(decodeText(encoded)).toBe(text);
});
