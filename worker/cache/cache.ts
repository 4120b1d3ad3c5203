/**
 * One fetch for all readers. Each level answers what it can, and passes the rest on:
 *
 * ```
 *   reader ──▶ flights: the answer on its way to another reader ──▶ copies: a fresh copy ──▶ the server
 *                                                                   copies: the last good copy ◀── no answer
 * ```
 */
import { Deadline, timedOut, underSignal } from '../../src/net/deadline.ts';
import type { GatewayError } from '../../src/net/failure.ts';
import type { HeaderFields } from '../http/headers.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Notes, newNotes } from '../log.ts';
import type { Environment } from '../settings/environment.ts';
import { limits } from '../settings/limits.ts';
import { perEnvironment } from '../settings/per-environment.ts';
import { Copies, type Copy, headerFieldsOf, type SharedRequest } from './copies.ts';
import { type FlightAnswer, Flights, hasBeginning, type SharedAnswer } from './flights.ts';
import { answerFor, ownAnswer, type ReaderAnswer } from './reader-answer.ts';
import { SharedBody } from './shared-body.ts';

/** Asks the server. */
export type AskServer = (context: RequestContext) => Promise<Response>;

interface Question {
  readonly request: SharedRequest;
  /** The context of the reader. */
  readonly context: RequestContext;
  readonly ask: AskServer;
}

/** The name of the copies in the Cache API. Nothing that a client can request reads them. */
const NAME = 'waypost-copies';

/** How much longer than the server a reader waits, for a flight that the runtime has ended. */
const GRACE_MS = 10_000;

const LONGEST_IDLE_MS = 3_600_000;

/** What an isolate has for all readers. */
class Cache {
  readonly copies: Copies;
  readonly #flights = new Flights();
  readonly #memory = { left: limits.sharedMemory };
  /** How long readers wait for a slow one, in milliseconds. */
  readonly #patience: number;

  constructor({ deadlines, staleIfError }: Environment) {
    this.copies = new Copies(() => caches.open(NAME), staleIfError);
    this.#patience = (deadlines.idle ?? LONGEST_IDLE_MS) + GRACE_MS / 2;
  }

  /** @throws GatewayError if the server does not answer and there is no copy */
  async read(question: Question): Promise<ReaderAnswer> {
    const { request, context } = question;
    // A reader who wants a younger copy does not wait for one that may be too old.
    const key = `${request.cacheControl} ${request.identity}`;
    const make = (signal: AbortSignal) =>
      this.copies.read<FlightAnswer>(request, {
        show: (copy, failure) => this.#fromCopy(copy, failure),
        make: () => this.#askServer(question, signal),
      });
    const { answer, isFirst, leave } = this.#flights.read(key, make, context.waitUntil);
    const { total } = context.environment.deadlines;
    const lifetime = new Deadline(total === null ? null : total + GRACE_MS, timedOut('total'), context.request.signal);
    try {
      const arrived = await underSignal(answer, lifetime.signal);
      if (hasBeginning(arrived)) return answerFor(arrived, context, { isFirst, leave });
      if (arrived.kind === 'long' && isFirst) return ownAnswer(arrived, context, leave);
    } catch (error) {
      leave();
      throw error;
    } finally {
      lifetime.end();
    }
    // What is too long for sharing goes to each reader by itself.
    leave();
    context.notes.cache = 'miss';
    return { response: await question.ask(context), stale: null };
  }

  #fromCopy({ headers, body, age }: Copy, failure: GatewayError | null): SharedAnswer {
    const shared = body === null ? null : this.#share(body);
    return {
      kind: 'shared',
      status: 200,
      headers,
      body: shared,
      length: Number(headers['content-length'] ?? 0),
      copy: { age, failure },
      isKept: true,
      notes: newNotes(),
      done: Promise.resolve(shared?.whole),
    };
  }

  /** Asks the server for all readers, while the first one waits, by a request that has nothing else of that reader. */
  async #askServer({ request, context, ask }: Question, signal: AbortSignal): Promise<FlightAnswer> {
    const notes = newNotes();
    const streaming: Promise<void>[] = [];
    let announced: number | null = null;
    const response = await ask({
      ...context,
      request: new Request(request.url, { headers: request.headers, signal }),
      notes,
      streaming,
      announce: (length) => {
        announced = length;
      },
    });
    const length = response.body === null ? null : (announced ?? lengthIn(response));
    if (length === null || length <= limits.sharedBody) return this.#fromServer(request, response, { length, notes });
    return { kind: 'long', response, notes, done: Promise.allSettled(streaming) };
  }

  /** Shares an answer of the server, and keeps a copy of it for later readers. */
  async #fromServer(
    request: SharedRequest,
    response: Response,
    { length, notes }: { readonly length: number | null; readonly notes: Notes },
  ): Promise<SharedAnswer> {
    const { status } = response;
    const headers = headerFieldsOf(response);
    const isKept = this.copies.lifetimeOf(request, status, headers) > 0;
    const body = response.body === null ? null : this.#share(response.body);
    return {
      kind: 'shared',
      status,
      headers,
      body,
      // The runtime tells no length of a body that is complete from the start, either.
      length: length ?? (await body?.lengthAtOnce()) ?? null,
      copy: null,
      isKept,
      notes,
      done: isKept && body !== null ? this.#keep(request, headers, body) : Promise.resolve(body?.whole),
    };
  }

  async #keep(request: SharedRequest, headers: HeaderFields, body: SharedBody): Promise<void> {
    const whole = await body.whole;
    if (whole !== null) await this.copies.keep(request, headers, whole);
  }

  #share(body: ReadableStream<Uint8Array>): SharedBody {
    return new SharedBody(body, {
      keep: limits.sharedBody,
      window: limits.sharedWindow,
      memory: this.#memory,
      patience: this.#patience,
    });
  }
}

/** The cache of a Worker with these settings; `null` if the operator wants none. */
export const cacheOf = perEnvironment((environment) => (environment.cache === null ? null : new Cache(environment)));

function lengthIn({ headers }: Response): number | null {
  const length = headers.get('Content-Length');
  return length === null ? null : Number(length);
}
