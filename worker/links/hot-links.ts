/**
 * Hot links, which are answered where the reader is, without a request to their shard. A hash slug never gets another
 * target, so its redirect may be kept for as long as a block, a deletion or an end may take to be in force everywhere.
 * It is kept in the isolate, and in the cache of the data center if the runtime has one.
 */

/** The time until a change is in force everywhere, in copies that browsers keep too: milliseconds. */
export const LONGEST_FRESHNESS_MS = 60_000;

/** The links that an isolate keeps, and the most characters of their redirects: 20 MiB at most, of 128. */
const MOST_LINKS = 2000;
const LONGEST_REDIRECT = 4096;

/** A live link, ready to be followed. */
export interface HotLink {
  /** The value of `Location`. */
  readonly location: string;
  /** The value of `Link`; `null` = it would repeat `Location`. */
  readonly canonicalLink: string | null;
  /** The scheme of the target, for the log. */
  readonly scheme: string;
  /** From then on the store must be asked again, in milliseconds since 1970. */
  readonly staleAt: number;
}

/** The time from which on the answer of a shard is stale that was asked at `readAt`, in milliseconds since 1970. */
export function staleAfter(readAt: number, expiresAt: string | null): number {
  return Math.min(readAt + LONGEST_FRESHNESS_MS, expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt));
}

/** The part of the Cache API that is needed, for one data center. */
export interface SharedCache {
  match(key: string): Promise<Response | undefined>;
  put(key: string, response: Response): Promise<void>;
  delete(key: string): Promise<boolean>;
}

/** The hot links of an isolate, by their slugs. */
export class HotLinks {
  readonly #links = new Map<string, HotLink>();
  readonly #now: () => number;
  #shared: SharedCache | null;

  /** @param shared - the cache of the data center; `null` = there is none */
  constructor(shared: SharedCache | null, now: () => number) {
    this.#shared = shared;
    this.#now = now;
  }

  /** The link in this isolate; `null` if there is none that is fresh. */
  peek(slug: string): HotLink | null {
    const link = this.#links.get(slug);
    return link !== undefined && this.#now() < link.staleAt ? link : null;
  }

  /** The link in this isolate or data center; `null` if there is none that is fresh. */
  async find(slug: string, root: string): Promise<HotLink | null> {
    const response = await this.#ask((shared) => shared.match(keyOf(slug, root)));
    if (response === undefined || response === null) return this.peek(slug);
    const link: HotLink = await response.json();
    if (this.#now() >= link.staleAt) return null;
    this.#keep(slug, link);
    return link;
  }

  /** Keeps a link that the store has just answered. */
  async keep(slug: string, root: string, link: HotLink): Promise<void> {
    if (link.location.length + (link.canonicalLink?.length ?? 0) > LONGEST_REDIRECT) return;
    this.#keep(slug, link);
    const seconds = Math.ceil((link.staleAt - this.#now()) / 1000);
    const headers = { 'Cache-Control': `max-age=${seconds}`, 'Content-Type': 'application/json' };
    await this.#ask((shared) => shared.put(keyOf(slug, root), new Response(JSON.stringify(link), { headers })));
  }

  #keep(slug: string, link: HotLink): void {
    const [oldest] = this.#links.keys();
    if (this.#links.size >= MOST_LINKS && oldest !== undefined) this.#links.delete(oldest);
    this.#links.delete(slug);
    this.#links.set(slug, link);
  }

  /** Forgets all links of this isolate. */
  clear(): void {
    this.#links.clear();
  }

  /** Forgets a link that has changed, so that the change is in force at once where it was made. */
  async forget(slug: string, root: string): Promise<void> {
    this.#links.delete(slug);
    await this.#ask((shared) => shared.delete(keyOf(slug, root)));
  }

  /** Asks the cache of the data center. Bare workerd has the API, but no cache behind it. */
  async #ask<Result>(ask: (shared: SharedCache) => Promise<Result>): Promise<Result | null> {
    if (this.#shared === null) return null;
    try {
      return await ask(this.#shared);
    } catch {
      this.#shared = null;
      return null;
    }
  }
}

/** The key in the cache. No request to this address reads the cache, because the Worker comes first. */
function keyOf(slug: string, root: string): string {
  return `${root}/${slug}?hot`;
}
