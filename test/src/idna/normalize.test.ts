/**
 * Normalization Form C is that of the runtime, if the runtime knows all code points of the tables. Only texts of valid
 * code points are ever normalized.
 */
import { expect, test } from 'vitest';
import { normalize } from '../../../src/idna/normalize.ts';
import { VALID } from '../../../src/idna/properties.ts';
import { tables as packed, UNICODE_VERSION } from '../../../src/idna/tables.ts';
import { unpack } from '../../../src/idna/unpack.ts';
import fc, { runs } from '../../fast-check.ts';
import { expectLinear } from '../growth.ts';

const tables = unpack(packed);

const valid = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint).filter(
  (codePoint) => (tables.propertiesOf(codePoint) & VALID) !== 0,
);
/** The code points that normalization changes or moves, and what stands beside them. */
const intricate = valid.filter(
  (codePoint) => tables.combiningClassOf(codePoint) > 0 || tables.decompositionOf(codePoint) !== undefined,
);
const parts = intricate.flatMap((codePoint) => tables.decompositionOf(codePoint) ?? []);

const text = fc.string({
  unit: fc
    .oneof(
      { weight: 4, arbitrary: fc.constantFrom(...intricate) },
      { weight: 4, arbitrary: fc.constantFrom(...parts) },
      { weight: 1, arbitrary: fc.constantFrom(...valid) },
      // Hangul: leading consonants, vowels, trailing consonants, syllables.
      { weight: 1, arbitrary: fc.integer({ min: 0x1100, max: 0x1112 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0x1161, max: 0x1175 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0x11a8, max: 0x11c2 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0xac00, max: 0xd7a3 }) },
    )
    .map((codePoint) => String.fromCodePoint(codePoint)),
  maxLength: 8,
});

test('this runtime knows the code points of the tables', () => {
  expect(Number.parseFloat(process.versions.unicode ?? '')).toBeGreaterThanOrEqual(Number.parseFloat(UNICODE_VERSION));
});

test('every valid code point is normalized as by the runtime', () => {
  const different = valid.filter((codePoint) => {
    const character = String.fromCodePoint(codePoint);
    return normalize(character, tables) !== character.normalize('NFC');
  });
  expect(different).toEqual([]);
});

test('every pair of a starter and a mark is composed as by the runtime', () => {
  const seconds = [...new Set(parts)].filter((codePoint) => valid.includes(codePoint));
  const marks = seconds.filter((codePoint) => /\p{M}/u.test(String.fromCodePoint(codePoint)));
  const different = seconds.flatMap((first) =>
    marks.filter((second) => {
      const pair = String.fromCodePoint(first, second);
      return normalize(pair, tables) !== pair.normalize('NFC');
    }),
  );
  expect(different).toEqual([]);
});

test('every text of valid code points is normalized as by the runtime', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(normalize(original, tables)).toBe(original.normalize('NFC'));
    }),
    runs(),
  );
});

test('time grows no faster than the length', () => {
  expectLinear(64_000, (length) => {
    const marks = '\u0323\u0307\u0345'.repeat(length / 3);
    return () => void normalize(`a${marks}`, tables);
  });
});
