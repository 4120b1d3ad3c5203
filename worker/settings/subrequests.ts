/** The setting `SUBREQUESTS`: how many requests the platform lets one request make. */

/**
 * Fits a paid plan with the lowest limit that the platform has had. A free plan has fewer, and the platform refuses the
 * others, which `lookups.ts` notices.
 */
const DEFAULT = 1000;

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
  if (text === '') return DEFAULT;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new TypeError('not a number of requests');
  return Number(text);
}
