/**
 * The address of a server that is reached without a connection: judged by the egress policy, resolved once by the
 * platform, and then only that address.
 */
import { formatAddress, parseAddress } from '../egress/address.ts';
import { approach, judgeAnswers, type Target } from '../egress/judgement.ts';
import type { EgressPolicy } from '../egress/policy.ts';
import { noAddress } from './dns.ts';
import { egressDenied } from './failure.ts';

/** An address that datagrams are sent to. */
export interface DatagramPeer {
  /** Without brackets. */
  readonly address: string;
  readonly port: number;
  readonly family: 4 | 6;
}

/** Resolves a name to its addresses. */
export type Resolver = (name: string) => Promise<readonly string[]>;

/** The resolver of a system, such as `lookup` of `node:dns/promises`. */
type SystemLookup = (name: string, options: { all: true }) => Promise<readonly { readonly address: string }[]>;

export function resolverOf(lookup: SystemLookup): Resolver {
  return async (name) => (await lookup(name, { all: true })).map(({ address }) => address);
}

/** @throws GatewayError `egress-denied` if the host, one of its addresses, or the port is refused */
export async function findPeer(target: Target, policy: EgressPolicy, resolve: Resolver): Promise<DatagramPeer> {
  const { port } = target;
  const approached = approach(target, policy);
  switch (approached.kind) {
    case 'denied':
      throw egressDenied(approached);
    case 'literal':
      return peerAt(formatAddress(approached.address), port);
    case 'listed':
      return peerAt((await resolvedAddresses(approached.host, resolve))[0], port);
    case 'name': {
      const addresses = await resolvedAddresses(approached.name, resolve);
      const parsed = addresses.flatMap((address) => parseAddress(address) ?? []);
      if (parsed.length < addresses.length) throw noAddress();
      const verdict = judgeAnswers(parsed, target, policy);
      if (!verdict.allowed) throw egressDenied(verdict);
      return peerAt(addresses[0], port);
    }
  }
}

async function resolvedAddresses(name: string, resolve: Resolver): Promise<readonly [string, ...string[]]> {
  const [first, ...others] = await resolve(name).catch(() => []);
  if (first === undefined) throw noAddress();
  return [first, ...others];
}

function peerAt(address: string, port: number): DatagramPeer {
  return { address, port, family: address.includes(':') ? 6 : 4 };
}
