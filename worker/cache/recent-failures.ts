/**
 * Servers that did not answer a moment ago. While there is a copy to show, nobody waits for them again, and they are
 * not asked again, until this moment is over.
 */
import { BoundedMap } from '../../src/bounded-map.ts';
import type { GatewayError } from '../../src/net/failure.ts';

/** As long as a server may take for its first octet. */
const MOMENT_MS = 15_000;

/** The most failures that an isolate remembers. */
const MOST_FAILURES = 1000;

export class RecentFailures {
  readonly #failures = new BoundedMap<string, { readonly failure: GatewayError; readonly until: number }>(
    MOST_FAILURES,
  );
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get(identity: string): GatewayError | null {
    const known = this.#failures.get(identity);
    return known !== undefined && this.#now() < known.until ? known.failure : null;
  }

  note(identity: string, failure: GatewayError): void {
    this.#failures.set(identity, { failure, until: this.#now() + MOMENT_MS });
  }

  forget(identity: string): void {
    this.#failures.delete(identity);
  }
}
