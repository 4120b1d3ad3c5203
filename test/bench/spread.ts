/**
 * Simulates short links at scale, without a service: how evenly slugs are spread over shards, and what part of the
 * follows and clicks reaches the shards when data centers keep hot links. `node test/bench/spread.ts` prints the table
 * that docs/scale.md explains. The figures depend on the seed alone, not on the machine.
 */
import { HASH_LENGTH } from '../../src/links/slug.ts';
import { shardOf } from '../../worker/links/shards.ts';
import { figure, markdownOf, type Table } from './table.ts';

/** The links that docs/scale.md works with, and the follows a second. */
const LINKS = 1e9;
const FOLLOWS = 100_000;
/** Slugs that are really made and spread. */
const SAMPLE = Number(process.env.SPREAD_SAMPLE ?? 4_000_000);
/** Data centers among which readers are spread evenly, and isolates of a data center. */
const DATA_CENTERS = 300;
const ISOLATES = 4;
/** A hot link is kept for 30 to 60 seconds, because the registry that it was checked against may be 30 seconds old. */
const SHORTEST_FRESHNESS_S = 30;
const LONGEST_FRESHNESS_S = 60;
/** An isolate sends the clicks on hot links once a minute, one request for each shard. */
const CLICK_WINDOW_S = 60;
/** The simulated time, after a first minute that fills the caches. */
const WARM_UP_S = 60;
const MEASURED_S = 240;

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How slugs are spread over a number of shards. */
export interface Spread {
  readonly shards: number;
  /** The fullest shard of the sample, relative to the mean. */
  readonly fullest: number;
  /** The same if each slug chose its shard by chance: the mean and the extreme of as many Poisson variables. */
  readonly expected: number;
  /** The links of the fullest shard if there are {@link LINKS}. */
  readonly linksAtScale: number;
}

/** Spreads hash slugs over shards. A hash slug is uniform, because SHA-256 is. */
export function spreadOver(shards: number, sample: number = SAMPLE): Spread {
  const random = randomNumbers(shards);
  const counts = new Uint32Array(shards);
  for (let index = 0; index < sample; index++) {
    let slug = '';
    for (let digit = 0; digit < HASH_LENGTH; digit++) slug += DIGITS[Math.floor(random() * 32)];
    const shard = shardOf(slug, shards);
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  const mean = sample / shards;
  return {
    shards,
    fullest: Math.max(...counts) / mean,
    expected: extreme(mean, shards) / mean,
    linksAtScale: fullestOfBillion(shards),
  };
}

/** The links of the fullest store if a billion are spread over so many by chance. */
export function fullestOfBillion(stores: number): number {
  return extreme(LINKS / stores, stores);
}

/** The largest of so many Poisson variables with this mean, as it is expected (normal approximation). */
function extreme(mean: number, count: number): number {
  return mean + Math.sqrt(2 * mean * Math.log(count));
}

/** The load of the shards, if one link in rank r is followed r^-exponent as often as the first. */
export interface Load {
  readonly exponent: number;
  /** The part of the follows that no shard answers. */
  readonly hits: number;
  /** Requests a second to all shards: follows, and writes of clicks. */
  readonly follows: number;
  readonly clickWrites: number;
}

/** Simulates the readers of one data center; all others are alike. */
export function loadWith(exponent: number, shards: number, seconds: number = MEASURED_S): Load {
  const random = randomNumbers(7);
  const rate = FOLLOWS / DATA_CENTERS;
  const rank = ranksOf(exponent, random);
  const freshUntil = new Map<number, number>();
  const writes = new Set<string>();
  let measured = 0;
  let misses = 0;
  for (let time = 0; time < WARM_UP_S + seconds; time += -Math.log(1 - random()) / rate) {
    const link = rank();
    const isHit = (freshUntil.get(link) ?? 0) > time;
    const freshness = SHORTEST_FRESHNESS_S + random() * (LONGEST_FRESHNESS_S - SHORTEST_FRESHNESS_S);
    if (!isHit) freshUntil.set(link, time + freshness);
    if (time < WARM_UP_S) continue;
    measured++;
    if (!isHit) misses++;
    // A hot link is in a shard by chance; its number stands for its slug.
    else {
      const shard = shardOf(String(link).padStart(HASH_LENGTH, '0'), shards);
      writes.add(`${Math.floor(random() * ISOLATES)} ${Math.floor(time / CLICK_WINDOW_S)} ${shard}`);
    }
  }
  const follows = (misses / seconds) * DATA_CENTERS;
  return { exponent, hits: 1 - misses / measured, follows, clickWrites: (writes.size / seconds) * DATA_CENTERS };
}

/** Ranks from 1 to {@link LINKS} with the probability rank^-exponent, by inversion of the continuous distribution. */
function ranksOf(exponent: number, random: () => number): () => number {
  if (exponent === 1) return () => Math.floor(Math.exp(random() * Math.log(LINKS)));
  const power = 1 - exponent;
  const range = LINKS ** power - 1;
  return () => Math.floor((1 + random() * range) ** (1 / power));
}

/** Simulates, and returns the table. */
export function benchSpread(): Table {
  const spreads = [16, 64, 256, 1024, 4096].map((shards) => spreadOver(shards));
  const loads = [0.8, 1, 1.2].map((exponent) => loadWith(exponent, 4096));
  const percent = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} %`;
  return {
    about:
      `A simulation: ${figure(SAMPLE)} hash slugs spread over shards, and ${figure(FOLLOWS)} follows a second of ` +
      `${LINKS.toLocaleString('en')} links from ${DATA_CENTERS} data centers. \`docs/scale.md\` explains it.`,
    head: ['what', 'figure'],
    rows: [
      ...spreads.map(({ shards, fullest, expected, linksAtScale }) => [
        `the fullest of ${figure(shards)} shards above the mean (by chance)`,
        `${percent(fullest)} (${percent(expected)}); ${figure(linksAtScale)} links of the billion`,
      ]),
      ...loads.flatMap(({ exponent, hits, follows, clickWrites }) => [
        [`popularity as rank^-${exponent}: follows that no shard answers`, `${(hits * 100).toFixed(0)} %`],
        [
          `popularity as rank^-${exponent}: follows + writes of clicks a second, for each of 4,096 shards`,
          `${figure(follows / 4096)} + ${figure(clickWrites / 4096)}`,
        ],
      ]),
    ],
  };
}

if (import.meta.main) console.log(markdownOf(benchSpread()));
