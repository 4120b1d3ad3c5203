/**
 * Writes the clicks of a shard: one row for a link, with its days in it. Nothing else is stored about a click. No click
 * waits here: an object that leaves memory, or that a deployment ends, would lose it.
 */

import { MOST_CLICKS } from '../../src/links/record.ts';
import { logFault } from '../log.ts';
import type { Clicks } from './click-counter.ts';
import { addToDay, decodeDays, encodeDays } from './days.ts';
import { type ChangeClock, type CountedRow, QUERIES } from './link-table.ts';

/** Clicks that the disk refused are written again after this time. */
const RETRY_DELAY_MS = 1000;

export class ClickWriter {
  readonly #storage: DurableObjectStorage;
  readonly #clock: ChangeClock;
  /** Clicks of answers that are just going out, and those that the disk refused. */
  #clicks: Clicks[] = [];
  #isScheduled = false;

  constructor(storage: DurableObjectStorage, clock: ChangeClock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Writes a click as soon as the answer is out, which does not wait for the disk. */
  add(slug: string): void {
    this.#clicks.push({ slug, count: 1, last: new Date().toISOString() });
    this.#schedule(0);
  }

  #schedule(milliseconds: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      this.flush();
    }, milliseconds);
  }

  /**
   * Runs before a record is read, so that no caller sees an old count. If SQLite refuses, the clicks are kept and
   * written later: a count is no reason to refuse a link. If the runtime cannot commit the turn, the object goes, and
   * its clicks with it.
   */
  flush(): void {
    if (this.#clicks.length === 0) return;
    try {
      this.write(this.#clicks);
      this.#clicks = [];
    } catch (error) {
      logFault(error);
      this.#schedule(RETRY_DELAY_MS);
    }
  }

  /** Writes clicks in this turn, all or none. Each link has one row, whatever its days are. */
  write(clicks: readonly Clicks[]): void {
    if (clicks.length === 0) return;
    this.#storage.transactionSync(() => {
      for (const [slug, ofLink] of Map.groupBy(clicks, (one) => one.slug)) this.#writeLink(slug, ofLink);
    });
  }

  #writeLink(slug: string, clicks: readonly Clicks[]): void {
    const { sql } = this.#storage;
    const [row] = sql.exec<CountedRow>(QUERIES.counted, slug);
    // There is no such link, or it was purged.
    if (row === undefined) return;
    let sum = row.clicks;
    let last = row.last_click_at ?? '';
    let days = decodeDays(row.days);
    for (const { count, last: at } of clicks) {
      sum = Math.min(sum + count, MOST_CLICKS);
      if (at > last) last = at;
      days = addToDay(days, at.slice(0, 10), count);
    }
    sql.exec(QUERIES.count, sum, last, encodeDays(days), this.#clock.now(), slug);
  }
}
