/** The number of shards of short links, from the variable `LINK_SHARDS`. */
import { MOST_SHARDS } from '../links/slug.ts';

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
