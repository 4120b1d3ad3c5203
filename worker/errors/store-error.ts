/**
 * A store of short links that failed. Everything that is answered, logged and counted about it follows from this error,
 * which is made in one place (`worker/links/shards.ts`).
 */
import { fault, RequestError } from './request-error.ts';
import type { ProblemName } from './table.ts';

/** A store that is away may be back after this time, and a disk may be emptied in the other one: seconds. */
const RETRY_AFTER = { 'store-away': 10, 'store-full': 60 } as const;

/** What an error is for whoever asked. An `internal-error` is a fault of ours in the code of the store. */
export type StoreProblem = keyof typeof RETRY_AFTER | Extract<ProblemName, 'internal-error'>;

/** What is known of a store that failed. None of it is text of a client or of a link. */
interface StoreFailure {
  readonly problem: StoreProblem;
  /** The number of the store, from 0. */
  readonly store: number;
  /** The identifier of its object: the name of its file on self-host. */
  readonly object: string;
  /** The method of the store that was asked. */
  readonly operation: string;
  /** A word of the platform: the code of SQLite, the state of the object, or the number that workerd logs beside it. */
  readonly cause: string;
  /** Whether the platform says that another try may help. */
  readonly retryable: boolean;
}

export class StoreError extends RequestError {
  override readonly name = 'StoreError';
  readonly store: number;
  /** For the log alone. */
  readonly logged: Pick<StoreFailure, 'store' | 'object' | 'operation' | 'cause'>;
  readonly retryable: boolean;

  constructor({ problem, retryable, ...logged }: StoreFailure) {
    const { store } = logged;
    const [faults, headers] =
      problem === 'internal-error'
        ? [[], {}]
        : [[fault(problem, SENTENCES[problem](store))], { 'Retry-After': String(RETRY_AFTER[problem]) }];
    super(problem, faults, headers);
    this.store = store;
    this.logged = logged;
    this.retryable = retryable;
  }
}

const SENTENCES = {
  'store-away': (store: number) => `Store ${store} of short links does not answer. Try again in a moment.`,
  'store-full': (store: number) => `The disk of store ${store} of short links is full. Nothing was written.`,
} as const;
