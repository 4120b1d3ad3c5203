/**
 * Opens a link: calls the gateway of its scheme, and adds the headers that every answer has. If no gateway of this
 * Worker opens the link, the answer is a redirect or an explanation, as at `/r`.
 */

import { canonicalize, explain, type Resolution } from '../../../src/index.ts';
import { openerOf } from '../../../src/open/registry.ts';
import { fault, RequestError } from '../../errors/request-error.ts';
import { egressOf, originOf, rootOf } from '../../http/address.ts';
import { canonicalLink, HEADERS, JSON_TYPE } from '../../http/headers.ts';
import { loggedScheme } from '../../http/query.ts';
import { parameterFault } from '../../http/schema.ts';
import { isOnPlatform } from '../../net/platform.ts';
import { admitClient, clientAddress } from '../../net/rate.ts';
import { type AnyGateway, type GatewayContext, type LinkBuilder, ViewQuery } from '../contract/contract.ts';
import { decisionOf } from '../contract/destination.ts';
import { linkBuilder } from '../contract/link-builder.ts';
import { ATOM_TYPE } from '../shared/atom.ts';
import { gateways } from './built-in.ts';
import {
  type AskContext,
  checkParameters,
  type GatewayRequest,
  prepareRequest,
  serverTiming,
  showsSpelling,
} from './gateway-request.ts';
import { failedLink, redirectOrExplain } from './redirect-or-explain.tsx';
import { sharedAnswer } from './shared-answer.ts';

const CROSS_ORIGIN = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const;

/** The policy of an answer whose gateway set none: nothing in it runs or loads, and it has no origin. */
const FOREIGN_POLICY = 'sandbox allow-downloads';

export async function openLink(link: Resolution, requestContext: GatewayRequest): Promise<Response> {
  const { environment, notes } = requestContext;
  notes.scheme = loggedScheme(link.scheme);
  const { user, password } = link.components;
  const destination = decisionOf(link, environment, egressOf(requestContext));
  // A page hears in words why a session ends, which its browser would not let it read in an answer.
  const isSession = destination.kind === 'denied' && wantsWebSocket(requestContext.request);
  if (isSession) return openAtGateway(withoutFragment(link), requestContext);
  // Remove user info from the address of a page: history and screenshots would keep it.
  if (destination.kind !== 'gateway' || user !== null || password !== null) {
    // Of a link that was not encoded, only the beginning would be opened.
    if (requestContext.gatewayPath === null) checkParameters(requestContext, gateways.get(link.scheme) ?? {});
    return redirectOrExplain(link, requestContext, destination, 302);
  }
  return openAtGateway(withoutFragment(link), requestContext);
}

/** Servers never receive the fragment, and no other part of a link depends on it. */
function withoutFragment(link: Resolution): Resolution {
  const { canonical, components } = link;
  if (components.fragment === null) return link;
  return {
    ...link,
    canonical: canonicalize(canonical.slice(0, canonical.indexOf('#'))),
    components: { ...components, fragment: null },
  };
}

async function openAtGateway(written: Resolution, requestContext: GatewayRequest): Promise<Response> {
  const { environment, request } = requestContext;
  const links = linkBuilder(written.canonical, rootOf(requestContext), environment);
  const onPlatform = isOnPlatform(request);
  try {
    const link = withoutSpelling(written, requestContext);
    await admitClient(environment.CLIENT_RATE, clientAddress(request));
    return await sharedAnswer(link, requestContext, (context) =>
      answer(link, links, { ...requestContext, ...context, onPlatform }),
    );
  } catch (error) {
    return failedLink(error, written, requestContext);
  }
}

/**
 * A link as all readers share it: in its canonical form, unless its opener needs more than that, or the answer shows
 * how it was written.
 */
function withoutSpelling(link: Resolution, context: GatewayRequest): Resolution {
  if (showsSpelling(context)) return link;
  const needsMore = (openerOf(link.scheme)?.spelling?.of(link) ?? null) !== null;
  return needsMore || link.input === link.canonical ? link : explain(link.canonical, { complete: true });
}

async function answer(link: Resolution, links: LinkBuilder, requestContext: AskContext): Promise<Response> {
  const { context, connections, lifetime } = prepareRequest(link, links, requestContext);
  try {
    const response = await callGateway(context, requestContext);
    if (context.view.feed) checkFeed(response);
    return addCommonHeaders(response, context, serverTiming(connections));
  } catch (error) {
    for (const connection of connections) connection.close();
    throw error;
  } finally {
    lifetime.lift();
  }
}

