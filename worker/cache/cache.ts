/**
 * One fetch for all readers. Each level answers what it can, and passes the rest on:
 *
 * ```
 *   reader ──▶ copies: a fresh copy ──▶ flights: the answer on its way to another reader ──▶ the server
 *              copies: the last good copy ◀── no answer
 * ```
 *
 * What a reader says of the age of copies decides about the copy alone: an answer on its way is younger than any.
 */
import { Deadline, timedOut, underSignal } from '../../src/net/deadline.ts';
import { gatewayErrorOf } from '../../src/net/failure.ts';
import { noAnswer } from '../../src/protocols/protocol-error.ts';
import type { HeaderFields } from '../http/headers.ts';
import { parseQuery } from '../http/query.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Notes, newNotes } from '../log.ts';
import type { Environment } from '../settings/environment.ts';
import { limits } from '../settings/limits.ts';
import { perEnvironment } from '../settings/per-environment.ts';
import { Copies, headerFieldsOf, type ReasonToAsk, type SharedRequest, type ShownCopy } from './copies.ts';
import { type FlightAnswer, Flights, hasBeginning, type SharedAnswer } from './flights.ts';
import { ALONE, answerFor, ownAnswer, type ReaderAnswer, withStatus } from './reader-answer.ts';
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
    const found = await this.#beforeAsking(request);
    if (typeof found !== 'string') return answerFor(this.#fromCopy(found), context, ALONE);
    try {
      const answer = await (context.method === 'HEAD' ? this.#ownAnswer(question, found) : this.#fly(question, found));
      this.copies.noteAnswer(request);
      return answer;
    } catch (error) {
      const instead = await this.copies.insteadOf(error, request);
      return answerFor(this.#fromCopy(instead), context, { ...ALONE, asked: found });
    }
  }

  /** A copy, or why the server has to be asked. */
  async #beforeAsking(request: SharedRequest): Promise<ShownCopy | ReasonToAsk> {
    const { identity } = request;
    const ends = this.#flights.ends(identity);
    const found = await this.copies.beforeAsking(request);
    // Who was looking while an answer was kept finds it now.
    const isLate = typeof found === 'string' && this.#flights.ends(identity) !== ends;
    return isLate ? this.copies.beforeAsking(request) : found;
  }

  /** Asks the server with all others who ask it now, whatever they sent. */
  async #fly(question: Question, asked: ReasonToAsk): Promise<ReaderAnswer> {
    const { request, context } = question;
    const make = (signal: AbortSignal) => this.#askServer(question, signal);
    const { answer, isFirst, leave } = this.#flights.read(request.identity, make, context.waitUntil);
    const { total } = context.environment.deadlines;
    const lifetime = new Deadline(total === null ? null : total + GRACE_MS, timedOut('total'), context.request.signal);
    try {
      const arrived = await underSignal(answer, lifetime.signal);
      if (hasBeginning(arrived)) return answerFor(arrived, context, { isFirst, leave, asked });
      if (arrived.kind === 'long' && isFirst) return ownAnswer(arrived, context, { leave, asked });
    } catch (error) {
      leave();
      throw error;
    } finally {
      lifetime.end();
    }
    // What is too long for sharing goes to each reader by itself.
    leave();
    return this.#ownAnswer(question, asked);
  }

  /** Asks for this reader alone. */
  async #ownAnswer({ request, context, ask }: Question, asked: ReasonToAsk): Promise<ReaderAnswer> {
    context.notes.cache = 'miss';
    return { response: withStatus(await this.#answerOf(request, ask, context), `fwd=${asked}`), stale: null };
  }

  /** @throws GatewayError also for an answer without a word, if there is a copy that has more */
  async #answerOf(request: SharedRequest, ask: AskServer, context: RequestContext): Promise<Response> {
    let isSilence = false;
    const suspect = () => {
      isSilence = true;
    };
    const response = await ask({ ...context, suspect });
    if (!isSilence || !(await this.copies.has(request))) return response;
    void response.body?.cancel();
    throw gatewayErrorOf(noAnswer());
  }

  #fromCopy({ copy, failure }: ShownCopy): SharedAnswer {
    const { headers, body, age } = copy;
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
    const response = await this.#answerOf(request, ask, {
      ...context,
      url: request.url,
      query: parseQuery(request.url),
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
