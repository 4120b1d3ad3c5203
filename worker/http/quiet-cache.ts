/**
 * The Cache API, which only saves work: what fails in it is as if the cache had nothing. Bare workerd has the API, but
 * no cache behind it, so a look into it fails, each time.
 */

/** The part of the API that is needed: on Cloudflare a data center has it, on a self-hosted server a disk. */
export interface CacheStore {
  match(key: string): Promise<Response | undefined>;
  put(key: string, response: Response): Promise<void>;
  delete(key: string): Promise<boolean>;
}

/** How long a cache is left alone after a look into it has failed. */
const PAUSE_MS = 60_000;

export class QuietCache {
  readonly #open: () => Promise<CacheStore>;
  readonly #now: () => number;
  #store: Promise<CacheStore> | null = null;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(open: () => Promise<CacheStore>, now: () => number) {
    this.#open = open;
    this.#now = now;
  }

  /** What the cache has; `null` = nothing. */
  async match(key: string): Promise<Response | null> {
    const found = await this.#ask(async (store) => (await store.match(key)) ?? null);
    if (found === 'failed') this.#pausedUntil = this.#now() + PAUSE_MS;
    return found === 'failed' ? null : found;
  }

  async put(key: string, response: Response): Promise<void> {
    await this.#ask((store) => store.put(key, response));
  }

  async delete(key: string): Promise<void> {
    await this.#ask((store) => store.delete(key));
  }

  async #ask<Result>(ask: (store: CacheStore) => Promise<Result>): Promise<Result | 'failed' | null> {
    if (this.#now() < this.#pausedUntil) return null;
    try {
      this.#store ??= this.#open();
      return await ask(await this.#store);
    } catch {
      // Perhaps it opens the next time.
      this.#store = null;
      return 'failed';
    }
  }
}
