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
  /** Whether its file is damaged, as far as SQLite says so. */
  readonly isDamaged: boolean;

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
    this.isDamaged = DAMAGED.has(logged.cause);
  }

  /** What the operator of a server of one's own is told; `null` = nothing. */
  get advice(): string | null {
    const { cause, object } = this.logged;
    const file = `waypost-links/${object}.sqlite`;
    if (this.isDamaged) return `The file ${file} is damaged. docs/self-host.md says how to restore it.`;
    if (!cause.startsWith('workerd ')) return null;
    return `workerd logs the reason with this number. If ${file} is damaged, docs/self-host.md says how to restore it.`;
  }
}

/** What SQLite says of a file that is damaged, or is none of its own. */
const DAMAGED: ReadonlySet<string> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

const SENTENCES = {
  'store-away': (store: number) => `Store ${store} of short links does not answer. Try again in a moment.`,
  'store-full': (store: number) => `The disk of store ${store} of short links is full. Nothing was written.`,
} as const;
