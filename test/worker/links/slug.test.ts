/**
 * Slugs: the hash of a canonical URL in Crockford's base 32, aliases, which never look like a hash slug, and the shard
 * of each slug.
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalize, schemes } from '../../../src/index.ts';
import { reservedWords } from '../../../worker/links/reserved-words.ts';
import {
  DEFAULT_SHARDS,
  digestOf,
  HASH_LENGTH,
  hashSlugs,
  isAlias,
  isHashSlug,
  isSlug,
  LONGEST_ALIAS,
  LONGEST_HASH,
  readHashSlug,
  shardOf,
} from '../../../worker/links/slug.ts';
import { loadWith, spreadOver } from '../../bench/spread.ts';
import fc, { runs } from '../../fast-check.ts';
import { webUrl } from '../../src/generators/unicode.ts';
import { anyModel } from '../../src/generators.ts';

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

  test('may be longer, in the same shard', async () => {
    const digest = await digestOf('go:x');
    const slugs = [...hashSlugs(digest)];
    expect(slugs.map(({ length }) => length)).toEqual(
      Array.from({ length: 21 }, (_, index) => HASH_LENGTH + 2 * index),
    );
    expect(slugs.every((slug) => isHashSlug(slug) && digest.startsWith(slug))).toBe(true);
    expect(new Set(slugs.map((slug) => shardOf(slug, 4096))).size).toBe(1);
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

  test('is in one shard with every slug that differs in case alone', () => {
    expect(shardOf('aB3xY', 97)).toBe(shardOf('Ab3Xy', 97));
  });
});

test('links are spread evenly over the shards', async () => {
  const counts = Array.from({ length: DEFAULT_SHARDS }, () => 0);
  const links = 8000;
  for (let index = 0; index < links; index++) {
    const shard = shardOf(crockford(createHash('sha256').update(String(index)).digest()), DEFAULT_SHARDS);
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count / (links / DEFAULT_SHARDS) - 1)).toBeLessThan(0.25);
});

describe('the simulation behind docs/scale.md', () => {
  test('finds slugs as even as chance over every number of shards', () => {
    for (const shards of [16, 100, 4096]) {
      const { fullest, expected } = spreadOver(shards, 100_000);
      expect([shards, Math.abs(fullest - expected) / (expected - 1) < 0.6]).toEqual([shards, true]);
    }
  });

  test('finds that popular links spare the shards requests, and rare ones do not', () => {
    const [flat, steep] = [loadWith(0.8, 4096, 30), loadWith(1.2, 4096, 30)];
    expect(flat.hits).toBeLessThan(0.1);
    expect(steep.hits).toBeGreaterThan(0.6);
    expect(flat.follows).toBeGreaterThan(90_000);
    expect(steep.follows + steep.clickWrites).toBeLessThan(100_000);
  });
});

test('every scheme and the first segment of every route is reserved, and only pages have their address', () => {
  const words = reservedWords(['/', '/v1/resolve', '/health', '/openapi.json', '/{slug}', '/u/{url}']);
  for (const word of [...schemes.keys(), 'v1', 'health', 'openapi.json', 'u', 'admin', 'assets']) {
    expect(words.has(word)).toBe(true);
  }
  expect(words.get('health')).toBe('address');
  expect(words.get('openapi.json')).toBe('address');
  for (const word of [...schemes.keys(), 'v1', 'u']) expect(words.get(word)).toBe('beginning');
  expect(words.get('admin')).toBe('operator');
  expect(words.has('{slug}')).toBe(false);
  expect(words.has('')).toBe(false);
});
