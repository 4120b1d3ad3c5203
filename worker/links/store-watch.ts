/** What this process knows of stores that fail, from what was asked of them. */
import type { StoreError } from '../errors/store-error.ts';
import { metrics, type StoreOperation } from '../metrics.ts';
import type { ShardWatch } from './shards.ts';
import type { StoreSpace } from './space.ts';

export class StoreWatch implements ShardWatch {
  readonly #space: Pick<StoreSpace, 'read' | 'release' | 'forget'>;
  readonly troubled = new Map<number, StoreError>();

  constructor(space: Pick<StoreSpace, 'read' | 'release' | 'forget'>) {
    this.#space = space;
  }

  readonly isFull = async (): Promise<boolean> => {
    this.#space.forget();
    return (await this.#space.read())?.isLow === true;
  };

  readonly makeSpace = (): Promise<boolean> => this.#space.release();

  readonly failed = (error: StoreError, operation: StoreOperation): void => {
    metrics.countStoreFault(operation);
    if (error.problem === 'store-full') this.#space.forget();
    if (error.problem === 'store-away') this.troubled.set(error.store, error);
  };

  /** A store that answers is back. A damaged one answers, too, where it is whole: it stays damaged until a restart. */
  readonly answered = (store: number): void => {
    if (this.troubled.get(store)?.isDamaged === false) this.troubled.delete(store);
  };

  /** The numbers of the stores that failed when they were asked last, or are damaged. */
  get away(): readonly number[] {
    return [...this.troubled.keys()].toSorted((one, other) => one - other);
  }
}
