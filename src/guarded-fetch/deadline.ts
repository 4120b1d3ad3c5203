/** A signal with a limit of time, which follows another signal. */
import { EgressError } from '../egress/egress-error.ts';

/** The limits of time, and what each is about. */
const SENTENCES = {
  connectTime: 'The server did not accept a connection in time.',
  answerTime: 'The server did not answer in time.',
  totalTime: 'The whole answer took too long.',
} as const;

type TimeLimit = keyof typeof SENTENCES;

export class LimitDeadline {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal;
  readonly #limit: TimeLimit;
  readonly #milliseconds: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #follow = () => this.#controller.abort(this.#parent.reason);

  /** The clock runs from `start` on. */
  constructor(parent: AbortSignal, limit: TimeLimit, milliseconds: number) {
    this.signal = this.#controller.signal;
    this.#parent = parent;
    this.#limit = limit;
    this.#milliseconds = milliseconds;
    parent.addEventListener('abort', this.#follow, { once: true });
    if (parent.aborted) this.#follow();
  }

  start(): this {
    const expire = () => this.#controller.abort(new EgressError('TIMEOUT', this.#limit, SENTENCES[this.#limit]));
    // A longer time than a timer can hold is no limit.
    if (this.#milliseconds <= LONGEST_TIMER) this.#timer ??= setTimeout(expire, this.#milliseconds);
    return this;
  }

  /** Stops the clock, and follows the other signal no longer. */
  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#parent.removeEventListener('abort', this.#follow);
  }
}

const LONGEST_TIMER = 2 ** 31 - 1;

/** Waits for a promise or for the signal, whichever comes first, and throws the signal's reason. */
export function underSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
