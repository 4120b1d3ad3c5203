/**
 * Counts the clicks on hot links, beside their answers: an isolate collects clicks and adds them to the store in one
 * request for each shard. Clicks are exact as long as the processes live. What a killed process has collected is lost:
 * the clicks of at most {@link COLLECT_MS} and the time of a write.
 */
import { logFault } from '../log.ts';

/** The clicks on one link. */
export interface Clicks {
  readonly slug: string;
  readonly count: number;
  /** The time of the last one: ISO 8601. */
  readonly last: string;
}

/** Adds clicks to the store, and returns those that it could not add. */
export type AddClicks = (clicks: readonly Clicks[]) => Promise<readonly Clicks[]>;

/** Clicks are collected for this time, in milliseconds. */
const COLLECT_MS = 500;
/** The waits before the first and every further attempt. The platform gives a request 30 seconds after its answer. */
const WAITS_MS = [COLLECT_MS, 1000, 2000, 4000, 8000];
/** A write that has not ended by then has died with its request. */
const DEAD_MS = 60_000;

export class ClickCounter {
  readonly #clicks = new Map<string, { count: number; last: number }>();
  readonly #now: () => number;
  readonly #wait: (milliseconds: number) => Promise<void>;
  /** When the write began that takes the clicks along; `null` = none has begun. */
  #writingSince: number | null = null;

  /** @param now - the clock, in milliseconds since 1970 */
  constructor(now: () => number, wait: (milliseconds: number) => Promise<void> = sleep) {
    this.#now = now;
    this.#wait = wait;
  }

  /** Counts a click, and returns a write that the request must keep alive; `null` = another request does. */
  count(slug: string, add: AddClicks): Promise<void> | null {
    const now = this.#now();
    this.#collect(slug, 1, now);
    if (this.#writingSince !== null && now - this.#writingSince < DEAD_MS) return null;
    this.#writingSince = now;
    return this.#write(add);
  }

  #collect(slug: string, count: number, last: number): void {
    const before = this.#clicks.get(slug) ?? { count: 0, last };
    this.#clicks.set(slug, { count: before.count + count, last: Math.max(before.last, last) });
  }

  async #write(add: AddClicks): Promise<void> {
    for (const milliseconds of WAITS_MS) {
      await this.#wait(milliseconds);
      // A click from now on begins a write of its own.
      this.#writingSince = null;
      const collected = [...this.#clicks].map(([slug, { count, last }]) => {
        return { slug, count, last: new Date(last).toISOString() };
      });
      this.#clicks.clear();
      const refused = await add(collected).catch((error: unknown) => {
        logFault(error);
        return collected;
      });
      for (const { slug, count, last } of refused) this.#collect(slug, count, Date.parse(last));
      // If another write has begun, it takes the refused clicks along.
      if (refused.length === 0 || this.#writingSince !== null) return;
      this.#writingSince = this.#now();
    }
    this.#writingSince = null;
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
