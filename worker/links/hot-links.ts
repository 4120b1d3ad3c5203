/**
 * Hot links, which are answered where the reader is, without a request to their shard. A hash slug never gets another
 * target, so its redirect may be kept for as long as a block, a deletion or an end may take to be in force everywhere.
 * It is kept in the isolate, and in the cache of the data center if the runtime has one. An alias may get another
 * target at any time, so its redirect is kept for a second, in the isolate alone: no store could answer every follow of
 * an alias that many people open at once.
 */

import { BoundedMap } from '../../src/kept.ts';
import { type CacheStore, QuietCache } from '../http/quiet-cache.ts';

/** The time until a change is in force everywhere, in copies that browsers keep too: milliseconds. */
const LONGEST_FRESHNESS_MS = 60_000;

/** The same for the redirect of an alias, which browsers do not keep. */
const ALIAS_FRESHNESS_MS = 1000;

/** The last part of that time. In it one follow asks the store again, and the others still get the copy. */
const RENEWAL_MS = 300;

/** The hash slugs, and the aliases, that an isolate keeps, and the most characters of a redirect: 40 MiB of 128. */
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
  /** Whether the slug is an alias; absent = it is a hash slug. */
  readonly isAlias?: true;
  /** From then on the store must be asked again, in milliseconds since 1970. */
  readonly staleAt: number;
}

/** The time from which on the answer of a shard is stale that was asked at `readAt`, in milliseconds since 1970. */
export function staleAfter(readAt: number, expiresAt: string | null): number {
  return Math.min(readAt + LONGEST_FRESHNESS_MS, expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt));
}

/** The hot links of an isolate, by their slugs. */
export class HotLinks {
  readonly #hashes = new BoundedMap<string, HotLink>(MOST_LINKS);
  /** Apart, because every alias that is followed gets here, and must not take the place of a hash slug. */
  readonly #aliases = new BoundedMap<string, HotLink>(MOST_LINKS);
  /** Aliases that a follow has gone to renew. */
  readonly #renewed = new WeakSet<HotLink>();
  /** When a link of this isolate was forgotten last, in milliseconds since 1970. */
  #forgottenAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;
  /** Of the data center. */
  readonly #shared: QuietCache;

  /** @param shared - the cache of the data center */
  constructor(shared: CacheStore, now: () => number) {
    this.#shared = new QuietCache(async () => shared, now);
    this.#now = now;
  }

  /**
   * The link in this isolate; `null` if there is none that is fresh, or if it is this follow that is to renew it: else
   * all who follow a popular alias would ask its store in the moment in which its copy ends.
   */
  peek(slug: string): HotLink | null {
    const link = this.#hashes.get(slug) ?? this.#aliases.get(slug);
    if (link === undefined) return null;
    const left = link.staleAt - this.#now();
    if (left <= 0) return null;
    if (!link.isAlias || left > RENEWAL_MS || this.#renewed.has(link)) return link;
    this.#renewed.add(link);
    return null;
  }

  /** The hash slug in this isolate or data center; `null` if there is none that is fresh. */
  async find(slug: string, root: string): Promise<HotLink | null> {
    const askedAt = this.#now();
    const response = await this.#shared.match(keyOf(slug, root));
    const link: HotLink | undefined = response === null ? this.#hashes.get(slug) : await response.json();
    if (link === undefined || this.#now() >= link.staleAt) return null;
    // It may have changed here meanwhile.
    if (response !== null && askedAt <= this.#forgottenAt) return null;
    this.#hashes.set(slug, link);
    return link;
  }

  /**
   * Keeps an alias that the store has just answered, unless a link has changed here since the store was asked.
   *
   * @param askedAt - when the store was asked, in milliseconds since 1970
   */
  keepAlias(slug: string, link: HotLink, askedAt: number): void {
    if (!isShort(link) || askedAt <= this.#forgottenAt) return;
    const staleAt = Math.min(link.staleAt, askedAt + ALIAS_FRESHNESS_MS);
    this.#aliases.set(slug, { ...link, staleAt });
  }

  /** Keeps a hash slug, as {@link keepAlias} does an alias, and in the cache of the data center. */
  async keep(slug: string, root: string, link: HotLink, askedAt: number): Promise<void> {
    if (!isShort(link) || askedAt <= this.#forgottenAt) return;
    this.#hashes.set(slug, link);
    const seconds = Math.ceil((link.staleAt - this.#now()) / 1000);
    const headers = { 'Cache-Control': `max-age=${seconds}`, 'Content-Type': 'application/json' };
    await this.#shared.put(keyOf(slug, root), new Response(JSON.stringify(link), { headers }));
  }

  /** Forgets all links of this isolate. */
  clear(): void {
    this.#forgottenAt = this.#now();
    this.#hashes.clear();
    this.#aliases.clear();
  }

  /** Forgets a link in this isolate. */
  drop(slug: string): void {
    this.#forgottenAt = this.#now();
    this.#hashes.delete(slug);
    this.#aliases.delete(slug);
  }

  /** Forgets a link that has changed, so that the change is in force at once where it was made. */
  async forget(slug: string, root: string): Promise<void> {
    this.drop(slug);
    await this.#shared.delete(keyOf(slug, root));
  }
}

function isShort({ location, canonicalLink }: HotLink): boolean {
  return location.length + (canonicalLink?.length ?? 0) <= LONGEST_REDIRECT;
}

/** The key in the cache. No request to this address reads the cache, because the Worker comes first. */
function keyOf(slug: string, root: string): string {
  return `${root}/${slug}?hot`;
}
