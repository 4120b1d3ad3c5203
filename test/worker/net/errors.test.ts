/** The errors of gateways. */
import { expect, test } from 'vitest';
import { approach, parseEgressPolicy } from '../../../src/egress/policy.ts';
import { egressDenied } from '../../../worker/errors/gateway-error.ts';

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