/** Refuses an answer that is no feed although the client asked for one. @throws RequestError 400 */
function checkFeed({ status, headers, body }: Response): void {
  if (status !== 200 || headers.get('Content-Type') === ATOM_TYPE) return;
  void body?.cancel();
  const message = 'This link has no feed: only groups, directories and menus have one.';
  throw new RequestError('invalid-parameter', [parameterFault('parameter-invalid', 'format', message)]);
}

async function callGateway(context: GatewayContext, requestContext: GatewayRequest): Promise<Response> {
  const { scheme, kind } = context.resolution;
  const gateway = gateways.get(scheme);
  // A gateway reads the details of one kind of link. The list of gateways cannot express this as a type.
  if (gateway?.kind !== kind) throw new TypeError(`no gateway for ${scheme} links of the kind ${kind}`);
  const words = isindexWords(requestContext, gateway);
  if (words !== null) {
    return new Response(null, { status: 301, headers: { Location: context.links.self({ search: words }) } });
  }
  checkParameters(requestContext, gateway);
  if (gateway.upgrade !== undefined && wantsWebSocket(context.request)) return gateway.upgrade(context);
  if (requestContext.method !== 'POST') return gateway.open(context);
  if (gateway.submit === undefined) {
    const message = 'There is no form to submit here.';
    throw new RequestError('method-not-allowed', [fault('method-not-allowed', message)], {
      Allow: 'GET, HEAD, OPTIONS',
    });
  }
  checkOrigin(requestContext);
  return gateway.submit(context);
}

/** RFC 6455 §4.1. */
function wantsWebSocket({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('Upgrade')?.toLowerCase() === 'websocket';
}

/**
 * The words of an address that ends in `?words`, as a browser sends them for ISINDEX (RFC 1866 §7.5); `null` for every
 * other address, and if the gateway has no search.
 */
function isindexWords({ url, query, gatewayPath }: GatewayRequest, { parameters = [] }: AnyGateway): string | null {
  const [only, ...others] = query;
  const isNameless = gatewayPath !== null && only !== undefined && others.length === 0 && !/\?.*=/.test(url);
  const known = [...parameters, ...Object.keys(ViewQuery.entries)];
  return isNameless && parameters.includes('search') && !known.includes(only.name) ? only.name : null;
}

/**
 * Accepts a form only from a page of this Worker: otherwise any page could make a visitor's browser post to any server.
 * Browsers name the origin of a form in `Origin`, or in `Sec-Fetch-Site` if a referrer policy hides it.
 */
function checkOrigin(requestContext: GatewayRequest): void {
  const { headers } = requestContext.request;
  const origin = headers.get('Origin');
  if (origin === originOf(requestContext)) return;
  if ((origin === null || origin === 'null') && headers.get('Sec-Fetch-Site') === 'same-origin') return;
  throw new RequestError('foreign-form', []);
}

function addCommonHeaders(
  response: Response,
  { request, links, environment }: GatewayContext,
  timing: string | null,
): Response {
  const { headers } = response;
  if (response.status === 304) return confirmed(response, timing);
  // JSON is the API, which any origin may read; but not what this service alone can reach on its own network.
  if (headers.get('Content-Type') === JSON_TYPE && environment.egress.allow.size === 0) {
    for (const name of CROSS_ORIGIN) headers.set(name, HEADERS[name]);
  }
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', FOREIGN_POLICY);
  if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'no-referrer');
  headers.set('X-Content-Type-Options', 'nosniff');
  if (!headers.has('X-Robots-Tag')) headers.set('X-Robots-Tag', 'noindex');
  const link = headers.get('Link')?.includes('rel="canonical"') ? null : canonicalLink(links.canonical);
  if (link !== null) headers.append('Link', link);
  setTiming(headers, timing);
  if (request.method !== 'HEAD' || response.body === null) return response;
  // Reading the rest of the stream would only keep a server busy.
  void response.body.cancel();
  return new Response(null, response);
}

function setTiming(headers: Headers, timing: string | null): void {
  if (timing !== null && timing !== '') headers.set('Server-Timing', timing);
}

/** What a 304 says of an answer that is known (RFC 9110 §15.4.5). */
const OF_CONFIRMED = new Set(['etag', 'last-modified', 'cache-control', 'cdn-cache-control', 'vary']);

/** Whoever has the answer takes each header of a 304 for one of the answer, a content policy, too (RFC 9111 §3.2). */
function confirmed(response: Response, timing: string | null): Response {
  const { headers } = response;
  for (const name of [...headers.keys()]) if (!OF_CONFIRMED.has(name)) headers.delete(name);
  setTiming(headers, timing);
  return response;
}
