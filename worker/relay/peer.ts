/** The server that a question goes to: judged by the egress policy, resolved once, and then only that address. */
import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { formatAddress, parseAddress } from '../../src/egress/address.ts';
import { approach, type EgressPolicy, judgeAnswers } from '../../src/egress/policy.ts';
import { prospero } from '../../src/schemes/prospero/definition.ts';
import { egressDenied } from '../errors/gateway-error.ts';
import { noAddress } from '../net/dns.ts';
import type { ProsperoPeer } from './datagrams.ts';
import type { Question } from './question.ts';

/** Resolves a name to its addresses. */
export type Resolver = (name: string) => Promise<readonly string[]>;

export const systemResolver: Resolver = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** @throws GatewayError `egress-denied` if the host, one of its addresses, or the port is refused */
export async function findPeer(
  { host, port }: Pick<Question, 'host' | 'port'>,
  policy: EgressPolicy,
  resolve: Resolver,
): Promise<ProsperoPeer> {
  const target = { host, port, defaultPort: prospero.defaultPort ?? null };
  const approached = approach(target, policy);
  switch (approached.kind) {
    case 'denied':
      throw egressDenied(approached);
    case 'literal':
      return peerAt(formatAddress(approached.address), port);
    case 'listed':
      return peerAt((await addressesOf(approached.host, resolve))[0], port);
    case 'name': {
      const addresses = await addressesOf(approached.name, resolve);
      const parsed = addresses.flatMap((address) => parseAddress(address) ?? []);
      if (parsed.length < addresses.length) throw noAddress();
      const verdict = judgeAnswers(parsed, target, policy);
      if (!verdict.allowed) throw egressDenied(verdict);
      return peerAt(addresses[0], port);
    }
  }
}

async function addressesOf(name: string, resolve: Resolver): Promise<readonly [string, ...string[]]> {
  const [first, ...others] = await resolve(name).catch(() => []);
  if (first === undefined) throw noAddress();
  return [first, ...others];
}

function peerAt(address: string, port: number): ProsperoPeer {
  const bare = address.replace(/^\[|\]$/g, '');
  return { address: bare, port, family: isIPv6(bare) ? 6 : 4 };
}
