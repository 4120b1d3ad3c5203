/** The server of a webhook when it is called: before its name is looked up, and at each of its addresses. */
import { expect, test } from 'vitest';
import { approach } from '../../../src/egress/judgement.ts';
import { judgeCalled } from '../../../src/webhooks/delivery.ts';
import { policyOf, type TestOptions } from './policy-of.ts';

const NAME = 'hooks.example.com';
const INNER = 'inner.lan';
const BLOCK = '198.20.0.0/16';
const IN_BLOCK = '198.20.0.7';
const ALLOW = { egress: { EGRESS_ALLOW: `${INNER}:443, 10.0.0.0/8:443` } };

/** The runtime looks up names itself. */
const SYSTEM = { egress: { EGRESS_DNS: 'system' } };

const NOT_ALLOWED = (what: string) => ['left-alone', `The ${what} is not on the list of allowed hosts.`] as const;
const DENIED = (what: string) => ['left-alone', `The ${what} is on the list of denied hosts.`] as const;
const UNSEEN = [
  'left-alone',
  'The addresses of the host cannot be compared with the lists of hosts: this service does not look up names itself.',
] as const;

/** A server, what a policy says of it: the kind of approach, or the rule and the sentence that refuse it. */
test.each<[host: string, port: number, options: TestOptions, outcome: unknown]>([
  [NAME, 443, {}, 'name'],
  ['8.8.8.8', 443, {}, 'literal'],
  [INNER, 443, ALLOW, 'listed'],
  [INNER, 443, {}, ['special-name', expect.any(String)]],
  [NAME, 443, { denyHosts: [NAME] }, DENIED('host')],
  [NAME, 443, { allowHosts: ['a.org'] }, NOT_ALLOWED('host')],
  [NAME, 443, { egress: { EGRESS_DENY: NAME } }, ['left-alone', expect.stringContaining('asked gateways')]],
  // The sender's own list of ports comes first.
  [NAME, 443, { ports: [8443] }, ['port', 'The port is not on the list of allowed ports.']],
  [NAME, 8443, { ports: [8443] }, 'name'],
  [NAME, 25, { ports: [25] }, 'name'],
  [NAME, 25, {}, ['port', expect.stringContaining('25')]],
  [INNER, 443, { ...ALLOW, ports: [8443] }, ['port', 'The port is not on the list of allowed ports.']],
  // Addresses that nobody sees cannot be compared with a list.
  [NAME, 443, { denyHosts: [BLOCK] }, 'name'],
  [NAME, 443, SYSTEM, 'name'],
  [NAME, 443, { ...SYSTEM, denyHosts: ['a.org'] }, 'name'],
  [NAME, 443, { ...SYSTEM, denyHosts: [BLOCK] }, UNSEEN],
  [NAME, 443, { egress: { ...SYSTEM.egress, EGRESS_DENY: BLOCK } }, UNSEEN],
  ['8.8.8.8', 443, { ...SYSTEM, denyHosts: [BLOCK] }, 'literal'],
  [INNER, 443, { egress: { ...ALLOW.egress, ...SYSTEM.egress }, denyHosts: [BLOCK] }, 'listed'],
  ['a.internal', 443, { ...SYSTEM, denyHosts: [BLOCK] }, ['special-name', expect.any(String)]],
  [NAME, 443, { allowHosts: [BLOCK] }, 'name'],
  [NAME, 443, { ...SYSTEM, allowHosts: [BLOCK] }, UNSEEN],
  [NAME, 443, { ...SYSTEM, allowHosts: [NAME] }, 'name'],
  [INNER, 443, { ...ALLOW, allowHosts: [BLOCK] }, NOT_ALLOWED('host')],
  [INNER, 443, { ...ALLOW, allowHosts: [INNER] }, 'listed'],
  ['a.internal', 443, { ...SYSTEM, allowHosts: [BLOCK] }, ['special-name', expect.any(String)]],
])('a server: %s port %d with %j', (host, port, options, outcome) => {
  const { egress, sender } = policyOf(options);
  const found = approach({ host, port, defaultPort: 443 }, egress, sender);
  expect(found.kind === 'denied' ? [found.rule, found.detail] : found.kind).toEqual(outcome);
});

