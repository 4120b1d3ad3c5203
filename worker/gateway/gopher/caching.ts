/**
 * Responses that may be cached: a strong entity tag from everything that the response depends on, and 304 if the client
 * already has the response.
 */
import { latin1Of } from '../../../src/octets/octets.ts';
import { matchesTag } from '../../http/headers.ts';
import { fingerprint } from '../../settings/fingerprint.ts';
import { version } from '../../version.ts';
import type { GopherContext } from './context.ts';

/** Five minutes: gopher has no way to ask whether an item changed. */
export const MENUS_AND_TEXTS = 'public, max-age=300';

/** The headers of a response that may be cached. */
export interface CacheHeaders {
  readonly ETag: string;
  readonly 'Cache-Control': string;
  readonly Vary: string;
}

/**
 * Responds with the result of `make`, or with 304 if the client already has it.
 *
 * @param parts - everything that the response depends on, except the request itself
 */
export function cacheableResponse(
  { request, environment, view }: GopherContext,
  parts: readonly (Uint8Array | string)[],
  make: (headers: CacheHeaders) => Response,
): Response {
  const texts = parts.map((part) => (typeof part === 'string' ? part : latin1Of(part)));
  const tag = fingerprint([version, environment.fingerprint, request.url, view.format, ...texts].join('\n'));
  const headers: CacheHeaders = { ETag: `"${tag}"`, 'Cache-Control': MENUS_AND_TEXTS, Vary: 'Accept' };
  const tags = request.headers.get('If-None-Match');
  if (tags !== null && matchesTag(tags, headers.ETag))
    return new Response(null, { status: 304, headers: { ...headers } });
  return make(headers);
}

/** Responds with JSON that may be cached. */
export function cacheableJson(
  context: GopherContext,
  parts: readonly (Uint8Array | string)[],
  value: () => unknown,
): Response {
  return cacheableResponse(context, parts, (headers) => jsonResponse(context, value(), { ...headers }));
}

/** Responds with a value as JSON. */
export function jsonResponse({ request }: GopherContext, value: unknown, headers: Record<string, string>): Response {
  const body = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
  const all = { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  return new Response(request.method === 'HEAD' ? null : body, { headers: all });
}
