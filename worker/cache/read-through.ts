/**
 * Answers a request from a fresh copy, from an answer that is on its way to another reader, from the server, or from
 * the last good copy if the server does not answer: in this order.
 */

import { Deadline, timedOut, underSignal } from '../../src/net/deadline.ts';
import type { GatewayCode } from '../../src/net/failure.ts';
import { codeOf, type GatewayError, gatewayErrorOf, isFailure } from '../../src/net/failure.ts';
import { matchesTag } from '../http/headers.ts';
import type { PlatformCache, RequestContext } from '../http/request-context.ts';
import { type Notes, newNotes } from '../log.ts';
import { pump } from '../net/pump.ts';
import { limits } from '../settings/limits.ts';
import type { Cache } from './cache.ts';
import { type Copy, type Fields, FOR_SHARED_CACHES, fieldsOf } from './copies.ts';
import type { Landed, LongAnswer, SharedAnswer, Start } from './flight.ts';
import { type InnerAnswer, innerRequestOf, readInnerAnswer } from './platform-cache.ts';
import { SharedBody, type SharingLimits } from './shared-body.ts';
import { requestOf, type SharedRequest } from './shared-request.ts';

/** Asks the server. */
export type Ask = (context: RequestContext) => Promise<Response>;

export interface Question {
  readonly request: SharedRequest;
  /** The context of the reader. */
  readonly context: RequestContext;
  readonly ask: Ask;
  /** Whether the policy lets anybody see this server, asked before a copy is shown. */
  readonly mayShowCopy: () => boolean;
}

/** The answer for one reader. */
export interface ReaderAnswer {
  readonly response: Response;
  /** Why this is not what the server says now; `null` = it is, or a fresh copy of it. */
  readonly stale: { readonly age: number; readonly failure: GatewayError } | null;
}

/** The failures after which the last good copy is shown: the server did not answer, or could not. */
const UNANSWERED: ReadonlySet<GatewayCode> = new Set([
  'gateway-unreachable',
  'gateway-timeout',
  'gateway-busy',
  'gateway-server-failure',
  // The server may not be asked again in this minute.
  'rate-limited',
]);

/** The failures after which a copy is no longer true: the server says that there is no such thing for everybody. */
const WITHDRAWN: ReadonlySet<GatewayCode> = new Set(['not-found', 'forbidden', 'unauthorized', 'egress-denied']);

/** @throws GatewayError if the server does not answer and there is no copy */
export async function readThrough(cache: Cache, question: Question): Promise<ReaderAnswer> {
  const { request, context, ask } = question;
  const { total } = context.environment.deadlines;
  // The flight has the deadlines of the server. This one is for a flight that the runtime has ended.
  const late = total === null ? null : total + GRACE_MS;
  const lifetime = new Deadline(late, timedOut('total'), context.request.signal);
  const { identity, cacheControl } = request;
  const { flight, leave, isFirst } = cache.flights.join(
    // A reader who wants a younger copy does not wait for one that may be too old.
    `${cacheControl} ${identity}`,
    beginning(cache, question),
    context.waitUntil,
  );
  try {
    const landed = await underSignal(flight.landed, lifetime.signal);
    if ('response' in landed) {
      if (isFirst) return { response: ownResponse(landed, context, leave), stale: null };
    } else if (landed.body === null || landed.body.hasBeginning) {
      return answerFor(landed, context, isFirst, leave);
    }
  } catch (error) {
    leave();
    throw error;
  } finally {
    lifetime.end();
  }
  // What is too long for sharing goes to each reader by itself.
  leave();
  context.notes.cache = 'miss';
  return { response: await ask(context), stale: null };
}

const GRACE_MS = 10_000;

/** Asks for the answer on behalf of all readers, in the request of the first. */
function beginning(cache: Cache, { request, context, ask, mayShowCopy }: Question): Start {
  return (signal) => {
    const notes = newNotes();
    const streaming: Promise<void>[] = [];
    let announced: number | null = null;
    const announce = (length: number) => {
      announced = length;
    };
    const end = Promise.withResolvers<unknown>();
    const land = async (): Promise<Landed> => {
      // A reader who wants a younger copy asks the server.
      const inner = request.cacheControl === '' ? (context.platform?.() ?? null) : null;
      const before = request.cacheControl === '' ? cache.failures.get(request.identity) : null;
      const known = mayShowCopy() ? await cache.copies.find(request) : null;
      // The cache of the platform can be purged, its Cache API cannot: there, a copy only stands in for the server.
      const isFresh = inner === null && known?.isFresh === true;
      if (known !== null && (isFresh || before !== null)) return fromCopy(known, isFresh ? null : before);
      void known?.body?.cancel();
      try {
        const kept = inner === null ? null : await askPlatform(inner, request, signal);
        const asked = { ...context, request: requestOf(request, signal), notes, streaming, announce };
        const answer = kept ?? whole(await ask(asked));
        cache.failures.forget(request.identity);
        return await fromServer(answer, known);
      } catch (error) {
        if (!isFailure(error)) throw error;
        const code = codeOf(error);
        if (WITHDRAWN.has(code)) await cache.copies.forget(request);
        // There may be one meanwhile, from another question or another isolate.
        const copy = UNANSWERED.has(code) && mayShowCopy() ? await cache.copies.find(request) : null;
        if (copy === null) throw error;
        const failure = gatewayErrorOf(error);
        cache.failures.note(request.identity, failure);
        return fromCopy(copy, failure);
      }
    };
    const fromCopy = ({ headers, body, age, isFresh }: Copy, failure: GatewayError | null): SharedAnswer => {
      const shared = body === null ? null : new SharedBody(body, sharingLimits(cache, context));
      end.resolve(shared?.whole);
      const length = Number(headers['content-length'] ?? 0);
      const source = isFresh && failure === null ? 'fresh' : 'stale';
      return { status: 200, headers, body: shared, length, source, age, failure, isKept: true, notes };
    };
    const fromServer = async (
      { response, headers, length: told, isHit }: InnerAnswer,
      known: Copy | null,
    ): Promise<Landed> => {
      const { status, body } = response;
      let length = body === null ? null : (told ?? announced ?? lengthIn(headers));
      if (body !== null && length !== null && length > limits.sharedBody) {
        const done = Promise.allSettled(streaming);
        end.resolve(done);
        return { response, notes, done };
      }
      const isKept = cache.copies.lifetimeOf(request, status, headers) > 0;
      const shared = body === null ? null : new SharedBody(body, sharingLimits(cache, context));
      const keep = async () => {
        const whole = await shared?.whole;
        const isThere = isHit && known !== null && known.age <= ageIn(headers) + 1;
        if (isKept && whole && !isThere) await cache.copies.keep(request, headers, whole);
      };
      end.resolve(keep());
      // The runtime tells no length of a body that is complete from the start, either.
      if (shared !== null && length === null) length = await shared.lengthAtOnce();
      return {
        status,
        headers,
        body: shared,
        length,
        source: isHit ? 'fresh' : 'server',
        age: ageIn(headers),
        failure: null,
        isKept,
        notes,
      };
    };
    const landed = land();
    landed.catch(() => end.resolve(null));
    return { landed, finished: end.promise };
  };
}

