/** Connections of the protocol clients under a guard: the same rule as for webhooks, without its schemes and ports. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { connectTo } from '../../bin/protocols-node.ts';
import type { GuardOptions } from '../../bin/webhooks-node.ts';

const at = (address: string): GuardOptions['resolve'] => {
  return async () => [{ address, family: address.includes(':') ? 6 : 4 }];
};

test.each<[host: string, guard: GuardOptions, rule: string]>([
  ['127.0.0.1', {}, 'address'],
  ['168.63.129.16', {}, 'address'],
  ['printer.local', {}, 'special-name'],
  ['gopher.example.org', { resolve: at('10.0.0.1') }, 'address'],
  ['gopher.example.org', { denyHosts: ['example.org'] }, 'left-alone'],
  ['gopher.example.org', { denyHosts: ['8.8.8.0/24'], resolve: at('8.8.8.8') }, 'left-alone'],
  // An address in the link is never looked up.
  ['8.8.8.8', { denyHosts: ['8.8.8.0/24'] }, 'left-alone'],
  ['[2001:4860:4860::8888]', { allowHosts: ['8.8.8.0/24'] }, 'left-alone'],
  ['8.8.8.8', { egress: { EGRESS_DENY: '8.8.8.8' } }, 'left-alone'],
])('%s with %j is refused by the rule %s', async (host, guard, rule) => {
  const connected = connectTo({ host, port: 70 }, { guard })('none');
  await expect(connected).rejects.toMatchObject({ code: 'EGRESS_DENIED', rule });
});

test('the ports of webhooks do not count, and a name in EGRESS_ALLOW is looked up as it was asked', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  const { port } = address;
  const egress = { EGRESS_ALLOW: `inner.lan:${port}` };
  const guard = { ports: [443], denyHosts: ['127.0.0.0/8'], egress, resolve: at('127.0.0.1') };
  const connection = await connectTo({ host: 'inner.lan', port }, { guard })('none');
  connection.close();
  server.close();
});
