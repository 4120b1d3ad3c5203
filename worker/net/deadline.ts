/**
 * Deadlines. Every wait for a server ends: a deadline aborts a signal, and each wait under that signal ends with the
 * deadline's error.
 */
import { GatewayError } from '../errors/gateway-error.ts';
import { repeatedErrors } from '../errors/repeated-errors.ts';
import type { Deadlines } from '../settings/deadlines.ts';

const MESSAGES: Readonly<Record<keyof Deadlines, string>> = {
  connect: 'The server did not accept a connection in time.',
  first: 'The server accepted the connection, but did not answer in time.',
  idle: 'The server stopped in the middle of its answer.',
  total: 'The whole answer took too long.',
  session: 'Neither you nor the server sent anything for too long.',
  longest: 'The session reached the time limit of this gateway.',
};

/** The error for a deadline that has passed. */
export function timedOut(phase: keyof Deadlines): GatewayError {
  return new GatewayError('gateway-timeout', MESSAGES[phase]);
}

/**
 * A signal that aborts when its time is up, or when its parent signal aborts.
 *
 * @example
 * ```ts
 * const total = new Deadline(60_000, timedOut('total'), null);
 * total.signal.aborted; // false
 * total.lift();
 * ```
 */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(milliseconds: number | null, error: GatewayError, parent: AbortSignal | null) {
    const own = new AbortController();
    this.signal = parent ? AbortSignal.any([parent, own.signal]) : own.signal;
    if (milliseconds !== null) this.#timer = setTimeout(() => own.abort(error), milliseconds);
  }

  /** Stops the clock. The parent signal still applies. */
  lift(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}

/**
 * The reason for an abort, as a `GatewayError`. When a client leaves, the platform supplies a reason of another type.
 */
export function abortReason(signal: AbortSignal): GatewayError {
  return signal.reason instanceof GatewayError ? signal.reason : repeatedErrors.clientClosed(signal.reason);
}

/**
 * Waits for a promise or for the signal, whichever comes first. If the signal comes first, the caller must end the work
 * behind the promise.
 *
 * @throws the reason of the signal
 */
export function underSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortReason(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Calls back when a wait takes too long. It is fast in loops of many short waits: starting and ending a wait only reads
 * the clock, and a new timer is set only when the last one has run out.
 *
 * @example
 * ```ts
 * let expired = false;
 * const timer = new IdleTimer(() => (expired = true));
 * timer.start(15_000);
 * await Promise.resolve('an answer');
 * timer.stop();
 * expired; // false
 * ```
 */
export class IdleTimer {
  readonly #expired: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** When `#timer` fires, and when the wait is over its limit, in milliseconds of the clock. */
  #fires = 0;
  #due = Number.POSITIVE_INFINITY;

  constructor(expired: () => void) {
    this.#expired = expired;
  }

  start(milliseconds: number | null): void {
    if (milliseconds === null) {
      this.pause();
      return;
    }
    this.#due = Date.now() + milliseconds;
    if (this.#timer !== null && this.#fires > this.#due) this.stop();
    if (this.#timer === null) this.#set(milliseconds);
  }

  pause(): void {
    this.#due = Number.POSITIVE_INFINITY;
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #set(milliseconds: number): void {
    this.#fires = Date.now() + milliseconds;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#due === Number.POSITIVE_INFINITY) return;
      const left = this.#due - Date.now();
      if (left > 0) this.#set(left);
      else this.#expired();
    }, milliseconds);
  }
}
