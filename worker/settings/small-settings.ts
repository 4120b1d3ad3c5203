/** Settings that are a path or a number. Each parser throws a TypeError for invalid text. */
import { limits } from './limits.ts';

/** Segments that need no escape (RFC 3986 §2.3), and are not dot segments. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/**
 * Reads `BASE_PATH`.
 *
 * @throws TypeError unless it begins with a slash, does not end with one, and needs no escape
 * @example
 * ```ts
 * parseBasePath('/waypost'); // '/waypost'
 * parseBasePath(''); // '', the root of the host
 * ```
 */
export function parseBasePath(text: string): string {
  if (BASE_PATH.test(text)) return text;
  throw new TypeError('it must begin with a slash and not end with one, like /waypost or /tools/waypost');
}

const UNITS: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/**
 * Reads `DOWNLOAD_CAP`: octets, or a number with `KiB`, `MiB` or `GiB`. Empty = the default.
 *
 * @example
 * ```ts
 * parseSize('64MiB'); // 67108864
 * ```
 */
export function parseSize(text: string): number {
  if (text === '') return limits.download;
  const [, amount = '', unit = ''] = /^(\d{1,15}) ?((?:[KMG]iB)?)$/.exec(text) ?? [];
  if (amount === '') throw new TypeError('not a size');
  return Number(amount) * (UNITS[unit] ?? 1);
}

/**
 * Fits a paid plan with the lowest limit that the platform has had. A free plan has fewer, and the platform refuses the
 * others, which `lookups.ts` notices.
 */
const DEFAULT_SUBREQUESTS = 1000;

/**
 * Reads `SUBREQUESTS`. Empty = 1,000.
 *
 * @throws TypeError for a text that is not a whole number from 1 on
 * @example
 * ```ts
 * parseSubrequests('50'); // 50
 * ```
 */
export function parseSubrequests(text: string): number {
  if (text === '') return DEFAULT_SUBREQUESTS;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new TypeError('not a number of requests');
  return Number(text);
}

/** The most shards that short links can be spread over. */
export const MOST_SHARDS = 4096;

/**
 * Reads `LINK_SHARDS`. Empty = `null`: the number of the first deployment.
 *
 * @throws TypeError for a text that is not a number from 1 to 4096
 * @example
 * ```ts
 * parseShards('64'); // 64
 * ```
 */
export function parseShards(text: string): number | null {
  if (text === '') return null;
  const shards = Number(text);
  if (/^\d{1,4}$/.test(text) && shards >= 1 && shards <= MOST_SHARDS) return shards;
  throw new TypeError(`LINK_SHARDS must be a number from 1 to ${MOST_SHARDS}`);
}
