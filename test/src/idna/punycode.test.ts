/** Punycode (RFC 3492): its samples, its errors, agreement with the package, and time that grows with the length. */
import { decode, encode } from 'punycode/';
import { describe, expect, it, test } from 'vitest';
import { decodePunycode, encodePunycode } from '../../../src/idna/punycode.ts';
import fc, { runs } from '../../fast-check.ts';
import { expectLinear } from '../growth.ts';

describe('a sample of RFC 3492 §7.1', () => {
  it.each([
    ['A', 'ليهمابتكلموشعربي؟', 'egbpdaj6bu4bxfgehfvwxn'],
    ['B', '他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
    ['C', '他們爲什麽不說中文', 'ihqwctvzc91f659drss3x8bo0yb'],
    ['D', 'Pročprostěnemluvíčesky', 'Proprostnemluvesky-uyb24dma41a'],
    ['E', 'למההםפשוטלאמדבריםעברית', '4dbcagdahymbxekheh6e0a7fei0b'],
    ['L', '3年B組金八先生', '3B-ww4c5e180e575a65lsy2b'],
    ['M', '安室奈美恵-with-SUPER-MONKEYS', '-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n'],
    ['N', 'Hello-Another-Way-それぞれの場所', 'Hello-Another-Way--fc4qua05auwb3674vfr0b'],
    ['O', 'ひとつ屋根の下2', '2-u9tlzr9756bt3uc0v'],
    ['P', 'MajiでKoiする5秒前', 'MajiKoi5-783gue6qz075azm5e'],
    ['Q', 'パフィーdeルンバ', 'de-jg4avhby1noc0d'],
    ['R', 'そのスピードで', 'd9juau41awczczp'],
    ['S', '-> $1.00 <-', '-> $1.00 <--'],
  ])('(%s) %s', (_, label, encoded) => {
    expect(encodePunycode(label)).toBe(encoded);
    expect(decodePunycode(encoded)).toBe(label);
  });
});

it.each([
  ['a digit that does not exist', 'a-b_c'],
  ['a number without an end', 'a-9'],
  ['a number above 2³¹ − 1', '99999999'],
  ['a code point above U+10FFFF', 'en32g'],
  ['a surrogate', encode('\ud800')],
  ['a delimiter at the beginning', '-abc'],
])('%s is an error', (_, encoded) => {
  expect(decodePunycode(encoded)).toBeNull();
});

test('a number above 2³¹ − 1 cannot be encoded', () => {
  const label = `${'a'.repeat(20_000)}\u{20000}`;
  expect(() => encode(label)).toThrow(RangeError);
  expect(encodePunycode(label)).toBeNull();
});

const label = fc.string({
  unit: fc
    .oneof(
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.integer({ min: 0x80, max: 0x2000 }),
      fc.integer({ min: 0xe000, max: 0x10ffff }),
    )
    .map((codePoint) => String.fromCodePoint(codePoint)),
  maxLength: 60,
});

test('every label is encoded as by the package, and decoded again', () => {
  fc.assert(
    fc.property(label, (text) => {
      const encoded = encodePunycode(text);
      expect(encoded).toBe(encode(text));
      expect(decodePunycode(encoded ?? '')).toBe(text);
    }),
    runs(),
  );
});

test('every text is decoded as by the package, or is an error for both', () => {
  const decodedByPackage = (text: string): string | null => {
    try {
      const decoded = decode(text);
      return decoded.isWellFormed() ? decoded : null;
    } catch {
      return null;
    }
  };
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9-]{0,16}$/), (text) => {
      expect(decodePunycode(text)).toBe(decodedByPackage(text));
    }),
    runs(),
  );
});

describe('time grows no faster than the length', () => {
  const different = (length: number): string =>
    String.fromCodePoint(...Array.from({ length }, (_, index) => 0x20000 - index));
  it.each([
    ['letters beyond ASCII, each a different one', different],
    ['one letter beyond ASCII after each of ASCII', (length: number) => 'aü'.repeat(length / 2)],
  ])('%s', (_, make) => {
    expectLinear(16_000, (length) => {
      const text = make(length);
      const encoded = encodePunycode(text) ?? '';
      return () => {
        expect(encodePunycode(text)).toBe(encoded);
        expect(decodePunycode(encoded)).toBe(text);
      };
    });
  });
});
