/** The methods of a route alone. */
import { expect, test } from 'vitest';
import { HEADERS } from '../../../worker/http/headers.ts';
import { methodsOf, notFound, preflight, serve } from '../../../worker/http/methods.ts';
import type { RequestContext, Route } from '../../../worker/http/request-context.ts';
import { contextOf } from './context.ts';

const own =
  (name: string) =>
  ({ method }: RequestContext) =>
    new Response(`${name} for ${method}`);
const ROUTE: Route = { GET: own('GET'), POST: own('POST') };
const OWN_OPTIONS: Route = { OPTIONS: own('OPTIONS'), DELETE: own('DELETE') };

test.each<[route: Route, method: string, text: string]>([
  [ROUTE, 'GET', 'GET for GET'],
  [ROUTE, 'HEAD', 'GET for HEAD'],
  [ROUTE, 'POST', 'POST for POST'],
  [OWN_OPTIONS, 'OPTIONS', 'OPTIONS for OPTIONS'],
  [OWN_OPTIONS, 'DELETE', 'DELETE for DELETE'],
])('%j: %s is answered by %s', async (route, method, text) => {
  const response = await serve(route, contextOf('/', { method }));
  expect(await response.text()).toBe(text);
});

test.each<[route: Route, method: string, allow: string]>([
  [ROUTE, 'PUT', 'GET, HEAD, POST, OPTIONS'],
  [ROUTE, 'get', 'GET, HEAD, POST, OPTIONS'],
  // A name that every object has.
  [ROUTE, 'toString', 'GET, HEAD, POST, OPTIONS'],
  [OWN_OPTIONS, 'GET', 'DELETE, OPTIONS'],
  [OWN_OPTIONS, 'HEAD', 'DELETE, OPTIONS'],
])('%j: %s is not allowed', (route, method, allow) => {
  const message = `${method} is not allowed here. Allowed: ${allow}.`;
  expect(() => serve(route, contextOf('/', { method }))).toThrow(
    expect.objectContaining({
      problem: 'method-not-allowed',
      faults: [expect.objectContaining({ code: 'method-not-allowed', message })],
      headers: { Allow: allow },
    }),
  );
});

test('OPTIONS says what is allowed, for a day', async () => {
  expect(methodsOf(OWN_OPTIONS)).toEqual(['DELETE', 'OPTIONS']);
  for (const response of [preflight(ROUTE), await serve(ROUTE, contextOf('/', { method: 'OPTIONS' }))]) {
    const allow = 'GET, HEAD, POST, OPTIONS';
    expect(response.status).toBe(204);
    for (const [name, value] of Object.entries(HEADERS)) expect(response.headers.get(name)).toBe(value);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': 'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match',
      'access-control-max-age': '86400',
    });
  }
});

test('an address without a route has a problem of its own', () => {
  expect(notFound()).toMatchObject({ problem: 'not-found', faults: [] });
});
