/** The setting `RATE_LIMITS`: the rate limits of a Worker that has no bindings for them. */

/**
 * The window of every rate limit, in seconds. README tells operators to configure this value, because the binding does
 * not reveal its own.
 */
export const RATE_PERIOD = 60;

/** Requests in a minute, for each client, each server that links lead to, and each owner of short links. */
export interface RateLimits {
  readonly client: number;
  readonly target: number;
  readonly link: number;
}

/** Those of the bindings in wrangler.toml. */
const defaults: RateLimits = { client: 300, target: 120, link: 600 };

/**
 * Reads `RATE_LIMITS`: `name=number` pairs. A limit that is not named keeps its default.
 *
 * @returns `null` for `off`
 * @throws TypeError for a pair that cannot be parsed
 * @example
 * ```ts
 * parseRateLimits('client=60')?.client; // 60
 * ```
 */
export function parseRateLimits(text: string): RateLimits | null {
  if (text === 'off') return null;
  const limits: Record<keyof RateLimits, number> = { ...defaults };
  for (const pair of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [, name, amount] = /^(client|target|link)=([1-9]\d{0,8})$/.exec(pair) ?? [];
    if (name !== 'client' && name !== 'target' && name !== 'link') throw new TypeError(`${pair} is not name=number`);
    limits[name] = Number(amount);
  }
  return limits;
}
