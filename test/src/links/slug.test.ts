/** Slugs: the hash of a canonical URL in Crockford's base 32, and aliases, which never look like a hash slug. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../../../src/index.ts';
import {
  BITS,
  decodeSlug,
  digestOf,
  HASH_LENGTH,
  hashSlugs,
  isAlias,
  isHashSlug,
  isSlug,
  LONGEST_ALIAS,
  LONGEST_HASH,
  readHashSlug,
} from '../../../src/links/slug.ts';
import fc, { runs } from '../../fast-check.ts';
import { webUrl } from '../generators/unicode.ts';
import { anyModel } from '../generators.ts';

/** Crockford's base 32, implemented independently with a big integer. */
function crockford(hash: Buffer): string {
  const bits = BigInt(`0x${hash.toString('hex')}`);
  const digits = '0123456789abcdefghjkmnpqrstvwxyz';
  const at = (index: number) => Number((bits >> BigInt(256 - 5 * (index + 1))) & 31n);
  return Array.from({ length: LONGEST_HASH }, (_, index) => digits[at(index)]).join('');
}

describe('a hash slug', () => {
  test('is the beginning of SHA-256 in base 32', async () => {
    expect(await digestOf('gopher://gopher.floodgap.com/')).toMatch(/^yadkkg582q/);
    await fc.assert(
      fc.asyncProperty(webUrl, async (url) => {
        expect(await digestOf(url)).toBe(crockford(createHash('sha256').update(url).digest()));
      }),
    );
  });

  test('depends only on the canonical form: all spellings of a URL have one slug', async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, async ({ a, b }) => {
        expect(await digestOf(canonicalize(a))).toBe(await digestOf(canonicalize(b)));
      }),
      runs(0.25),
    );
  });

  test('may be longer', async () => {
    const digest = await digestOf('go:x');
    const slugs = [...hashSlugs(digest)];
    expect(slugs.map(({ length }) => length)).toEqual(
      Array.from({ length: 21 }, (_, index) => HASH_LENGTH + 2 * index),
    );
    expect(slugs.every((slug) => isHashSlug(slug) && digest.startsWith(slug))).toBe(true);
  });
});

describe('an alias', () => {
  test.each([
    ['a', true],
    ['7', true],
    ['menu', true],
    ['nine-char', true],
    ['ninechars', true],
    ['tencharact', false],
    ['ten-charac', true],
    ['ten_charac', true],
    ['elevenchars', false],
    ['-', true],
    ['_', true],
    ['--------------', true],
    ['', false],
    ['Menu', false],
    ['me nu', false],
    ['menü', false],
    ['menu.svg', false],
    ['menu+', false],
    ['a/b', false],
    ['-'.repeat(LONGEST_ALIAS), true],
    ['-'.repeat(LONGEST_ALIAS + 1), false],
  ])('%j: %s', (text, expected) => {
    expect(isAlias(text)).toBe(expected);
  });

  test('is never read as a hash slug, in any spelling', async () => {
    const digits = fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyzilouILOUABCDEFGHJKMNPQRSTVWXYZ');
    const possible = fc
      .array(digits, { minLength: HASH_LENGTH, maxLength: LONGEST_HASH })
      .map((typed) => typed.join(''));
    fc.assert(
      fc.property(possible, (typed) => {
        expect(isAlias(typed.toLowerCase())).toBe(false);
        expect(isAlias(typed)).toBe(false);
      }),
    );
    const word = fc.string({ unit: fc.constantFrom(...'abcxyz0189-_ilou'), minLength: 1, maxLength: LONGEST_ALIAS });
    fc.assert(fc.property(word, (text) => !(isAlias(text) && isHashSlug(text))));
    fc.assert(fc.property(word, (text) => !(isAlias(text) && readHashSlug(text) !== null)));
  });
});

describe('a text that a person typed', () => {
  test.each([
    ['yadkkg582q', 'yadkkg582q'],
    ['YADKKG582Q', 'yadkkg582q'],
    ['O1L2I3U4W5', '011213v4w5'],
    ['oiloiloilo', '0110110110'],
    ['Old-Menu', null],
    ['OIL', null],
    ['yadkkg582', null],
    ['yadkkg582q7', null],
    ['yadkkg582q77', 'yadkkg582q77'],
    ['y'.repeat(LONGEST_HASH), 'y'.repeat(LONGEST_HASH)],
    ['y'.repeat(LONGEST_HASH + 2), null],
    ['', null],
    ['ä', null],
  ])('%s is read as %s', (typed, slug) => {
    expect(readHashSlug(typed)).toBe(slug);
  });
});

describe('the slug of an imported link', () => {
  test.each([
    ['aB3xY', true],
    ['TenCharact', true],
    ['a.b', true],
    ['...', true],
    ['~', true],
    ['x.SVG', true],
    ['.', false],
    ['..', false],
    ['x.svg', false],
    ['x+', false],
    ['a b', false],
    ['é', false],
    ['', false],
    ['x'.repeat(LONGEST_ALIAS), true],
    ['x'.repeat(LONGEST_ALIAS + 1), false],
  ])('%j: %s', (text, expected) => {
    expect(isSlug(text)).toBe(expected);
  });
});

test.each([
  ['%36abc', '6abc'],
  ['%7e%7E%2E%2b%5F%2d%41%7A', '~~.+_-Az'],
  ['%2F%20%40%5B%60%7B%2a%2C', '%2F%20%40%5B%60%7B%2a%2C'],
  ['%c3%a4%', '%c3%a4%'],
  ['%3g%3', '%3g%3'],
  ['%25%33%36', '%2536'],
])('in a path, %s is %s', (path, slug) => {
  expect(decodeSlug(path)).toBe(slug);
});

test('the numbers of a hash slug', () => {
  expect([BITS, HASH_LENGTH, LONGEST_HASH, LONGEST_ALIAS]).toEqual([5, 10, 50, 64]);
});
