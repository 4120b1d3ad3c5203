/** The failures of requests to servers, and the codes under which they are published. */
import { describe, expect, test } from 'vitest';
import { approach } from '../../../src/egress/judgement.ts';
import { parseEgressPolicy } from '../../../src/egress/policy.ts';
import { codeOf, egressDenied, GatewayError, gatewayErrorOf, isFailure } from '../../../src/net/failure.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';

test('a refusal of the egress policy becomes an error that names the rule', () => {
  const refusal = approach({ host: '127.0.0.1', port: 70, defaultPort: 70 }, parseEgressPolicy({}));
  expect.assert(refusal.kind === 'denied');
  expect(egressDenied(refusal)).toMatchObject({
    code: 'egress-denied',
    rule: 'address',
    message: 'The address leads to the machine itself: Loopback (RFC 1122 §3.2.1.3).',
  });
});

describe('the error of a protocol client', () => {
  test.each([
    ['invalid-request', 'bad-request'],
    ['login-required', 'unauthorized'],
    ['forbidden', 'forbidden'],
    ['not-found', 'not-found'],
    ['busy', 'gateway-busy'],
    ['server-failure', 'gateway-server-failure'],
    ['unsupported', 'not-implemented'],
    ['malformed', 'gateway-protocol'],
    ['too-large', 'gateway-limit'],
    ['unreachable', 'gateway-unreachable'],
    ['tls', 'gateway-tls'],
    ['timeout', 'gateway-timeout'],
  ] as const)('%s is published as %s', (code, published) => {
    const error = new ProtocolError(code, 'The server says: no.', { reply: 'no', status: 550 });
    expect([isFailure(error), codeOf(error)]).toEqual([true, published]);
    expect(gatewayErrorOf(error)).toMatchObject({
      code: published,
      message: 'The server says: no.',
      reply: 'no',
      cause: error,
    });
  });

  test('keeps its advice, and the seconds to wait', () => {
    const error = new ProtocolError('busy', 'Later.', { retryAfter: 9, advice: 'Ask at night.' });
    expect(gatewayErrorOf(error)).toMatchObject({ advice: 'Ask at night.', headers: { 'Retry-After': '9' } });
    const plain = gatewayErrorOf(new ProtocolError('busy', 'Later.'));
    expect(plain).toMatchObject({ reply: null, advice: null, links: [], headers: {} });
    expect(plain.headers).toEqual({});
  });

  test('that is published already stays as it is', () => {
    const error = new GatewayError('not-found', 'No.', { advice: 'Look elsewhere.' });
    expect(gatewayErrorOf(error)).toBe(error);
  });

  test('is told from a bug', () => {
    expect([new TypeError('bug'), null, 'gateway-timeout'].some(isFailure)).toBe(false);
  });
});

describe('an error of Waypost', () => {
  test('has what it was made with', () => {
    const cause = new Error('runtime');
    const links = [{ text: 'All groups', href: '/news/' }];
    const headers = { 'Retry-After': '60' };
    const options = { rule: 'port', reply: '550 No', advice: 'Ask at night.', links, headers, cause };
    const error = new GatewayError('not-found', 'No.', options);
    expect(error).toMatchObject({ name: 'GatewayError', code: 'not-found', message: 'No.', ...options });
    expect([isFailure(error), codeOf(error)]).toEqual([true, 'not-found']);
  });

  test('has nothing else', () => {
    const error = new GatewayError('not-found', 'No.', { reply: '' });
    expect(error).toMatchObject({ rule: null, reply: null, advice: null, links: [], headers: {} });
    expect('cause' in error).toBe(false);
  });
});
