/** Redirects by the rules of Fetch §4.4, without a server. */
import { describe, expect, test } from 'vitest';
import { emptyBody, type Outgoing } from '../../../src/guarded-fetch/outgoing.ts';
import { locationOf, redirected } from '../../../src/guarded-fetch/redirect.ts';

const location = new Headers({ Location: '/x' });

test.each([
  [300, null],
  [301, '/x'],
  [302, '/x'],
  [303, '/x'],
  [304, null],
  [305, null],
  [306, null],
  [307, '/x'],
  [308, '/x'],
  [309, null],
  [200, null],
])('the status %d redirects to %j', (status, expected) => {
  expect(locationOf(status, location)).toBe(expected);
  expect(locationOf(status, new Headers())).toBeNull();
});

const ABOUT_BODY = ['content-encoding', 'content-language', 'content-location', 'content-type', 'content-length'];
const CREDENTIALS = ['authorization', 'proxy-authorization', 'cookie'];

function outgoing(method: string, repeatable = true): Outgoing {
  const headers = new Headers([...ABOUT_BODY, ...CREDENTIALS, 'x-y'].map((name): [string, string] => [name, 'z']));
  return { url: new URL('https://h.example:8443/a/b?c'), method, headers, body: { repeatable, open: emptyBody } };
}
const namesOf = ({ headers }: Outgoing) => [...headers.keys()].toSorted();
const ALL = [...ABOUT_BODY, ...CREDENTIALS, 'x-y'].toSorted();

describe('the next request', () => {
  test.each([
    ['GET', 301, 'GET'],
    ['HEAD', 301, 'HEAD'],
    ['PUT', 301, 'PUT'],
    ['POST', 301, null],
    ['POST', 302, null],
    ['PUT', 302, 'PUT'],
    ['POST', 303, null],
    ['PUT', 303, null],
    ['DELETE', 303, null],
    ['GET', 303, 'GET'],
    ['HEAD', 303, 'HEAD'],
    ['POST', 307, 'POST'],
    ['POST', 308, 'POST'],
  ])('after a %s with %d is a %j; null = a GET without a body', (method, status, same) => {
    const request = outgoing(method);
    const next = redirected(request, status, 'd');
    expect([next.url.href, next.method, next.body]).toEqual([
      ...['https://h.example:8443/a/d', same ?? 'GET'],
      same === null ? null : request.body,
    ]);
    expect(namesOf(next)).toEqual(same === null ? ALL.filter((name) => !ABOUT_BODY.includes(name)) : ALL);
    expect(namesOf(request)).toEqual(ALL);
  });

  test.each([
    ['https://h.example:8443/x', true],
    ['https://h.example/x', false],
    ['http://h.example:8443/x', false],
    ['https://other.example:8443/x', false],
  ])('at %s has the credentials: %s', (place, has) => {
    const next = redirected(outgoing('GET'), 307, place);
    expect(namesOf(next)).toEqual(has ? ALL : ALL.filter((name) => !CREDENTIALS.includes(name)));
  });

  test('cannot be at something that is not a URL', () => {
    expect(() => redirected(outgoing('GET'), 302, 'http://[')).toThrow(
      expect.objectContaining({ code: 'REDIRECT_REFUSED', rule: 'redirect-location' }),
    );
  });

  test('cannot send a stream twice, and need not after 303 or without a body', () => {
    expect(() => redirected(outgoing('POST', false), 307, '/')).toThrow(
      expect.objectContaining({ code: 'REDIRECT_REFUSED', rule: 'redirect-body' }),
    );
    expect(redirected(outgoing('POST', false), 303, '/').body).toBeNull();
    expect(redirected({ ...outgoing('POST'), body: null }, 307, '/').body).toBeNull();
  });
});
