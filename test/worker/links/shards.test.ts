/** The shard of each slug. */
import { describe, expect, test } from 'vitest';
import { digestOf, hashSlugs } from '../../../src/links/slug.ts';
import { DEFAULT_SHARDS, shardOf } from '../../../worker/links/shards.ts';
import { loadWith, spreadOver } from '../../bench/spread.ts';

test('all hash slugs of a URL are in one shard', async () => {
  const slugs = [...hashSlugs(await digestOf('go:x'))];
  expect(new Set(slugs.map((slug) => shardOf(slug, 4096))).size).toBe(1);
});

test.each([
  ['x', 11, 3467],
  ['menu', 14, 1246],
  ['yadkkg582q', 6, 3126],
  ['yadkkg582q77', 6, 3126],
  ['...', 10, 1754],
])('the shard of %s never changes', (slug, ofSixteen, ofMany) => {
  expect([shardOf(slug, 16), shardOf(slug, 4096), DEFAULT_SHARDS]).toEqual([ofSixteen, ofMany, 16]);
});

test('slugs that differ in case alone are in one shard', () => {
  expect(shardOf('aB3xY', 97)).toBe(shardOf('Ab3Xy', 97));
});

test('links are spread evenly over the shards', async () => {
  const counts = Array.from({ length: DEFAULT_SHARDS }, () => 0);
  const links = 8000;
  for (let index = 0; index < links; index++) {
    const shard = shardOf(await digestOf(String(index)), DEFAULT_SHARDS);
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
