/**
 * Deadlines. Every wait for a server ends: a deadline aborts a signal, and each wait under that signal ends with the
 * deadline's error.
 */
import { ProtocolError } from '../protocols/protocol-error.ts';
import { type Failure, GatewayError, isFailure } from './failure.ts';

/** A connection itself watches over `first` and `idle`, and a session over its own. */
const MESSAGES: Readonly<Record<'connect' | 'total' | 'handshake', string>> = {
  connect: 'The server did not accept a connection in time.',
  handshake: 'The server accepted the connection, but did not agree on TLS in time.',
  total: 'The whole answer took too long.',
};

export function timedOut(phase: keyof typeof MESSAGES): ProtocolError {
  return new ProtocolError('timeout', MESSAGES[phase]);
}

/** A signal that aborts when its time is up, or when its parent signal aborts. Its reason is always a `Failure`. */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #parent: AbortSignal | null;
  readonly #onAbort: () => void;

  /** @param parent - of the platform, or of another deadline */
  constructor(milliseconds: number | null, error: Failure, parent: AbortSignal | null) {
    const own = new AbortController();
    this.signal = own.signal;
    if (milliseconds !== null) this.#timer = setTimeout(() => own.abort(error), milliseconds);
    this.#parent = parent;
    this.#onAbort = () => {
      if (parent !== null) own.abort(abortReason(parent));
    };
    parent?.addEventListener('abort', this.#onAbort, { once: true });
    if (parent?.aborted) this.#onAbort();
  }

  /** Stops the clock. The parent signal still applies. */
  lift(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Stops the clock, and lets go of the parent signal: nothing waits any longer. */
  end(): void {
    this.lift();
    this.#parent?.removeEventListener('abort', this.#onAbort);
  }
}

/** The reason for an abort, as a `Failure`. When a client leaves, the platform supplies a reason of another type. */
export function abortReason(signal: AbortSignal): Failure {
  if (isFailure(signal.reason)) return signal.reason;
  return new GatewayError('client-closed', 'The client ended the request.', { cause: signal.reason });
}

/**
 * Waits for a promise or for the signal, whichever comes first. If the signal comes first, it throws its reason, and
 * the caller must end the work behind the promise.
 */
export function underSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortReason(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