/** Asks the inner entry, before which the platform has a cache; `null` if it refused. */
async function askPlatform(
  inner: PlatformCache,
  request: SharedRequest,
  signal: AbortSignal,
): Promise<InnerAnswer | null> {
  return readInnerAnswer(await inner.fetch(innerRequestOf(request, signal)));
}

/** An answer of this entry. */
const whole = (response: Response): InnerAnswer => ({
  response,
  headers: fieldsOf(response),
  length: null,
  isHit: false,
});

const ageIn = ({ age }: Fields): number => Number(age ?? 0) || 0;

function lengthIn({ 'content-length': length }: Fields): number | null {
  return length === undefined ? null : Number(length);
}

function sharingLimits({ memory }: Cache, { environment }: RequestContext): SharingLimits {
  const patience = (environment.deadlines.idle ?? LONGEST_IDLE_MS) + GRACE_MS / 2;
  return { keep: limits.sharedBody, window: limits.sharedWindow, memory, patience };
}

const LONGEST_IDLE_MS = 3_600_000;

/** The answer of a flight that only its first reader gets. */
function ownResponse({ response, notes, done }: LongAnswer, context: RequestContext, leave: () => void): Response {
  const { signal } = context.request;
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  const finish = () => {
    Object.assign(context.notes, notes, { ...ownNotes(context.notes), cache: 'miss' } satisfies Partial<Notes>);
  };
  context.streaming.push(done.then(finish));
  return response;
}

/** What the handler has noted about the request itself. */
const ownNotes = ({ route, scheme, urls, refusal }: Notes) => ({ route, scheme, urls, refusal });

/** The answer of a flight, for one of its readers. */
function answerFor(answer: SharedAnswer, context: RequestContext, isFirst: boolean, leave: () => void): ReaderAnswer {
  const { status, body, length, source, age, failure } = answer;
  const { request, notes, streaming } = context;
  notes.cache = failure !== null ? 'stale' : source === 'fresh' ? 'hit' : isFirst ? 'miss' : 'collapsed';
  const headers = new Headers({ ...answer.headers });
  headers.delete(FOR_SHARED_CACHES);
  headers.append('Cache-Status', cacheStatus(answer, isFirst));
  if (source !== 'server') headers.set('Age', String(age));
  // Somebody else's copy of a copy would have no age of its own.
  if (failure !== null) headers.set('Cache-Control', 'no-store');
  const stale = failure === null ? null : { age, failure };
  if (failure === null && status === 200 && isUnchanged(request.headers, answer.headers)) {
    leave();
    for (const name of ['Content-Length', 'Content-Type']) headers.delete(name);
    return { response: new Response(null, { status: 304, headers }), stale };
  }
  if (body === null) {
    leave();
    return { response: new Response(null, { status, headers }), stale };
  }
  const execution = { waitUntil: (promise: Promise<unknown>) => void streaming.push(promise.then(noop, noop)) };
  const ended = () => {
    if (answer.notes.unconfirmed) notes.unconfirmed = true;
    leave();
  };
  const delivery = { length, cap: Number.POSITIVE_INFINITY, ended };
  const stream = pump(body.join(), delivery, { request, notes, execution });
  return { response: new Response(stream, { status, headers }), stale };
}

const noop = (): void => {};

/** `Cache-Status` (RFC 9211): where the answer comes from. */
function cacheStatus({ source, failure, isKept }: SharedAnswer, isFirst: boolean): string {
  if (failure !== null) return `waypost; hit; detail=${failure.code}`;
  if (source === 'fresh') return 'waypost; hit';
  return `waypost; fwd=uri-miss${isFirst ? '' : '; collapsed'}${isKept ? '; stored' : ''}`;
}

/** Whether the client has this version (RFC 9110 §13.2.2). */
function isUnchanged(asked: Headers, { etag, 'last-modified': lastModified }: Fields): boolean {
  const tags = asked.get('If-None-Match');
  if (tags !== null) return etag !== undefined && matchesTag(tags, etag.replace(/^W\//, ''));
  const since = Date.parse(asked.get('If-Modified-Since') ?? '');
  return lastModified !== undefined && Date.parse(lastModified) <= since;
}
