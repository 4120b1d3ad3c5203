/** The table of errors: sections of `/problems`, and the statuses of gateway errors. */
import { expect, test } from 'vitest';
import { everyProblem, gatewayErrors, problems } from '../../../worker/errors/table.ts';

test.each([
  ['bad-request', 400],
  ['unauthorized', 401],
  ['egress-denied', 403],
  ['forbidden', 403],
  ['not-found', 404],
  ['rate-limited', 429],
  ['client-closed', 499],
  ['not-implemented', 501],
  ['gateway-unreachable', 502],
  ['gateway-protocol', 502],
  ['gateway-server-failure', 502],
  ['gateway-limit', 502],
  ['gateway-tls', 502],
  ['gateway-busy', 503],
  ['gateway-timeout', 504],
] as const)('%s has the status %i', (code, status) => {
  expect(gatewayErrors[code].status).toBe(status);
});

test('every error has a section of its own, and one that the API and gateways share has one', () => {
  const fragments = Object.values(gatewayErrors).map(({ problem }) => problem);
  expect(new Set(fragments).size).toBe(fragments.length);
  expect(new Set(everyProblem.keys())).toEqual(new Set([...Object.keys(problems), ...fragments]));
  expect(fragments.filter((fragment) => fragment in problems)).toEqual(['rate-limited']);
});
