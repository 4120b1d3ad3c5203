/**
 * The answer to equal requests at the same time. The first one begins the flight and asks the server, the others get
 * the same answer, and the server is let go when all have left. The request that began it stays alive for the others.
 */
import { GatewayError } from '../../src/net/failure.ts';
import type { Notes } from '../log.ts';
import type { Fields } from './copies.ts';
import type { SharedBody } from './shared-body.ts';

/** An answer as each reader gets it. */
export interface SharedAnswer {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: Fields;
  readonly body: SharedBody | null;
  /** In octets; `null` = unknown. */
  readonly length: number | null;
  /** `server`: it was asked; `fresh`: a copy; `stale`: a copy, because the server did not answer. */
  readonly source: 'server' | 'fresh' | 'stale';
  /** Since the server answered, in seconds. */
  readonly age: number;
  /** Why a copy is shown that is not fresh; `null` = for no such reason. */
  readonly failure: GatewayError | null;
  /** Whether a copy of it is kept for others. */
  readonly isKept: boolean;
  /** What is noted about the transfer from the server. */
  readonly notes: Notes;
}

/** An answer that is too long to share, for the reader that began the flight. */
export interface LongAnswer {
  readonly response: Response;
  /** What is noted about its transfer. */
  readonly notes: Notes;
  /** Resolves when the transfer has ended. */
  readonly done: Promise<unknown>;
}

export type Landed = SharedAnswer | LongAnswer;

/** Reads what a flight is for. The signal aborts when nobody waits any more. */
export type Start = (signal: AbortSignal) => {
  readonly landed: Promise<Landed>;
  readonly finished: Promise<unknown>;
};

export class Flight {
  readonly landed: Promise<Landed>;
  /** Resolves when nothing of it is left to do. The request that began it stays alive until then. */
  readonly finished: Promise<void>;
  readonly #abandoned = Promise.withResolvers<void>();
  #readers = 0;
  #isAbandoned = false;
  #answer: Landed | null = null;

  /** Begins it for the request that calls this. */
  constructor(start: Start) {
    const abort = new AbortController();
    // Another request may be the last to leave. Only the one that began may end the connection.
    void this.#abandoned.promise.then(() => abort.abort(new GatewayError('client-closed', 'All clients have left.')));
    const { landed, finished } = start(abort.signal);
    this.landed = landed.then((answer) => {
      this.#answer = answer;
      return answer;
    });
    this.landed.catch(() => {});
    this.finished = Promise.allSettled([landed, finished]).then(() => {});
  }

  /** Whether one more reader would get the whole answer. */
  get isOpen(): boolean {
    if (this.#isAbandoned) return false;
    if (this.#answer === null) return true;
    return !('response' in this.#answer) && (this.#answer.body === null || this.#answer.body.hasBeginning);
  }

  get #isComplete(): boolean {
    const answer = this.#answer;
    return answer !== null && !('response' in answer) && (answer.body === null || answer.body.isComplete);
  }

  /** One more reader. It calls what this returns when it has the answer or leaves. */
  enter(): () => void {
    this.#readers += 1;
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      this.#readers -= 1;
      if (this.#readers > 0 || this.#isComplete) return;
      this.#isAbandoned = true;
      this.#abandoned.resolve();
    };
  }
}

/** The flights of an isolate. */
export class Flights {
  readonly #flights = new Map<string, Flight>();

  /** The flight of a request, and whether it began before. @param waitUntil - keeps the request alive that begins it */
  join(
    identity: string,
    start: Start,
    waitUntil: (work: Promise<unknown>) => void,
  ): { readonly flight: Flight; readonly leave: () => void; readonly isFirst: boolean } {
    const known = this.#flights.get(identity);
    if (known?.isOpen) return { flight: known, leave: known.enter(), isFirst: false };
    const flight = new Flight(start);
    const leave = flight.enter();
    this.#flights.set(identity, flight);
    waitUntil(
      flight.finished.then(() => {
        if (this.#flights.get(identity) === flight) this.#flights.delete(identity);
      }),
    );
    return { flight, leave, isFirst: true };
  }
}
