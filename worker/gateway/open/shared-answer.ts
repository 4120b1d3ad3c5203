/**
 * The answer of a gateway, shared with other readers where nothing in it depends on who asks. The server is asked by a
 * request that is made from the shared request and from nothing else, so no header of one reader can change what others
 * get.
 */
import type { Resolution } from '../../../src/index.ts';
import { openerOf } from '../../../src/open/registry.ts';
import { type AskServer, cacheOf } from '../../cache/cache.ts';
import { FOR_SHARED_CACHES, type SharedRequest } from '../../cache/copies.ts';
import { rootOf } from '../../http/address.ts';
import { negotiate, opensWindow } from '../../http/negotiation.ts';
import { hasPassword } from '../../http/passwords.ts';
import { inOrder, parameterValue, withoutParameters } from '../../http/query.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { robotOf } from '../../pages/parts/crawlers.ts';
import { version } from '../../version.ts';
import { type GatewayRequest, isTracking, LINK_PARAMETERS, showsSpelling } from './gateway-request.ts';
import { withStaleNotice } from './stale-notice.tsx';

/**
 * Answers with what others get, too, or asks for this reader alone.
 *
 * @param link - in its canonical form, or in one that says more
 * @throws GatewayError
 */
export async function sharedAnswer(link: Resolution, context: GatewayRequest, ask: AskServer): Promise<Response> {
  const cache = cacheOf(context.environment);
  const request = cache === null ? null : sharedRequestOf(link, context);
  if (cache === null || request === null) return withoutField(await ask(context));
  const { response, stale } = await cache.read({ request, context, ask });
  return stale === null ? response : withStaleNotice(response, stale, context);
}

/** What an answer says to our own caches is not for others. */
function withoutField(response: Response): Response {
  response.headers.delete(FOR_SHARED_CACHES);
  return response;
}

/** The shared request behind a request; `null` if its answer is for this client alone. */
function sharedRequestOf(link: Resolution, context: GatewayRequest): SharedRequest | null {
  if (isForOneReader(link, context)) return null;
  const { request, environment, query, gatewayPath } = context;
  const url = withoutParameters(context.url, isTracking);
  const asked = { ...viewIn(request.headers, query), ...ownHeadersIn(request.headers, link) };
  const root = rootOf(context);
  const isPath = gatewayPath !== null;
  const others = inOrder(isPath ? url : withoutParameters(url, (name) => LINK_PARAMETERS.includes(name)));
  // However a reader spells the address of a link, its server is asked once.
  const identity = JSON.stringify({
    ...{ version, settings: environment.fingerprint, root, link: linkIn(link, context), isPath },
    ...{ query: others.split('?').slice(1).join('?'), headers: asked },
  });
  const cacheControl = request.headers.get('Cache-Control') ?? '';
  return { identity, root, url, headers: asked, cacheControl };
}

/** What an answer depends on of a link: two spellings may differ in what no server is asked for. */
function linkIn(link: Resolution, context: RequestContext): string | readonly string[] {
  const spelling = showsSpelling(context) ? null : (openerOf(link.scheme)?.spelling?.of(link) ?? null);
  return spelling === null ? link.input : [link.canonical, spelling];
}

/** Headers with which a client asks for something that only it may get, or for a part. */
const PERSONAL = ['Authorization', 'Range', 'If-Range', 'If-Match', 'If-Unmodified-Since', 'Upgrade'] as const;

/** What a client sends that wants no copy. `max-age=0`, which browsers send to reload, takes one of this second. */
const WANTS_NO_COPY = /\bno-(?:cache|store)\b/i;

/** HEAD gets what GET would get (RFC 9110 §9.3.2). */
const SHARED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Whether the answer depends on more than the address and the view. */
function isForOneReader(link: Resolution, context: RequestContext): boolean {
  const { headers } = context.request;
  if (!SHARED_METHODS.has(context.method) || PERSONAL.some((name) => headers.has(name)) || hasPassword(context))
    return true;
  if (['Cache-Control', 'Pragma'].some((name) => WANTS_NO_COPY.test(headers.get(name) ?? ''))) return true;
  const isConditional = headers.has('If-None-Match') || headers.has('If-Modified-Since');
  if (openerOf(link.scheme)?.isPersonal?.(link, { isConditional }) === true) return true;
  // Each robot obeys the rules of the server for its own name.
  return robotOf(headers.get('User-Agent')) !== null;
}

/**
 * The view as one of four values that stand for all: whether HTML or JSON is preferred, and whether a window is opened.
 * The parameter `format` decides by itself.
 */
function viewIn(headers: Headers, query: RequestContext['query']): Readonly<Record<string, string>> {
  if (parameterValue(query, 'format') !== null) return {};
  const preferred = negotiate(headers.get('Accept'), ['text/html', 'application/json']);
  if (preferred === 'text/html') return { Accept: opensWindow(headers) ? 'text/html' : '*/*' };
  return { Accept: opensWindow(headers) ? 'application/json, text/html;q=0.5' : 'application/json' };
}

/** The headers that the answer depends on besides those that every gateway reads. */
function ownHeadersIn(headers: Headers, link: Resolution): Readonly<Record<string, string>> {
  const names = openerOf(link.scheme)?.vary?.(link) ?? [];
  return Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])));
}
