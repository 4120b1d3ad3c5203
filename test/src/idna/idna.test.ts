/** UTS 46 agrees with tr46: rows, every code point, and generated names. `npm run idna` tries 100,000 of them. */
import { describe, expect, it, test } from 'vitest';
import { idna } from '../../../src/idna/idna.ts';
import fc, { runs, sampled } from '../../fast-check.ts';
import { domainName, rows } from './names.ts';
import { oracleToAscii, oracleToUnicode } from './oracle.ts';

/** How long 100,000 names may take on a busy machine, in milliseconds. */
const PATIENCE = 1_200_000;

describe('a name', () => {
  it.each(rows)('%j is %j: %s', (name, ascii) => {
    expect(idna.toAscii(name)).toBe(ascii);
    expect(oracleToAscii(name)).toBe(ascii);
  });
});

describe('a name that tr46 accepts by mistake', () => {
  it.each([
    ['two surrogates in Punycode, which tr46 joins to one character', 'xn--8c9bk9h'],
    [
      'a non-joiner without context, which tr46 accepts for the context of an earlier one',
      '\u0628\u094d\u200c\u0628\u0627\u200c\u0628',
    ],
  ])('%s', (_, name) => {
    expect(idna.toAscii(name)).toBeNull();
    expect(oracleToAscii(name)).not.toBeNull();
  });
});

test('every code point has the same result', () => {
  const different: string[] = [];
  for (const codePoint of sampled(Array.from({ length: 0x110000 }, (_, index) => index))) {
    const name = String.fromCodePoint(codePoint);
    if (idna.toAscii(name) !== oracleToAscii(name)) different.push(codePoint.toString(16));
  }
  expect(different).toEqual([]);
});

test(
  'generated names have the same result',
  () => {
    let valid = 0;
    fc.assert(
      fc.property(domainName, (name) => {
        const ascii = idna.toAscii(name);
        const unicode = idna.toUnicode(name);
        expect(ascii).toBe(oracleToAscii(name));
        // A label that is not valid stays in ASCII, as long as the whole name is.
        if (oracleToUnicode(name) !== null || /[^\0-\x7f]/.test(name)) expect(unicode).toBe(oracleToUnicode(name));
        if (ascii === null) return;
        valid += 1;
        // A valid result does not change when it is mapped again.
        expect(idna.toAscii(ascii)).toBe(ascii);
        expect(idna.toUnicode(ascii)).toBe(unicode);
      }),
      runs(),
    );
    expect(valid).toBeGreaterThan(runs().numRuns / 8);
  },
  PATIENCE,
);
