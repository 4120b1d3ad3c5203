/** What one reader gets of an answer that is for all. */
import type { GatewayError } from '../../src/net/failure.ts';
import type { HeaderFields } from '../http/headers.ts';
import { matchesTag } from '../http/headers.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Notes } from '../log.ts';
import { pump } from '../net/pump.ts';
import { FOR_SHARED_CACHES, type ReasonToAsk } from './copies.ts';
import type { FlightPlace, LongAnswer, SharedAnswer } from './flights.ts';

/** The answer for one reader. */
export interface ReaderAnswer {
  readonly response: Response;
  /** Why this is not what the server says now; `null` = it is, or a fresh copy of it. */
  readonly stale: { readonly age: number; readonly failure: GatewayError } | null;
}

/** The place of a reader among the readers of an answer. */
interface ReaderPlace extends Pick<FlightPlace, 'isFirst' | 'leave'> {
  /** Why the server was asked; `null` = it was not. */
  readonly asked: ReasonToAsk | null;
}

const noop = (): void => {};

/** Of somebody who gets a copy without a question to the server. */
export const ALONE: ReaderPlace = { isFirst: true, leave: noop, asked: null };

/** A shared answer, for one of its readers. */
export function answerFor(answer: SharedAnswer, context: RequestContext, place: ReaderPlace): ReaderAnswer {
  const { isFirst, leave } = place;
  const { status, body, length, copy } = answer;
  const stale = copy?.failure ? { age: copy.age, failure: copy.failure } : null;
  const { request, notes, streaming } = context;
  notes.cache = stale !== null ? 'stale' : copy !== null ? 'hit' : isFirst ? 'miss' : 'collapsed';
  const headers = new Headers({ ...answer.headers });
  headers.delete(FOR_SHARED_CACHES);
  headers.append('Cache-Status', `waypost; ${whatHappened(answer, place)}`);
  if (copy !== null) headers.set('Age', String(copy.age));
  // Somebody else's copy of a copy would have no age of its own.
  if (stale !== null) headers.set('Cache-Control', 'no-store');
  if (stale === null && status === 200 && isUnchanged(request.headers, answer.headers)) {
    leave();
    for (const name of ['Content-Length', 'Content-Type']) headers.delete(name);
    return { response: new Response(null, { status: 304, headers }), stale };
  }
  if (body === null || request.method === 'HEAD') {
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

/** The answer of a flight that only its first reader gets. */
export function ownAnswer(
  { response, notes, done }: LongAnswer,
  context: RequestContext,
  { leave, asked }: Pick<ReaderPlace, 'leave' | 'asked'>,
): ReaderAnswer {
  const { signal } = context.request;
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  const finish = () => {
    Object.assign(context.notes, notes, { ...ownNotes(context.notes), cache: 'miss' } satisfies Partial<Notes>);
  };
  context.streaming.push(done.then(finish));
  return { response: withStatus(response, `fwd=${asked}`), stale: null };
}

/** An answer that says where it comes from, and nothing that is for our own caches alone. */
export function withStatus(response: Response, happened: string): Response {
  response.headers.delete(FOR_SHARED_CACHES);
  response.headers.append('Cache-Status', `waypost; ${happened}`);
  return response;
}

/** What the handler has noted about the request itself. */
const ownNotes = ({ route, scheme, urls, refusal }: Notes) => ({ route, scheme, urls, refusal });

/**
 * What `Cache-Status` (RFC 9211 §2) says: whether the server was asked, and why. Of a body that has not arrived as a
 * whole, nobody knows whether it will be stored.
 */
function whatHappened({ copy, isKept, body }: SharedAnswer, { isFirst, asked }: ReaderPlace): string {
  const failure = copy?.failure ?? null;
  const parts = [
    asked === null ? 'hit' : `fwd=${asked}`,
    ...(isFirst ? [] : ['collapsed']),
    ...(isKept && copy === null && body?.isComplete === true ? ['stored'] : []),
    ...(failure === null ? [] : [`detail=${failure.code}`]),
  ];
  return parts.join('; ');
}

/** Whether the client has this version (RFC 9110 §13.2.2). */
function isUnchanged(asked: Headers, { etag, 'last-modified': lastModified }: HeaderFields): boolean {
  const tags = asked.get('If-None-Match');
  if (tags !== null) return etag !== undefined && matchesTag(tags, etag.replace(/^W\//, ''));
  const since = Date.parse(asked.get('If-Modified-Since') ?? '');
  return lastModified !== undefined && Date.parse(lastModified) <= since;
}
