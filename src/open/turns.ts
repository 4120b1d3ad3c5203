/** The order of checks: how many at once, and how often each server is asked. */
import type { Resolution } from '../index.ts';
import { openerOf } from './registry.ts';

/** A key for the server of a link, for {@link Turns}; empty = the link has none. Ports of one host count together. */
export function serverOf({ scheme, kind, components }: Pick<Resolution, 'scheme' | 'kind' | 'components'>): string {
  // A setting names the server.
  return components.host || (openerOf(scheme)?.needsServer === undefined ? '' : kind);
}

/**
 * Gives work its turn.
 *
 * @example
 * ```ts
 * const turns = new Turns({ concurrency: 3, pause: 0 });
 * await turns.take('h.example:70', async () => 'checked'); // 'checked'
 * ```
 */
export class Turns {
  readonly #pause: number;
  #free: number;
  readonly #waiting: (() => void)[] = [];
  /** The end of the last turn of each server that has one. */
  readonly #last = new Map<string, Promise<void>>();

  /** @param limits - the checks at the same time, and the pause after a check of a server, in milliseconds */
  constructor({ concurrency, pause }: { readonly concurrency: number; readonly pause: number }) {
    this.#free = concurrency;
    this.#pause = pause;
  }

  /**
   * Does work when it is the server's turn.
   *
   * @param server - a key for the server; work without a server has an empty one, and waits for no other
   * @throws the error of the work
   */
  async take<Result>(server: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(server);
    const { promise, resolve } = Promise.withResolvers<void>();
    if (server !== '') this.#last.set(server, promise);
    await before;
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
      const end = () => {
        if (this.#last.get(server) === promise) this.#last.delete(server);
        resolve();
      };
      if (this.#pause > 0) setTimeout(end, this.#pause);
      else end();
    }
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The place goes to the next one who waits. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
