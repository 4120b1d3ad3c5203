/** Rate limits that the Worker counts itself, where the platform has no binding for them: on a machine of one's own. */

/**
 * Keys that are counted at a time. Beyond them, the oldest is forgotten, so that a flood of clients fills no memory.
 */
const MOST_KEYS = 100_000;

/** Has the interface of the rate-limit binding. Each key passes `limit` times in a period. */
export class LocalRate {
  readonly #limit: number;
  readonly #period: number;
  readonly #now: () => number;
  #counts = new Map<string, number>();
  #ends = 0;

  /**
   * @param limit - how often a key passes in a period
   * @param period - in milliseconds
   * @param now - the clock, in milliseconds
   */
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
    if (this.#counts.size > MOST_KEYS) {
      const [oldest = ''] = this.#counts.keys();
      this.#counts.delete(oldest);
    }
    return { success: count <= this.#limit };
  }
}
