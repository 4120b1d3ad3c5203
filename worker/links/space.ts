/**
 * Space on the disk of the stores, as the launcher of a self-hosted server keeps it. New links are refused before the
 * disk is full, so that links can be blocked and deleted for as long as possible. Elsewhere nobody can be asked, and
 * there is space until a store refuses.
 */
import { fault, RequestError } from '../errors/request-error.ts';
import type { DiskSpace } from '../settings/disk-space.ts';

/** An answer is used for this time, in milliseconds: what is written in it has to fit. */
const FRESH_MS = 1000;

const RETRY_AFTER_S = 60;

export class StoreSpace {
  readonly #service: Pick<Fetcher, 'fetch'> | undefined;
  #last: { readonly at: number; readonly space: DiskSpace | null } | null = null;

  /** @param service - the launcher; `undefined` = there is none */
  constructor(service: Pick<Fetcher, 'fetch'> | undefined) {
    this.#service = service;
  }

  /** The space now, or a second ago; `null` = nobody knows. */
  async read(): Promise<DiskSpace | null> {
    if (this.#service === undefined) return null;
    const now = Date.now();
    if (this.#last !== null && Math.abs(now - this.#last.at) < FRESH_MS) return this.#last.space;
    return this.#ask('GET');
  }

  /**
   * Has the reserve removed, because a write found no space.
   *
   * @returns whether another write may find some
   */
  async release(): Promise<boolean> {
    if (this.#service === undefined) return false;
    // Of those who find no space at the same time, the first has it made.
    return (await this.#ask('POST')) !== null;
  }

  async #ask(method: 'GET' | 'POST'): Promise<DiskSpace | null> {
    const at = Date.now();
    try {
      const response = await this.#service?.fetch('http://space/', { method });
      this.#last = { at, space: (await response?.json<DiskSpace>()) ?? null };
    } catch {
      this.#last = { at, space: null };
    }
    return this.#last.space;
  }

  /** Asks again at the next use, because something found no space. */
  forget(): void {
    this.#last = null;
  }

  /** Why nothing new can be written, 507; `null` = it can. */
  async refusal(): Promise<RequestError | null> {
    const space = await this.read();
    if (!space?.isLow) return null;
    const message = 'The disk of the short links is nearly full. What is left is kept for blocks and deletions.';
    return new RequestError('store-full', [fault('space-low', message)], { 'Retry-After': String(RETRY_AFTER_S) });
  }

  /** @throws RequestError 507 if what is left is kept for blocks and deletions */
  async check(): Promise<void> {
    const refusal = await this.refusal();
    if (refusal !== null) throw refusal;
  }
}
