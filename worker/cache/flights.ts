/**
 * The level of the cache for equal requests at the same time. The first one begins a flight, which asks for the answer,
 * and all get the same. The flight is abandoned when all have left. The first request stays alive for the others.
 */
import { BoundedMap } from '../../src/kept.ts';
import { GatewayError } from '../../src/net/failure.ts';
import type { HeaderFields } from '../http/headers.ts';
import type { Notes } from '../log.ts';
import type { SharedBody } from './shared-body.ts';

/** What a reader is told of a copy. */
interface ShownAge {
  /** Since the server answered, in seconds. */
  readonly age: number;
  /** Why it is shown although it is not fresh; `null` = it is fresh. */
  readonly failure: GatewayError | null;
}

/** An answer as each reader gets it. */
export interface SharedAnswer {
  readonly kind: 'shared';
  readonly status: number;
  /** With names in lower case. */
  readonly headers: HeaderFields;
  readonly body: SharedBody | null;
  /** In octets; `null` = unknown. */
  readonly length: number | null;
  /** `null` = the server was asked. */
  readonly copy: ShownAge | null;
  /** Whether a copy of it is kept for others. */
  readonly isKept: boolean;
  /** What is noted about the transfer from the server. */
  readonly notes: Notes;
  /** Resolves when all of it has been read, and a copy is kept. */
  readonly done: Promise<unknown>;
}

/** An answer that is too long to share, for the reader that began the flight. */
export interface LongAnswer {
  readonly kind: 'long';
  readonly response: Response;
  /** What is noted about its transfer. */
  readonly notes: Notes;
  /** Resolves when the transfer has ended. */
  readonly done: Promise<unknown>;
}

export type FlightAnswer = SharedAnswer | LongAnswer;

/** Asks for the answer. The signal aborts when nobody waits any more. */
type Make = (signal: AbortSignal) => Promise<FlightAnswer>;

/** A place in a flight, for one reader. */
export interface FlightPlace {
  readonly answer: Promise<FlightAnswer>;
  /** Whether this reader began the flight. */
  readonly isFirst: boolean;
  /** Called when the reader has the answer, or goes away. */
  readonly leave: () => void;
}

/** The most keys whose last end is known. A reader looks for a copy for a moment only. */
const MOST_ENDS = 1000;

/** The flights of an isolate. */
export class Flights {
  readonly #flights = new Map<string, Flight>();
  /** How many flights have ended, by their key. */
  readonly #ends = new BoundedMap<string, number>(MOST_ENDS);

  /** Changes when a flight of this key ends: a copy may be there, which was not before. */
  ends(key: string): number {
    return this.#ends.get(key) ?? 0;
  }

  /** A place in the flight of a key, which begins if there is none. @param waitUntil - keeps the first request alive */
  read(key: string, make: Make, waitUntil: (work: Promise<unknown>) => void): FlightPlace {
    const known = this.#flights.get(key);
    if (known?.isOpen) return known.enter();
    const flight = new Flight(make);
    this.#flights.set(key, flight);
    const forget = () => {
      this.#ends.set(key, this.ends(key) + 1);
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    waitUntil(flight.done.then(forget));
    return { ...flight.enter(), isFirst: true };
  }
}

class Flight {
  /** Resolves when nothing of it is left to do. */
  readonly done: Promise<void>;
  readonly #answer: Promise<FlightAnswer>;
  readonly #abandoned = Promise.withResolvers<void>();
  #readers = 0;
  #isAbandoned = false;
  #hasFailed = false;
  /** `null` until it is there. */
  #arrived: FlightAnswer | null = null;

  /** Begins it for the request that calls this. */
  constructor(make: Make) {
    const abort = new AbortController();
    // Another request may be the last to leave. Only the one that began may end the connection.
    void this.#abandoned.promise.then(() => abort.abort(new GatewayError('client-closed', 'All clients have left.')));
    this.#answer = make(abort.signal).then(
      (answer) => {
        this.#arrived = answer;
        return answer;
      },
      (error: unknown) => {
        this.#hasFailed = true;
        throw error;
      },
    );
    this.done = this.#answer.then(({ done }) => done).then(noop, noop);
  }

  /** Whether one more reader would get the whole answer. */
  get isOpen(): boolean {
    if (this.#isAbandoned) return false;
    return this.#arrived === null || hasBeginning(this.#arrived);
  }

  /** One more reader. */
  enter(): FlightPlace {
    this.#readers += 1;
    let inside = true;
    const leave = () => {
      if (!inside) return;
      inside = false;
      this.#readers -= 1;
      // Of one that has failed, nothing is left to end, and the request that began it may be over.
      if (this.#readers > 0 || this.#hasFailed || isComplete(this.#arrived)) return;
      this.#isAbandoned = true;
      this.#abandoned.resolve();
    };
    return { answer: this.#answer, isFirst: false, leave };
  }
}

const noop = (): void => {};

/** Whether a new reader would get all of an answer. */
export function hasBeginning(answer: FlightAnswer): answer is SharedAnswer {
  return answer.kind === 'shared' && (answer.body === null || answer.body.hasBeginning);
}

/** Whether the server is needed no more. */
function isComplete(answer: FlightAnswer | null): boolean {
  return answer?.kind === 'shared' && (answer.body === null || answer.body.isComplete);
}
