/**
 * Answers that may be kept: a strong tag from all that an answer is made of, and 304 where the client has it.
 */
import { latin1Of } from '../../../src/uri/octets.ts';
import { fingerprint, isNamed } from '../../http/entity-tag.ts';
import { version } from '../../version.ts';
import type { GopherContext } from './reply.ts';

/** Five minutes: gopher has no way to ask whether something changed. */
const KEPT = 'public, max-age=300';

/** Headers of an answer that may be kept. */
export interface Fresh {
  readonly ETag: string;
  readonly 'Cache-Control': string;
  readonly Vary: string;
}

/**
 * Answers with what `make` makes, unless the client has it already.
 *
 * @param parts - all that the answer is made of, beside the request itself
 */
export function answerFresh(
  { request, environment, view }: GopherContext,
  parts: readonly (Uint8Array | string)[],
  make: (fresh: Fresh) => Response,
): Response {
  const written = parts.map((part) => (typeof part === 'string' ? part : latin1Of(part)));
  const tag = fingerprint([version, environment.fingerprint, request.url, view.format, ...written].join('\n'));
  const fresh: Fresh = { ETag: `"${tag}"`, 'Cache-Control': KEPT, Vary: 'Accept' };
  const known = request.headers.get('If-None-Match');
  if (known !== null && isNamed(known, fresh.ETag)) return new Response(null, { status: 304, headers: { ...fresh } });
  return make(fresh);
}

/** Answers with JSON that may be kept. */
export function jsonFresh(
  context: GopherContext,
  parts: readonly (Uint8Array | string)[],
  value: () => unknown,
): Response {
  return answerFresh(context, parts, (fresh) => jsonResponse(context, value(), { ...fresh }));
}

/** A value as JSON. */
export function jsonResponse({ request }: GopherContext, value: unknown, headers: Record<string, string>): Response {
  const body = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
  const all = { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  return new Response(request.method === 'HEAD' ? null : body, { headers: all });
}
