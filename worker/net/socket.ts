/**
 * The way out: a destination is judged, its name resolved once, every answer judged, and the socket pinned to an
 * address that passed. Every TCP connection of this Worker begins here.
 */
import { type Address, formatAddress } from '../../src/egress/address.ts';
import { approach, type Destination, type EgressPolicy, egressDenied, judgeAnswers } from '../../src/egress/policy.ts';
import { Connection, type Dialer } from './connection.ts';
import { Deadline, timedOut } from './deadline.ts';
import { dial } from './dial.ts';
import { resolve } from './dns.ts';
import { GatewayError } from './errors.ts';

export interface Target extends Destination {
  /** `starttls`: begins in the clear, until `Connection.startTls`. */
  readonly tls: 'none' | 'implicit' | 'starttls';
}

/**
 * Opens a connection: judges the destination, resolves its name once, refuses if any answer is refused, and
 * connects to one of the judged addresses.
 *
 * @throws GatewayError `egress-denied`, `gateway-unreachable`, `gateway-tls`, `gateway-timeout`, `rate-limited`
 * @example
 * ```ts
 * const connection = await openSocket({ host: 'gopher.floodgap.com', port: 70, defaultPort: 70, tls: 'none' }, dialer);
 * try { await writeLine(connection, selector); … } finally { connection.close(); }
 * ```
 */
export async function openSocket(target: Target, dialer: Dialer): Promise<Connection> {
  const deadline = new Deadline(dialer.deadlines.connect, timedOut('connect'), dialer.lifetime.signal);
  try {
    const started = Date.now();
    const peers = await findPeers(target, dialer, deadline.signal);
    const dns = peers.resolved ? Date.now() - started : null;
    await dialer.admit?.(peers.hosts[0]);
    const { socket, host } = await dial(
      peers.hosts,
      target.port,
      target.tls !== 'none',
      dialer.deadlines.connect,
      deadline.signal,
    );
    const connection = new Connection(socket, host, serverName(target.host), dialer);
    connection.timings.dns = dns;
    connection.timings.connect = Date.now() - started - (dns ?? 0);
    if (target.tls === 'implicit') await connection.startTls();
    return connection;
  } finally {
    deadline.lift();
  }
}

/** The hosts to connect to, in order: one as written, or the addresses that passed. */
interface Peers {
  readonly hosts: readonly [string, ...string[]];
  readonly resolved: boolean;
}

async function findPeers(target: Target, { policy }: Dialer, signal: AbortSignal): Promise<Peers> {
  const way = approach(target, policy);
  switch (way.kind) {
    case 'denied':
      throw egressDenied(way);
    case 'listed':
      return { hosts: [way.host], resolved: false };
    case 'literal':
      return { hosts: [hostOf(way.address)], resolved: false };
    case 'name':
      // Only for runtimes that forbid private networks themselves: there they judge what we cannot see.
      if (policy.dns.kind === 'system') return { hosts: [way.name], resolved: false };
      return { hosts: await resolveAndJudge(way.name, policy.dns.url, target, policy, signal), resolved: true };
  }
}

async function resolveAndJudge(
  name: string,
  url: string,
  target: Target,
  policy: EgressPolicy,
  signal: AbortSignal,
): Promise<[string, ...string[]]> {
  const resolved = await resolve(name, url, signal);
  if (resolved.kind === 'failed') {
    throw new GatewayError('gateway-unreachable', 'The name of the server cannot be resolved at the moment.', {
      cause: resolved.reason,
    });
  }
  const [first, ...others] = resolved.kind === 'addresses' ? resolved.addresses : [];
  if (!first) throw new GatewayError('gateway-unreachable', 'The name of the server has no address.');
  const verdict = judgeAnswers([first, ...others], target, policy);
  if (!verdict.allowed) throw egressDenied(verdict);
  return [hostOf(first), ...others.map(hostOf)];
}

/** An address as `connect()` wants it. */
function hostOf(address: Address): string {
  return address.family === 4 ? formatAddress(address) : `[${formatAddress(address)}]`;
}

/** The name that a certificate must be valid for. */
function serverName(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
