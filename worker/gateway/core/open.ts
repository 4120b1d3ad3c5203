/**
 * Opening a link: the gateway of its kind is let at it, and its answer is dressed in what every answer has. Links
 * that no gateway here opens are sent on or explained, as for a redirect.
 */
import { explain, type Resolution } from '../../../src/index.ts';
import { canonicalLink } from '../../http/headers.ts';
import { originOf } from '../../http/origin.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { loggable } from '../../http/url-parameter.ts';
import { admitClient } from '../../net/rate.ts';
import { failureResponse } from '../../pages/failure.tsx';
import { fault, RequestError } from '../../problem.ts';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { gateways } from './built-in.ts';
import type { GatewayContext } from './contract.ts';
import { destinationOf, gatewaySettingOf } from './destination.ts';
import { prepareRequest, serverTiming } from './gateway-request.ts';
import { linkBuilder } from './link-builder.ts';
import { redirectOrExplain } from './redirect-or-explain.tsx';

/** What is served where a gateway set no policy of its own: nothing in it runs, loads, or is of our origin. */
export const FOREIGN_POLICY = 'sandbox allow-downloads';

/**
 * Answers a request to open a link.
 *
 * @param authorized - whether the address of the request is one that may have `Authorization`
 */
export async function openLink(
  resolution: Resolution,
  requestContext: RequestContext,
  authorized = false,
): Promise<Response> {
  requestContext.notes.scheme = loggable(resolution.scheme);
  const { environment } = requestContext;
  const { user, password } = resolution.components;
  const opensHere = gatewaySettingOf(resolution.scheme, environment) === 'self';
  // User info does not stay in the address of a page, where history and screenshots would keep it.
  if (!opensHere || user !== null || password !== null) {
    return redirectOrExplain(resolution, requestContext, destinationOf(resolution, environment), 302);
  }
  const link = withoutFragment(resolution);
  try {
    await admitClient(requestContext.environment.CLIENT_RATE, clientOf(requestContext.request));
    return await answer(link, requestContext, authorized);
  } catch (error) {
    const breadcrumbs = breadcrumbsOf(
      link,
      linkBuilder(link.canonical, originOf(requestContext), requestContext.environment),
    );
    return failureResponse(error, requestContext, { link, breadcrumbs });
  }
}

/** A fragment is for the reader and no part of what a server is asked. */
function withoutFragment(resolution: Resolution): Resolution {
  const { canonical, components } = resolution;
  if (components.fragment === null) return resolution;
  return explain(canonical.slice(0, canonical.indexOf('#')));
}

/** The address of a client, as the platform tells it; `null` on the machine that the Worker itself runs on. */
function clientOf(request: Request): string | null {
  const address = request.headers.get('CF-Connecting-IP');
  return address === '127.0.0.1' || address === '::1' ? null : address;
}

async function answer(resolution: Resolution, requestContext: RequestContext, authorized: boolean): Promise<Response> {
  const { context, connections, lifetime } = prepareRequest(resolution, requestContext, authorized);
  try {
    const response = await callGateway(context, requestContext);
    return addCommonHeaders(response, context, serverTiming(connections));
  } catch (error) {
    for (const connection of connections) connection.close();
    throw error;
  } finally {
    lifetime.lift();
  }
}

/** Lets the gateway of the link's scheme answer. */
async function callGateway(context: GatewayContext, requestContext: RequestContext): Promise<Response> {
  const { scheme, kind } = context.resolution;
  const gateway = gateways.get(scheme);
  // A gateway reads the details of one kind of links, which the list of gateways cannot express as a type.
  if (gateway?.kind !== kind) throw new TypeError(`no gateway for ${scheme} links of the kind ${kind}`);
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

/**
 * A form is only taken from a page of ours: else any page could make a visitor's browser post to any server.
 * Browsers say where a form comes from in `Origin`, or, where a referrer policy hides that, in `Sec-Fetch-Site`.
 */
function checkOrigin(requestContext: RequestContext): void {
  const { headers } = requestContext.request;
  const origin = headers.get('Origin');
  if (origin === originOf(requestContext)) return;
  if ((origin === null || origin === 'null') && headers.get('Sec-Fetch-Site') === 'same-origin') return;
  throw new RequestError('foreign-form', []);
}

/** Adds what every answer of a gateway has. */
function addCommonHeaders(response: Response, { request, links }: GatewayContext, timing: string | null): Response {
  const { headers } = response;
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', FOREIGN_POLICY);
  if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'no-referrer');
  headers.set('X-Content-Type-Options', 'nosniff');
  if (!headers.has('X-Robots-Tag')) headers.set('X-Robots-Tag', 'noindex');
  if (!headers.has('Link')) headers.set('Link', canonicalLink(links.canonical));
  if (timing !== null && timing !== '') headers.set('Server-Timing', timing);
  if (request.method !== 'HEAD' || response.body === null) return response;
  // Whatever still streams would only keep a server busy.
  void response.body.cancel();
  return new Response(null, response);
}
