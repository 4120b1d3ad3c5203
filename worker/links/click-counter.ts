/**
 * Counts clicks beside the answers. The platform bills each row that is written, and each request to a shard, so an
 * isolate holds the clicks on links that it has just followed, and writes them together: one row for a link, at most
 * once in the time of `CLICK_DELAY`. Clicks wait here and not in the objects of the shards, because an idle object
 * leaves memory after ten seconds, and a deployment ends it without a warning. An isolate may work on for 30 seconds
 * after an answer, whatever is deployed or evicted. So the request that keeps the clicks hands them to a later one, or
 * writes them. What a killed process has held is lost: the clicks of that time, of {@link KEEP_MS} and of a write.
 */
import { BoundedMap } from '../../src/kept.ts';
import { logFault } from '../log.ts';
import { KEEP_MS } from '../settings/limits.ts';

/** The clicks on one link, of one day in UTC. */
export interface Clicks {
  readonly slug: string;
  readonly count: number;
  /** The time of the last one: ISO 8601. */
  readonly last: string;
}

/** Adds clicks to the store, and returns those that it could not add. */
type AddClicks = (clicks: readonly Clicks[]) => Promise<readonly Clicks[]>;

/** The age of a keeper from which on the next click has its own. Each sleeps, so they must not be many. */
export const HANDOVER_MS = 2000;
/** The waits before further attempts to write. */
const WAITS_MS = [1000, 2000];
/** The slugs that an isolate remembers to have followed. A click on one that it has forgotten is written at once. */
const MOST_REMEMBERED = 10_000;

/** Stands for the beginning of a keeper where there is none. */
const NOBODY = Number.NEGATIVE_INFINITY;

const DAY_MS = 86_400_000;

interface Held {
  count: number;
  /** Milliseconds since 1970. */
  last: number;
}

export class ClickCounter {
  /** Milliseconds that a click may wait. */
  readonly #delay: number;
  readonly #now: () => number;
  readonly #wait: (milliseconds: number) => Promise<void>;
  readonly #held = new Map<string, Held>();
  /** Clicks of days that are over, and clicks that the store refused. */
  #others: Clicks[] = [];
  /** The time of the oldest click that is held; `null` = none is. */
  #oldest: number | null = null;
  /** When the newest keeper began. */
  #keptSince = NOBODY;
  /** When each slug was last followed here. */
  readonly #followed = new BoundedMap<string, number>(MOST_REMEMBERED);

  /**
   * @param delay - the time that a click may wait, in milliseconds
   * @param now - the clock, in milliseconds since 1970
   */
  constructor(delay: number, now: () => number, wait: (milliseconds: number) => Promise<void> = sleep) {
    this.#delay = delay;
    this.#now = now;
    this.#wait = wait;
  }

  /** How many entries of clicks wait: one for each link, and for each of its days that are over. */
  get waiting(): number {
    return this.#held.size + this.#others.length;
  }

  /**
   * Whether this isolate has followed the slug so recently that the next click is likely to come in time. Then clicks
   * are held; otherwise the shard counts the click as it answers, which costs no further request.
   */
  expects(slug: string): boolean {
    const now = this.#now();
    const before = this.#followed.get(slug);
    this.#followed.set(slug, now);
    // In a busy isolate, the clicks on other links keep this one.
    const isBusy = now - this.#keptSince < KEEP_MS;
    return before !== undefined && now - before < Math.min(isBusy ? this.#delay : KEEP_MS, this.#delay);
  }

  /** Holds a click, and returns work that the request must keep alive; `null` = another request does. */
  hold(slug: string, add: AddClicks): Promise<void> | null {
    const now = this.#now();
    this.#collect(slug, now);
    const oldest = this.#oldest ?? now;
    this.#oldest = oldest;
    const isDue = now - oldest >= this.#delay;
    // A clock may be set back.
    if (!isDue && Math.abs(now - this.#keptSince) < HANDOVER_MS) return null;
    this.#keptSince = now;
    return isDue ? this.#write(add) : this.#keep(add, now);
  }

  #collect(slug: string, now: number): void {
    const held = this.#held.get(slug);
    if (held === undefined) this.#held.set(slug, { count: 1, last: now });
    else if (dayNumber(held.last) === dayNumber(now)) {
      held.count++;
      held.last = now;
    } else {
      this.#others.push(clicksOf(slug, held));
      this.#held.set(slug, { count: 1, last: now });
    }
  }

  /**
   * Waits for as long as a request lives; then writes, unless a later request keeps the clicks. Clicks that are due are
   * not written before: the next follow takes them along, which costs no further request.
   */
  async #keep(add: AddClicks, since: number): Promise<void> {
    await this.#wait(Math.min(KEEP_MS, this.#delay));
    if (this.#keptSince === since) await this.#write(add);
  }

  async #write(add: AddClicks): Promise<void> {
    for (const milliseconds of [...WAITS_MS, null]) {
      // A click from now on has a keeper of its own, which takes refused clicks along.
      this.#keptSince = NOBODY;
      const refused = await this.#flush(add, () => true);
      if (refused.length === 0 || this.#keptSince !== NOBODY || milliseconds === null) return;
      const since = this.#now();
      this.#keptSince = since;
      await this.#wait(milliseconds);
      if (this.#keptSince !== since) return;
    }
  }

  /**
   * Writes the held clicks on some links now, so that whoever reads them next sees all that were made here.
   *
   * @returns whether the store took them; otherwise they are held again
   */
  async flush(add: AddClicks, isWanted: (slug: string) => boolean = () => true): Promise<boolean> {
    return (await this.#flush(add, isWanted)).length === 0;
  }

  async #flush(add: AddClicks, isWanted: (slug: string) => boolean): Promise<readonly Clicks[]> {
    const taken = this.#take(isWanted);
    if (taken.length === 0) return [];
    const refused = await add(taken).catch((error: unknown) => {
      logFault(error);
      return taken;
    });
    this.putBack(refused);
    return refused;
  }

  /** Takes the held clicks on some links out if they are due, for a request that goes to their shard anyway. */
  takeDue(isWanted: (slug: string) => boolean): readonly Clicks[] {
    return this.#oldest === null || this.#now() - this.#oldest < this.#delay ? [] : this.#take(isWanted);
  }

  /** Holds clicks again that were taken out and not written. */
  putBack(clicks: readonly Clicks[]): void {
    if (clicks.length === 0) return;
    this.#others.push(...clicks);
    this.#oldest ??= this.#now();
  }

  #take(isWanted: (slug: string) => boolean): readonly Clicks[] {
    const taken: Clicks[] = [];
    for (const [slug, held] of this.#held) {
      if (!isWanted(slug)) continue;
      taken.push(clicksOf(slug, held));
      this.#held.delete(slug);
    }
    taken.push(...this.#others.filter(({ slug }) => isWanted(slug)));
    this.#others = this.#others.filter(({ slug }) => !isWanted(slug));
    if (this.#held.size === 0 && this.#others.length === 0) this.#oldest = null;
    return taken;
  }
}

const dayNumber = (time: number): number => Math.floor(time / DAY_MS);

function clicksOf(slug: string, { count, last }: Held): Clicks {
  return { slug, count, last: new Date(last).toISOString() };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
