/**
 * The limits on octets, requests and shards. Those of the replies that protocol clients read are in
 * `src/protocols/limits.ts`, those of texts that are read as a whole in `src/open/limits.ts`, those of sockets in
 * `src/net/limits.ts`, limits of time in `src/net/deadlines.ts`, rates in `rate-limits.ts`.
 */

import { entriesIn } from '../../src/egress/entries.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** In octets, unless the name says otherwise. */
export const limits = {
  /** A file of HTML that is shown as a page, and the beginning of a text that decides on its charset. */
  filePage: 1 * MiB,
  /** The values of one form that a person sends to a server, including a text file. */
  form: 64 * KiB,
  /** The JSON array of a batch. */
  array: 4 * MiB,
  /** Items of such an array. Lines of JSON have no such limit. */
  arrayItems: 1000,
  /** An answer that several readers share, and of which a copy is kept. */
  sharedBody: 4 * MiB,
  /** How far a longer answer may be ahead of the slowest of its readers. */
  sharedWindow: 256 * KiB,
  /** All answers that are being shared in an isolate, of 128 MiB. */
  sharedMemory: 32 * MiB,
  /** The default of `CACHE`. */
  cache: 256 * MiB,
  /** The default of `DOWNLOAD_CAP`. */
  download: 256 * MiB,
} as const;

const UNITS: Readonly<Record<string, number>> = { '': 1, KiB, MiB, GiB: 1024 * MiB };

/** Reads `DOWNLOAD_CAP`: octets, or a number with `KiB`, `MiB` or `GiB`. Empty = the default. */
export function parseSize(text: string): number {
  if (text === '') return limits.download;
  const [, amount = '', unit = ''] = /^(\d{1,15}) ?((?:[KMG]iB)?)$/.exec(text) ?? [];
  const size = Number(amount) * (UNITS[unit] ?? 1);
  if (size === 0) throw new TypeError('not a size');
  return size;
}

/** Reads `CACHE`: a size as for `DOWNLOAD_CAP`, of a MiB or more, or `off` for `null`. Empty = the default. */
export function parseCacheSize(text: string): number | null {
  if (text === 'off') return null;
  if (text === '') return limits.cache;
  const size = parseSize(text);
  if (size < MiB) throw new TypeError('too small for a cache');
  return size;
}

/**
 * Fits a paid plan with the lowest limit that the platform has had. A free plan has fewer: `SubrequestLimit` learns it.
 */
const DEFAULT_SUBREQUESTS = 1000;

/** Reads `SUBREQUESTS`: a whole number from 1 on. Empty = 1,000. */
export function parseSubrequests(text: string): number {
  if (text === '') return DEFAULT_SUBREQUESTS;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new TypeError('not a number of requests');
  return Number(text);
}

/** The most links of each owner; `null` = any number. */
interface LinkQuota {
  readonly everybody: number | null;
  readonly owners: ReadonlyMap<string, number | null>;
}

/** Reads `LINK_QUOTA`: a number or `off` for everybody, and `owner=number` or `owner=off`. Empty = `off`. */
export function parseLinkQuota(text: string): LinkQuota {
  const quotas = new Map<string, number | null>();
  for (const [index, entry] of entriesIn(text).entries()) {
    const [, name = EVERYBODY, amount] = /^(?:([A-Za-z0-9._-]{1,64})=)?(off|\d{1,12})$/.exec(entry) ?? [];
    const refuse = (requirement: string) => new TypeError(`entry ${index + 1} must ${requirement}`);
    if (amount === undefined) throw refuse(`be ${A_QUOTA}`);
    if (quotas.has(name)) throw refuse('not be about the same as one before it');
    quotas.set(name, amount === 'off' ? null : Number(amount));
  }
  const everybody = quotas.get(EVERYBODY) ?? null;
  quotas.delete(EVERYBODY);
  return { everybody, owners: quotas };
}

/** No owner has this name. */
const EVERYBODY = '';

export const A_QUOTA = 'a number such as `1000`, `off`, or either for one owner, such as `alice=5000`';

/** The most shards that short links can be spread over. */
export const MOST_SHARDS = 4096;

/** Reads `LINK_SHARDS`. Empty = `null`: the number of the first deployment. */
export function parseShards(text: string): number | null {
  if (text === '') return null;
  const shards = Number(text);
  if (/^\d{1,4}$/.test(text) && shards >= 1 && shards <= MOST_SHARDS) return shards;
  throw new TypeError(`LINK_SHARDS must be a number from 1 to ${MOST_SHARDS}`);
}

const LONGEST_CLICK_DELAY_S = 60;

/** A request keeps clicks for this time. With the attempts to write, it stays below the 30 seconds of the platform. */
export const KEEP_MS = 24_000;

/** Reads `CLICK_DELAY` into milliseconds. Empty = a minute. */
export function parseClickDelay(text: string): number {
  if (text === '') return LONGEST_CLICK_DELAY_S * 1000;
  const [, seconds = ''] = /^(\d{1,2})s$/.exec(text) ?? [];
  if (seconds === '' || Number(seconds) > LONGEST_CLICK_DELAY_S) throw new TypeError('not a time up to 60s');
  return Number(seconds) * 1000;
}

/** The jurisdictions of the platform. */
const JURISDICTIONS = ['eu', 'us', 'fedramp', 'fedramp-high'] as const;

type Jurisdiction = (typeof JURISDICTIONS)[number];

/** Reads `JURISDICTION`. Empty = `null`: anywhere. */
export function parseJurisdiction(text: string): Jurisdiction | null {
  if (text === '') return null;
  const jurisdiction = JURISDICTIONS.find((known) => known === text);
  if (jurisdiction === undefined) throw new TypeError('not a jurisdiction of the platform');
  return jurisdiction;
}
