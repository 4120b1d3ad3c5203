/**
 * Turns at the links of an owner, one after the other. Whoever counts them and then makes more needs one: the links are
 * in several stores, and another request of the same owner would count the same.
 *
 * They are in memory, because each row is billed: a store that restarts in a turn gives the next one at once, and the
 * owner may get some links above the quota.
 */
export class OwnerTurns {
  readonly #last = new Map<string, Promise<void>>();

  /** Does work when all turns of the owner before it are over, whatever became of them. */
  take(owner: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.#last.get(owner) ?? Promise.resolve()).then(work);
    const end = turn.catch(() => undefined);
    this.#last.set(owner, end);
    return turn.finally(() => {
      if (this.#last.get(owner) === end) this.#last.delete(owner);
    });
  }
}
