/**
 * A limit for clients that try out slugs: each miss is a question to a store, and stores are few. A client that has
 * missed too often is refused before a store is asked, until its minute is over.
 */
import { BoundedMap } from '../../src/kept.ts';
import { GatewayError } from '../../src/net/failure.ts';
import { admitClient, clientKey } from '../net/rate.ts';
import { RATE_PERIOD } from '../settings/rate-limits.ts';

/** The clients that an isolate remembers. */
const MOST_CLIENTS = 10_000;

export class Misses {
  readonly #now: () => number;
  /** Why clients are refused, and until when. */
  readonly #refused = new BoundedMap<string, { readonly until: number; readonly error: GatewayError }>(MOST_CLIENTS);

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * @param client - its address; `null` if the platform does not report it
   * @throws GatewayError `rate-limited` for a client that has missed too often
   */
  check(client: string | null): void {
    const key = client === null ? null : clientKey(client);
    const refused = key === null ? undefined : this.#refused.get(key);
    if (key === null || refused === undefined) return;
    if (refused.until > this.#now()) throw refused.error;
    this.#refused.delete(key);
  }

  /** Counts a miss. @throws GatewayError `rate-limited` beyond the limit */
  async count(binding: RateLimit | undefined, client: string | null): Promise<void> {
    if (client === null) return;
    const key = clientKey(client);
    try {
      await admitClient(binding, `misses ${key}`);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#refused.set(key, { until: this.#now() + RATE_PERIOD * 1000, error });
      throw error;
    }
  }
}