type Server = Parameters<typeof judgeCalled>[1];

const CALLED: Server = { host: NAME, port: 443, defaultPort: 443 };
const UNKNOWN: Server = { host: null, port: null, defaultPort: null };

/** An address, the server that has it, and the rule and the sentence that refuse it; `null` = it may be called. */
test.each<[address: string, server: Server, options: TestOptions, refusal: unknown]>([
  [IN_BLOCK, CALLED, {}, null],
  ['2606:2800:21f::1', CALLED, {}, null],
  ['127.1', CALLED, {}, ['address', 'This is not an IP address.']],
  ['10.0.0.1', { ...CALLED, port: 8443 }, {}, ['address', expect.any(String)]],
  [IN_BLOCK, CALLED, { denyHosts: [NAME] }, DENIED('host')],
  [IN_BLOCK, CALLED, { denyHosts: [BLOCK] }, DENIED('address')],
  [IN_BLOCK, CALLED, { allowHosts: ['a.org'] }, NOT_ALLOWED('host')],
  [IN_BLOCK, CALLED, { allowHosts: [NAME] }, null],
  [IN_BLOCK, CALLED, { allowHosts: [BLOCK] }, null],
  ['8.8.8.8', CALLED, { allowHosts: [BLOCK] }, NOT_ALLOWED('address')],
  [IN_BLOCK, UNKNOWN, { allowHosts: [BLOCK] }, null],
  ['8.8.8.8', UNKNOWN, { allowHosts: [BLOCK] }, NOT_ALLOWED('address')],
  // The name on the list may be that of this address.
  ['8.8.8.8', UNKNOWN, { allowHosts: [BLOCK, '=a.org'] }, null],
  ['8.8.8.8', UNKNOWN, { allowHosts: [BLOCK, '*.a.org'] }, null],
  ['8.8.8.8', UNKNOWN, { allowHosts: [] }, NOT_ALLOWED('address')],
  // The addresses of a name in `EGRESS_ALLOW` are not judged, and cannot allow it.
  ['127.0.0.1', { ...CALLED, host: INNER }, ALLOW, null],
  ['127.0.0.1', { ...CALLED, host: INNER }, {}, ['special-name', expect.any(String)]],
  ['8.8.8.8', { ...CALLED, host: INNER }, {}, ['special-name', expect.any(String)]],
  ['127.0.0.1', { ...CALLED, host: INNER, port: null }, ALLOW, ['special-name', expect.any(String)]],
  ['127.0.0.1', { ...CALLED, host: INNER, port: 8443 }, ALLOW, ['special-name', expect.any(String)]],
  [IN_BLOCK, { ...CALLED, host: INNER }, { ...ALLOW, allowHosts: [BLOCK] }, NOT_ALLOWED('host')],
  ['127.0.0.1', { ...CALLED, host: INNER }, { ...ALLOW, allowHosts: [INNER] }, null],
  // Without a port, no entry with one counts, and no port is judged.
  ['10.0.0.1', CALLED, ALLOW, null],
  ['10.0.0.1', { ...CALLED, port: null }, ALLOW, ['address', expect.any(String)]],
  [IN_BLOCK, { ...CALLED, port: null }, {}, null],
  [IN_BLOCK, UNKNOWN, {}, null],
  [IN_BLOCK, { ...CALLED, port: 25 }, {}, ['port', expect.any(String)]],
  [IN_BLOCK, { ...CALLED, port: 25, defaultPort: null }, {}, null],
  [IN_BLOCK, { ...CALLED, port: 25 }, { ports: [25] }, null],
])('an address: %s of %j with %j', (address, server, options, refusal) => {
  const verdict = judgeCalled([address], server, policyOf(options));
  expect(verdict.allowed ? null : [verdict.rule, verdict.detail]).toEqual(refusal);
});
