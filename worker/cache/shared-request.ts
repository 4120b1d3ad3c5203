/**
 * What a request for a shared answer consists of. The server is asked by a request that is made from this and from
 * nothing else, so no header of one reader can change what another one gets.
 */
import { negotiate, opensWindow } from '../http/negotiation.ts';
import { parameterValue } from '../http/parse-query.ts';
import { hasPassword } from '../http/passwords.ts';
import { type RequestContext, rootOf } from '../http/request-context.ts';
import { version } from '../version.ts';

export interface SharedRequest {
  /** The text that stands for everything that the answer depends on. Equal texts get equal answers. */
  readonly identity: string;
  /** The address of this service, as the client reached it. */
  readonly root: string;
  readonly url: string;
  /** The headers that the gateways read: which of the views of a link the client wants. */
  readonly headers: Readonly<Record<string, string>>;
  /** The value of `Cache-Control` of the client, which may ask for a copy younger than most get; empty = none. */
  readonly cacheControl: string;
}

/** Headers with which a client asks for something that only it may get, or for a part. */
const PERSONAL = ['Authorization', 'Range', 'If-Range', 'If-Match', 'If-Unmodified-Since', 'Upgrade'] as const;

/** What a client sends that wants no copy. `max-age=0`, which browsers send to reload, takes one of this second. */
const WANTS_NO_COPY = /\bno-(?:cache|store)\b/i;

/**
 * The shared request behind a request; `null` if its answer is for this client alone.
 *
 * @param others - headers that the answer depends on besides those that every gateway reads
 */
export function sharedRequestOf(context: RequestContext, others: readonly string[]): SharedRequest | null {
  const { request, method, url, environment } = context;
  const { headers } = request;
  if (method !== 'GET' || PERSONAL.some((name) => headers.has(name))) return null;
  if (hasPassword(context)) return null;
  const cacheControl = headers.get('Cache-Control') ?? '';
  if (WANTS_NO_COPY.test(cacheControl) || WANTS_NO_COPY.test(headers.get('Pragma') ?? '')) return null;
  // `format` decides by itself.
  const isChosen = parameterValue(context.query, 'format') !== null;
  const views: Readonly<Record<string, string>> = isChosen ? {} : { Accept: acceptOf(headers) };
  const named = Object.fromEntries(
    others.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])),
  );
  // The settings, and the address exactly as it was sent, its host included.
  const asked = { ...views, ...named };
  const identity = JSON.stringify({ version, settings: environment.fingerprint, url, headers: asked });
  return { identity, root: rootOf(context), url, headers: asked, cacheControl };
}

/** One of four values that stand for all: whether HTML or JSON is preferred, and whether a window is opened. */
function acceptOf(headers: Headers): string {
  const preferred = negotiate(headers.get('Accept'), ['text/html', 'application/json']);
  if (preferred === 'text/html') return opensWindow(headers) ? 'text/html' : '*/*';
  return opensWindow(headers) ? 'application/json, text/html;q=0.5' : 'application/json';
}

/** A request for the server, without anything of the client that is here by chance. */
export function requestOf({ url, headers }: SharedRequest, signal: AbortSignal): Request {
  return new Request(url, { headers, signal });
}
