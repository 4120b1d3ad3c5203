/** What one run of a command may reach, and who listens to its octets. */
import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { parseAddress } from '../../src/egress/address.ts';
import { type HostList, parseHostList } from '../../src/egress/host-list.ts';
import { judgeAnswers } from '../../src/egress/judgement.ts';
import { type EgressPolicy, parseEgressPolicy } from '../../src/egress/policy.ts';
import { specialUse } from '../../src/egress/special-names.ts';
import type { Dialer, Listener } from '../../src/net/connection.ts';
import { noAddress } from '../../src/net/dns.ts';
import { egressDenied, type Failure } from '../../src/net/failure.ts';
import { openSocket } from '../node-socket.ts';

/** A peer that a fetch talks to. */
export interface FetchPeer {
  /** The address; a name if it is not known. */
  readonly address: string;
  readonly port: number;
}

/** Listens to the conversations of a fetch. */
export type Listen = (peer: FetchPeer) => Listener;

/** The network of one fetch. */
export interface FetchNetwork {
  /** Refuses addresses that are not on the public Internet, and ports of other services. */
  readonly publicOnly: boolean;
  /** `null` = nobody listens. */
  readonly listen: Listen | null;
}

/** A list that has every host but those of examples: no server can have their names, so nobody is asked. */
const EVERY_HOST: HostList = {
  ...parseHostList('0.0.0.0/0, ::/0'),
  names: Object.assign(new Set<string>(), { has: (name: string) => specialUse(name)?.what !== 'documentation' }),
};

/** Any host and any port: whoever types a command may reach what the machine can reach. */
const ANYWHERE: EgressPolicy = {
  ...parseEgressPolicy({ EGRESS_DNS: 'system' }),
  allow: Object.assign(new Map<number, HostList>(), { get: () => EVERY_HOST }),
  deniedPorts: [],
};

/** The policy of gateways. Names are judged by {@link publicLookup}, when they are resolved. */
const PUBLIC: EgressPolicy = parseEgressPolicy({ EGRESS_DNS: 'system' });

/** The egress policy of a network. */
export function policyOf({ publicOnly }: Pick<FetchNetwork, 'publicOnly'>): EgressPolicy {
  return publicOnly ? PUBLIC : ANYWHERE;
}

/** What opens the connections of a network. */
export function dialerOf(
  network: FetchNetwork,
  { deadlines, lifetime }: Pick<Dialer, 'deadlines' | 'lifetime'>,
): Dialer {
  const { publicOnly, listen } = network;
  const connect: Dialer['connect'] = ({ hostname, port }) =>
    openSocket({
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      listen: listen === null ? null : (address) => listen({ address, port }),
      ...(publicOnly && { lookup: publicLookup }),
    });
  return { connect, policy: policyOf(network), deadlines, lifetime, admit: null };
}

/**
 * Resolves a name. If one of its addresses is not public, the error is that of the egress policy: that address may be
 * the one that is used.
 */
const publicLookup: LookupFunction = (name, options, callback) => {
  lookup(name, { ...options, all: true }, (error, answers: LookupAddress[]) => {
    if (error !== null) return callback(error, []);
    const refused = refusalOf(name, answers);
    if (refused !== null) callback(refused, []);
    else if (options.all) callback(null, answers);
    else callback(null, answers[0]?.address ?? '', answers[0]?.family);
  });
};

function refusalOf(host: string, answers: readonly LookupAddress[]): Failure | null {
  const addresses = answers.flatMap(({ address }) => parseAddress(address) ?? []);
  if (addresses.length < answers.length) return noAddress();
  const verdict = judgeAnswers(addresses, { host, port: null, defaultPort: null }, PUBLIC);
  return verdict.allowed ? null : egressDenied(verdict);
}
