/**
 * Writes the clicks of a shard: to the link, and to the day. Nothing else is stored about a click. Clicks are collected
 * for a moment and then written together; otherwise each click of a busy link would wait for the disk.
 */
import { logFault } from '../log.ts';
import { MOST_CLICKS } from './record.ts';
import { COUNT, COUNT_DAY, FORGET_DAYS } from './rows.ts';

/** Clicks are collected for this time. */
const DELAY_MS = 100;
/** Clicks that the disk refused are written again after this time. */
const RETRY_DELAY_MS = 1000;

/** The clicks of a day are kept for this number of days. */
const DAYS_KEPT = 400;

export class ClickWriter {
  readonly #storage: DurableObjectStorage;
  /** Clicks that are not on disk yet. */
  readonly #clicks = new Map<string, { count: number; last: string }>();
  #isScheduled = false;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** @param last - the time of the last click, ISO 8601 */
  add(slug: string, count = 1, last = new Date().toISOString()): void {
    const clicks = this.#clicks.get(slug) ?? { count: 0, last: '' };
    clicks.count += count;
    if (last > clicks.last) clicks.last = last;
    this.#clicks.set(slug, clicks);
    this.#schedule(DELAY_MS);
  }

  #schedule(milliseconds: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      this.write();
    }, milliseconds);
  }

  /**
   * Runs before a record is read, so that no caller sees an old count. If the disk refuses, the clicks are kept and
   * written later: a count is no reason to refuse a link.
   */
  write(): void {
    if (this.#clicks.size === 0) return;
    try {
      this.#storage.transactionSync(() => {
        for (const [slug, { count, last }] of this.#clicks) this.#writeOne(slug, count, last);
      });
      this.#clicks.clear();
    } catch (error) {
      logFault(error);
      this.#schedule(RETRY_DELAY_MS);
    }
  }

  #writeOne(slug: string, count: number, last: string): void {
    const { sql } = this.#storage;
    sql.exec(COUNT, count, MOST_CLICKS, last, last, slug);
    const day = last.slice(0, 10);
    const [row] = sql.exec(COUNT_DAY, slug, day, count, MOST_CLICKS);
    // The first clicks of a day: an old one may have to go.
    if (row?.clicks === count) sql.exec(FORGET_DAYS, slug, day, `-${DAYS_KEPT} days`);
  }
}
