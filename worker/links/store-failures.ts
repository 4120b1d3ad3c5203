/** The stores that fail during work on all of them. It goes on with the others, and its answer ends with these. */
import { StoreError } from '../errors/store-error.ts';
import type { Addressed } from '../http/address.ts';
import { type Problem, problemOf } from '../http/problem.ts';

/** The problem of a store, which `?store=` asks for alone. */
interface ProblemOfStore extends Problem {
  readonly store: number;
}

export class StoreFailures {
  readonly #errors = new Map<number, StoreError>();

  /** How many stores failed. */
  get size(): number {
    return this.#errors.size;
  }

  has(store: number): boolean {
    return this.#errors.has(store);
  }

  /** @throws the error, if it is not that of a store */
  add(error: unknown): void {
    if (!(error instanceof StoreError)) throw error;
    this.#errors.set(error.store, error);
  }

  /** @throws StoreError that of the first store that failed */
  rethrow(): void {
    for (const error of this.#errors.values()) throw error;
  }

  /** One problem for each store, in their order. */
  problems(context: Addressed): readonly ProblemOfStore[] {
    const errors = [...this.#errors.values()].toSorted((one, other) => one.store - other.store);
    return errors.map((error) => ({ ...problemOf(error, context), store: error.store }));
  }
}
