/** The order of checks: a server has one at a time, with a pause after it, and few servers are asked at once. */
import type { Resolution } from '../../../src/index.ts';

/** Kinds of links that need no server in the link, because a setting names one. */
const CONFIGURED: ReadonlySet<Resolution['kind']> = new Set(['news', 'mid', 'go']);

/** A key for the server of a link, for {@link Turns}; empty = the link has none. Ports of one host count together. */
export function serverOf({ kind, components }: Pick<Resolution, 'kind' | 'components'>): string {
  return components.host || (CONFIGURED.has(kind) ? kind : '');
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
