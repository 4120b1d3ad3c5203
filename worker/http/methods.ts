/** The methods of a route (RFC 9110 §9): HEAD is answered like GET; OPTIONS and 405 follow from its handlers. */
import { type Fault, fault, RequestError } from '../errors/request-error.ts';
import { HEADERS, JSON_TYPE } from './headers.ts';
import type { RequestContext, Route } from './request-context.ts';

/** The time that a browser may cache the answer to OPTIONS: a day. */
const PREFLIGHT_SECONDS = 86_400;

/** @throws RequestError 405 for a method that the route does not have */
export function serve(route: Route, context: RequestContext): Response | Promise<Response> {
  const { method } = context;
  const handled = method === 'HEAD' ? 'GET' : method;
  const handler = has(route, handled) ? route[handled] : undefined;
  if (handler !== undefined) return handler(context);
  if (method === 'OPTIONS') return preflight(route);
  const allow = methodsOf(route).join(', ');
  const message = `${method} is not allowed here. Allowed: ${allow}.`;
  throw new RequestError('method-not-allowed', [fault('method-not-allowed', message)], { Allow: allow });
}

function has(route: Route, method: string): method is keyof Route {
  return Object.hasOwn(route, method);
}

/** Every method that a route answers. */
export function methodsOf(route: Route): string[] {
  const methods = Object.keys(route).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods.filter((method) => method !== 'OPTIONS'), 'OPTIONS'];
}

/** The answer to OPTIONS, which also answers the preflight request of a browser (Fetch §3.3.6). */
export function preflight(route: Route): Response {
  const allow = methodsOf(route).join(', ');
  const headers = {
    ...HEADERS,
    Allow: allow,
    ...(has(route, 'PATCH') && { 'Accept-Patch': JSON_TYPE }),
    'Access-Control-Allow-Headers': 'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match',
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
  };
  return new Response(null, { status: 204, headers });
}

/** The error for an address without a route, or for what is not there, with the fault that says so. */
export function notFound(...faults: readonly Fault[]): RequestError {
  return new RequestError('not-found', faults);
}
