/**
 * Answers that one address gives again and again: tagged, cacheable, conditional (RFC 9110 §13), the same for
 * GET and HEAD. Headers are set in one go, since each later change costs a crossing into the runtime.
 */

import { version } from '../version.ts';
import { fingerprint, isNamed } from './entity-tag.ts';
import { HEADERS } from './headers.ts';
import type { RequestContext } from './request-context.ts';

export const JSON_TYPE = 'application/json';
export const TEXT_TYPE = 'text/plain; charset=utf-8';

/** An hour: answers follow from the request and the version alone, so only a new version makes one stale. */
const CACHEABLE = 'public, max-age=3600';

const encoder = new TextEncoder();

/**
 * The answer to GET or HEAD, or 304 where the client has it already.
 *
 * @param always - the headers that it has whatever it says
 */
export function answer(
  { request, method, url, environment }: RequestContext,
  type: string,
  body: string,
  always: Readonly<Record<string, string>> = HEADERS,
): Response {
  const tag = `"${fingerprint(`${version} ${environment.fingerprint} ${type} ${url}`)}"`;
  const known = request.headers.get('If-None-Match');
  if (known !== null && isNamed(known, tag)) {
    const headers = { ...always, 'Cache-Control': CACHEABLE, ETag: tag, Vary: 'Accept' };
    return new Response(null, { status: 304, headers });
  }
  const headers = { ...always, 'Cache-Control': CACHEABLE, 'Content-Type': type, ETag: tag, Vary: 'Accept' };
  if (method !== 'HEAD') return new Response(body, { headers });
  const length = String(encoder.encode(body).length);
  return new Response(null, { headers: { ...headers, 'Content-Length': length } });
}

/** The answer to GET or HEAD with a value as JSON. */
export function answerJson(context: RequestContext, value: unknown): Response {
  return answer(context, JSON_TYPE, `${JSON.stringify(value)}\n`);
}

/** An answer for this request alone: what POST gives, and what must be fresh. */
export function answerOnce(type: string, body: BodyInit): Response {
  return new Response(body, { headers: { ...HEADERS, 'Cache-Control': 'no-store', 'Content-Type': type } });
}
