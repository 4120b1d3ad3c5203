/** The address of a server that is reached by datagrams: judged, and resolved once. */
import { describe, expect, it, test } from 'vitest';
import { parseEgressPolicy } from '../../../src/egress/policy.ts';
import { findPeer, resolverOf } from '../../../src/net/peer.ts';

const DNS: Readonly<Record<string, readonly string[]>> = {
  'h.example.org': ['93.184.215.14', '2606:2800:21f::1'],
  'six.example.org': ['2606:2800:21f::1'],
  'mixed.example.org': ['93.184.215.14', '127.0.0.1'],
  'strange.example.org': ['93.184.215.14', 'no address'],
  'empty.example.org': [],
  localhost: ['127.0.0.1', '::1'],
};

function find(host: string, port = 1525, variables: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const peer = findPeer({ host, port, defaultPort: 1525 }, parseEgressPolicy(variables), async (name) => {
    asked.push(name);
    const addresses = DNS[name];
    if (addresses === undefined) throw new Error('ENOTFOUND');
    return addresses;
  });
  return { peer, asked };
}

describe('the peer', () => {
  it.each([
    ['93.184.215.14', { address: '93.184.215.14', family: 4 }, 0],
    ['[2606:2800:21f::1]', { address: '2606:2800:21f::1', family: 6 }, 0],
    ['h.example.org', { address: '93.184.215.14', family: 4 }, 1],
    ['six.example.org', { address: '2606:2800:21f::1', family: 6 }, 1],
  ])('of %s is %j', async (host, expected, lookups) => {
    const { peer, asked } = find(host);
    expect(await peer).toEqual({ ...expected, port: 1525 });
    expect(asked).toHaveLength(lookups);
  });

  it('of a host that the operator allows is the first address', async () => {
    const { peer, asked } = find('localhost', 1525, { EGRESS_ALLOW: 'localhost:1525' });
    expect(await peer).toEqual({ address: '127.0.0.1', port: 1525, family: 4 });
    expect(asked).toEqual(['localhost']);
  });
});

test.each([
  ['127.0.0.1', 1525, 'address'],
  ['localhost', 1525, 'special-name'],
  ['h.example.org', 53, 'port'],
  ['mixed.example.org', 1525, 'address'],
])('%s, port %i is refused', async (host, port, rule) => {
  await expect(find(host, port).peer).rejects.toMatchObject({ code: 'egress-denied', rule });
});

test.each(['empty.example.org', 'nowhere.example.org', 'strange.example.org'])('%s has no address', async (host) => {
  await expect(find(host).peer).rejects.toMatchObject({ code: 'unreachable', message: /has no address/ });
});

test('the resolver of a system is asked for all addresses', async () => {
  const calls: unknown[] = [];
  const resolve = resolverOf(async (name, options) => {
    calls.push([name, options]);
    return [{ address: '192.0.2.1' }, { address: '2001:db8::1' }];
  });
  expect(await resolve('h.example')).toEqual(['192.0.2.1', '2001:db8::1']);
  expect(calls).toEqual([['h.example', { all: true }]]);
});
