/** The errors of requests to servers, and the codes under which they are published. */
import { describe, expect, test } from 'vitest';
import { approach, parseEgressPolicy } from '../../../src/egress/policy.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { codeOf, egressDenied, GatewayError, gatewayErrorOf, isFailure } from '../../../worker/errors/gateway-error.ts';
import { everyProblem, gatewayErrors, problems } from '../../../worker/errors/table.ts';

test('a refusal of the egress policy becomes an error that names the rule', () => {
  const refusal = approach({ host: '127.0.0.1', port: 70, defaultPort: 70 }, parseEgressPolicy({}));
  expect.assert(refusal.kind === 'denied');
  expect(egressDenied(refusal)).toMatchObject({
    code: 'egress-denied',
    status: 403,
    rule: 'address',
    message: 'The address is not on the public Internet: Loopback (RFC 1122 §3.2.1.3).',
  });
});

describe('the error of a protocol client', () => {
  test.each([
    ['invalid-request', 'bad-request', 400],
    ['login-required', 'unauthorized', 401],
    ['forbidden', 'forbidden', 403],
    ['not-found', 'not-found', 404],
    ['busy', 'gateway-busy', 503],
    ['unsupported', 'not-implemented', 501],
    ['malformed', 'gateway-protocol', 502],
    ['too-large', 'gateway-limit', 502],
    ['unreachable', 'gateway-unreachable', 502],
    ['tls', 'gateway-tls', 502],
    ['timeout', 'gateway-timeout', 504],
  ] as const)('%s is published as %s, %i', (code, published, status) => {
    const error = new ProtocolError(code, 'The server says: no.', { reply: 'no', status: 550 });
    expect([isFailure(error), codeOf(error)]).toEqual([true, published]);
    expect(gatewayErrorOf(error)).toMatchObject({
      code: published,
      status,
      message: 'The server says: no.',
      reply: 'no',
      cause: error,
    });
  });

  test('that is published already stays as it is', () => {
    const error = new GatewayError('not-found', 'No.', { advice: 'Look elsewhere.' });
    expect(gatewayErrorOf(error)).toBe(error);
  });

  test('is told from a bug', () => {
    expect([new TypeError('bug'), null, 'gateway-timeout'].some(isFailure)).toBe(false);
  });
});

test('every error has a section of its own, and one that the API and gateways share has one', () => {
  const fragments = Object.values(gatewayErrors).map(({ problem }) => problem);
  expect(new Set(fragments).size).toBe(fragments.length);
  expect(new Set(everyProblem.keys())).toEqual(new Set([...Object.keys(problems), ...fragments]));
  expect(fragments.filter((fragment) => fragment in problems)).toEqual(['rate-limited']);
});
