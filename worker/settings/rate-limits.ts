/** Rate limits: those of a Worker that has no bindings for them, and how it counts them itself. */

import { entriesIn } from '../../src/egress/entries.ts';
import { BoundedMap } from '../../src/kept.ts';

/**
 * The window of every rate limit, in seconds. README tells operators to configure this value, because the binding does
 * not reveal its own.
 */
export const RATE_PERIOD = 60;

/**
 * Requests in a minute, for each client, each server that links lead to, each owner, the searches of each owner, and
 * each server that is asked whether it wants to be called: those of wrangler.toml.
 */
const defaults = { client: 300, target: 120, link: 600, search: 30, challenge: 6 };

const isRate = (name: string): name is keyof typeof defaults => Object.hasOwn(defaults, name);

/** Reads `RATE_LIMITS`: `name=number` pairs, or `off` for `null`. A limit that is not named keeps its default. */
export function parseRateLimits(text: string): Readonly<typeof defaults> | null {
  if (text === 'off') return null;
  const limits = { ...defaults };
  for (const pair of entriesIn(text)) {
    const [, name = '', amount] = /^(\w+)=([1-9]\d{0,8})$/.exec(pair) ?? [];
    if (!isRate(name)) throw new TypeError(`${pair} is not name=number`);
    limits[name] = Number(amount);
  }
  return limits;
}

/**
 * Keys that are counted at a time. Beyond them, the oldest is forgotten, so that a flood of clients fills no memory.
 */
const MOST_KEYS = 100_000;

/** Has the interface of the rate-limit binding. Each key passes `limit` times in a period. */
export class LocalRate {
  readonly #limit: number;
  readonly #period: number;
  readonly #now: () => number;
  readonly #counts = new BoundedMap<string, number>(MOST_KEYS);
  #ends = 0;

  /** @param period - in milliseconds, as the clock */
  constructor(limit: number, period: number, now: () => number = Date.now) {
    this.#limit = limit;
    this.#period = period;
    this.#now = now;
  }

  async limit({ key }: RateLimitOptions): Promise<RateLimitOutcome> {
    const now = this.#now();
    if (now >= this.#ends) {
      this.#counts.clear();
      this.#ends = now + this.#period;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return { success: count <= this.#limit };
  }
}
