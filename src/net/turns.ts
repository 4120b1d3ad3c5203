/** The one scheduler of politeness: how much happens at once, and how often each server is asked. */

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
  /** Longer pauses of servers, in milliseconds. */
  readonly #rests = new Map<string, number>();

  /** @param limits - the turns at the same time, and the pause after a turn of a server, in milliseconds */
  constructor({ concurrency, pause }: { readonly concurrency: number; readonly pause: number }) {
    this.#free = concurrency;
    this.#pause = pause;
  }

  /**
   * Does work when it is the turn of its server, or of all of its servers.
   *
   * @param servers - a key for each server; work without a server has an empty one, and waits for no other
   * @throws the error of the work
   */
  async take<Result>(servers: string | readonly string[], work: () => Promise<Result>): Promise<Result> {
    const turns = [servers].flat().map((server) => this.#queue(server));
    await Promise.all(turns.map(({ before }) => before));
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
      for (const { end } of turns) end();
    }
  }

  /** Makes the pause after the present turn of a server longer. */
  rest(server: string, milliseconds: number): void {
    this.#rests.set(server, milliseconds);
  }

  /** Queues a turn behind the others of its server. */
  #queue(server: string): { readonly before: Promise<void> | undefined; readonly end: () => void } {
    const before = this.#last.get(server);
    let resolve = (): void => undefined;
    const ended = new Promise<void>((end) => {
      resolve = end;
    });
    if (server !== '') this.#last.set(server, ended);
    const end = (): void => {
      if (this.#last.get(server) === ended) this.#last.delete(server);
      resolve();
    };
    return { before, end: () => this.#afterPause(server, end) };
  }

  #afterPause(server: string, end: () => void): void {
    const pause = Math.max(this.#pause, this.#rests.get(server) ?? 0);
    this.#rests.delete(server);
    if (pause > 0) setTimeout(end, pause);
    else end();
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
