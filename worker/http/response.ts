/** Answers. Those of the API to GET and HEAD have an entity tag, may be cached and are conditional (RFC 9110 §13). */
import { jsonText } from '../../src/octets/controls.ts';
import { fingerprint } from '../settings/fingerprint.ts';
import { version } from '../version.ts';
import { HEADERS, JSON_TYPE, matchesTag } from './headers.ts';
import { hasPassword } from './passwords.ts';
import { recentAnswersOf } from './recent-answers.ts';
import type { RequestContext } from './request-context.ts';

export { JSON_TYPE } from './headers.ts';

export const TEXT_TYPE = 'text/plain; charset=utf-8';

/** An hour. An answer depends only on the request and the version, so only a new version makes it stale. */
const CACHEABLE = 'public, max-age=3600';

const encoder = new TextEncoder();

/**
 * The answer to GET or HEAD with a body that depends on the address, the media type and the settings alone, or 304 if
 * the client already has it.
 *
 * @param body - a function makes it once for all who ask for it soon, and notes the scheme of the URL
 */
export function answer(
  context: RequestContext,
  type: string,
  body: string | (() => string),
  commonHeaders: Readonly<Record<string, string>> = HEADERS,
): Response {
  const { request, method, url, environment } = context;
  const text = typeof body === 'string' ? body : madeOnce(context, type, body);
  const tag = `"${fingerprint(`${version} ${environment.fingerprint} ${type} ${url}`)}"`;
  const headers = { ...commonHeaders, 'Cache-Control': CACHEABLE, ETag: tag, Vary: 'Accept' };
  const ifNoneMatch = request.headers.get('If-None-Match');
  if (ifNoneMatch !== null && matchesTag(ifNoneMatch, tag)) return new Response(null, { status: 304, headers });
  const ofType = { ...headers, 'Content-Type': type };
  if (method !== 'HEAD') return new Response(text, { headers: ofType });
  return new Response(null, { headers: { ...ofType, 'Content-Length': String(encoder.encode(text).length) } });
}

/** What is told of a URL with a password is not kept. */
function madeOnce(context: RequestContext, type: string, make: () => string): string {
  const { notes, url } = context;
  const recent = recentAnswersOf(context.environment);
  const key = `${type} ${url}`;
  const known = recent.find(key);
  if (known !== null) {
    notes.scheme = known.scheme;
    return known.body;
  }
  const body = make();
  if (!hasPassword(context)) recent.keep(key, { body, scheme: notes.scheme });
  return body;
}

/** The headers of an answer that must not be cached. */
export const UNCACHED = { ...HEADERS, 'Cache-Control': 'no-store' };

/** An answer that must not be cached: to POST, or one that changes with time. */
export function answerOnce(type: string, body: BodyInit): Response {
  return new Response(body, { headers: { ...UNCACHED, 'Content-Type': type } });
}

/** The answer to what is done, and has nothing to show. */
export function answerNothing(): Response {
  return new Response(null, { status: 204, headers: UNCACHED });
}

/** A value as JSON, as answers have it: without control characters, and as a line. */
export function jsonLine(value: unknown): string {
  return `${jsonText(value)}\n`;
}

/** An answer with a value as JSON; without headers of its own, it must not be cached. */
export function answerJson(value: unknown, headers: HeadersInit = UNCACHED): Response {
  // A text would have the media type of text.
  const response = new Response(encoder.encode(jsonLine(value)), { headers });
  if (!response.headers.has('Content-Type')) response.headers.set('Content-Type', JSON_TYPE);
  return response;
}
