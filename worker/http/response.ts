/**
 * Responses of the API. Those to GET and HEAD have an entity tag, may be cached and are conditional (RFC 9110 §13). All
 * headers are set at once, because each later change is another call into the runtime.
 */

import { version } from '../version.ts';
import { fingerprint, matchesTag } from './entity-tag.ts';
import { HEADERS } from './headers.ts';
import type { RequestContext } from './request-context.ts';

export const JSON_TYPE = 'application/json';
export const TEXT_TYPE = 'text/plain; charset=utf-8';

/** An hour. An answer depends only on the request and the version, so only a new version makes it stale. */
const CACHEABLE = 'public, max-age=3600';

const encoder = new TextEncoder();

/**
 * The answer to GET or HEAD, or 304 if the client already has it.
 *
 * @param commonHeaders - the headers of the answer and of a 304
 */
export function answer(
  { request, method, url, environment }: RequestContext,
  type: string,
  body: string,
  commonHeaders: Readonly<Record<string, string>> = HEADERS,
): Response {
  const tag = `"${fingerprint(`${version} ${environment.fingerprint} ${type} ${url}`)}"`;
  const ifNoneMatch = request.headers.get('If-None-Match');
  if (ifNoneMatch !== null && matchesTag(ifNoneMatch, tag)) {
    const headers = { ...commonHeaders, 'Cache-Control': CACHEABLE, ETag: tag, Vary: 'Accept' };
    return new Response(null, { status: 304, headers });
  }
  const headers = { ...commonHeaders, 'Cache-Control': CACHEABLE, 'Content-Type': type, ETag: tag, Vary: 'Accept' };
  if (method !== 'HEAD') return new Response(body, { headers });
  const length = String(encoder.encode(body).length);
  return new Response(null, { headers: { ...headers, 'Content-Length': length } });
}

/** The answer to GET or HEAD with a value as JSON. */
export function answerJson(context: RequestContext, value: unknown): Response {
  return answer(context, JSON_TYPE, `${JSON.stringify(value)}\n`);
}

/** An answer that must not be cached: to POST, or one that changes with time. */
export function answerOnce(type: string, body: BodyInit): Response {
  return new Response(body, { headers: { ...HEADERS, 'Cache-Control': 'no-store', 'Content-Type': type } });
}
