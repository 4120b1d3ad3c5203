/** Responses of the API. Those to GET and HEAD have an entity tag, may be cached and are conditional (RFC 9110 §13). */
import { jsonText } from '../../src/octets/controls.ts';
import { fingerprint } from '../settings/fingerprint.ts';
import { version } from '../version.ts';
import { HEADERS, JSON_TYPE, matchesTag, REQUEST_ID } from './headers.ts';
import { hasPassword } from './passwords.ts';
import { recentAnswersOf } from './recent-answers.ts';
import type { RequestContext } from './request-context.ts';

export { JSON_TYPE } from './headers.ts';

export const TEXT_TYPE = 'text/plain; charset=utf-8';

/** An hour. An answer depends only on the request and the version, so only a new version makes it stale. */
const CACHEABLE = 'public, max-age=3600';

const encoder = new TextEncoder();

/** Headers by media type, for {@link responseWith}. */
const headersByType = new Map<string, Headers>();

function headersWith(commonHeaders: Readonly<Record<string, string>>, type: string): Record<string, string> {
  return { ...commonHeaders, 'Cache-Control': CACHEABLE, 'Content-Type': type, Vary: 'Accept' };
}

/** The headers of answers of the API. There are few types: no client names one. */
function headersOf(type: string): Headers {
  const known = headersByType.get(type);
  if (known !== undefined) return known;
  const headers = new Headers(headersWith(HEADERS, type));
  headersByType.set(type, headers);
  return headers;
}

/** The answer to GET or HEAD, or 304 if the client already has it. */
export function answer(
  context: RequestContext,
  type: string,
  body: string,
  commonHeaders: Readonly<Record<string, string>> = HEADERS,
): Response {
  const { request, method, url, environment } = context;
  const tag = `"${fingerprint(`${version} ${environment.fingerprint} ${type} ${url}`)}"`;
  const ifNoneMatch = request.headers.get('If-None-Match');
  if (ifNoneMatch !== null && matchesTag(ifNoneMatch, tag)) {
    const headers = { ...commonHeaders, 'Cache-Control': CACHEABLE, ETag: tag, Vary: 'Accept' };
    return new Response(null, { status: 304, headers });
  }
  const headers = commonHeaders === HEADERS ? headersOf(type) : new Headers(headersWith(commonHeaders, type));
  headers.set('ETag', tag);
  if (method !== 'HEAD') return responseWith(context, body, 200, headers);
  const response = responseWith(context, null, 200, headers);
  response.headers.set('Content-Length', String(encoder.encode(body).length));
  return response;
}

/**
 * As {@link answer}, with a body that depends on the address, the media type and the settings alone: it is made once
 * for all who ask for it soon. That about a URL with a password is not kept.
 *
 * @param make - the body; it notes the scheme of the URL
 */
export function answerAgain(
  context: RequestContext,
  type: string,
  make: () => string,
  commonHeaders: Readonly<Record<string, string>> = HEADERS,
): Response {
  const { notes, url } = context;
  const recent = recentAnswersOf(context.environment);
  const key = `${type} ${url}`;
  const known = recent.find(key);
  if (known === null) {
    const body = make();
    if (!hasPassword(context)) recent.keep(key, { body, scheme: notes.scheme });
    return answer(context, type, body, commonHeaders);
  }
  notes.scheme = known.scheme;
  return answer(context, type, known.body, commonHeaders);
}

/**
 * A response with headers that many answers share. The runtime copies a `Headers` faster than it reads names and values
 * from an object, or changes those of a response. So what only this answer has stands among the shared ones until they
 * are copied, which is at once.
 */
export function responseWith(
  { identity }: Pick<RequestContext, 'identity'>,
  body: string | null,
  status: number,
  shared: Headers,
): Response {
  if (identity === undefined) shared.delete(REQUEST_ID);
  else shared.set(REQUEST_ID, identity.id);
  const response = new Response(body, { status, headers: shared });
  if (identity !== undefined) identity.answer = response;
  return response;
}

/** As `Response.json`, without control characters in the JSON. */
export function responseWithJson(value: unknown, { headers }: { readonly headers: HeadersInit }): Response {
  // A text would have the media type of text.
  const response = new Response(encoder.encode(jsonText(value)), { headers });
  if (!response.headers.has('Content-Type')) response.headers.set('Content-Type', JSON_TYPE);
  return response;
}

/** A value as JSON, as answers have it. */
export function jsonLine(value: unknown): string {
  return `${jsonText(value)}\n`;
}

/** The answer to GET or HEAD with a value as JSON. */
export function answerJson(context: RequestContext, value: unknown): Response {
  return answer(context, JSON_TYPE, jsonLine(value));
}

/** An answer that must not be cached: to POST, or one that changes with time. */
export function answerOnce(type: string, body: BodyInit): Response {
  return new Response(body, { headers: { ...HEADERS, 'Cache-Control': 'no-store', 'Content-Type': type } });
}

/** An answer with a value as JSON that must not be cached. */
export function answerJsonOnce(value: unknown): Response {
  return answerOnce(JSON_TYPE, jsonLine(value));
}
