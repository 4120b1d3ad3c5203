/**
 * Opens TCP connections under the egress policy: judges the target, resolves its name once, judges every answer, and
 * connects to an address that passed. Every TCP connection of this Worker begins here.
 */
import { type Address, formatAddress } from '../../src/egress/address.ts';
import { approach, type EgressPolicy, judgeAnswers, type Target } from '../../src/egress/policy.ts';
import { ProtocolError } from '../../src/protocols/protocol-error.ts';
import { egressDenied } from '../errors/gateway-error.ts';
import { type Dialer, SocketConnection } from './connection.ts';
import { Deadline, timedOut } from './deadline.ts';
import { dial } from './dial.ts';
import { noAddress, resolve } from './dns.ts';

/** A server to connect to, and how. */
export interface SocketTarget extends Target {
  /** `starttls`: begins in the clear, until `Connection.startTls`. */
  readonly tls: 'none' | 'implicit' | 'starttls';
}

/**
 * Opens a connection: judges the target, resolves its name once, refuses if any answer is refused, and connects to
 * one of the judged addresses.
 *
 * @throws GatewayError `egress-denied`, `rate-limited`; ProtocolError `unreachable`, `tls`, `timeout`
 */
export async function openSocket(target: SocketTarget, dialer: Dialer): Promise<SocketConnection> {
  const deadline = new Deadline(dialer.deadlines.connect, timedOut('connect'), dialer.lifetime.signal);
  try {
    const started = Date.now();
    const peers = await findPeers(target, dialer, deadline.signal);
    const dns = peers.resolved ? Date.now() - started : null;
    if (peers.isPublic) await dialer.admit?.(peers.hosts[0]);
    const { socket, host } = await dial(
      dialer.connect,
      peers.hosts,
      target.port,
      target.tls !== 'none',
      dialer.deadlines.connect,
      deadline.signal,
    );
    const connection = new SocketConnection(socket, host, certificateName(target.host), dialer);
    connection.timings.dns = dns;
    connection.timings.connect = Date.now() - started - (dns ?? 0);
    if (target.tls === 'implicit') await connection.startTls();
    return connection;
  } finally {
    deadline.end();
  }
}

/** The hosts to connect to, in order: one host as written, or the addresses that passed. */
interface Peers {
  readonly hosts: readonly [string, ...string[]];
  /** Whether a DNS resolver was queried. */
  readonly resolved: boolean;
  /** `false` if only `EGRESS_ALLOW` permits the host. */
  readonly isPublic: boolean;
}

async function findPeers(target: Target, { policy }: Dialer, signal: AbortSignal): Promise<Peers> {
  const approached = approach(target, policy);
  switch (approached.kind) {
    case 'denied':
      throw egressDenied(approached);
    case 'listed':
      return { hosts: [approached.host], resolved: false, isPublic: approached.isPublic };
    case 'literal':
      return { hosts: [bracketed(approached.address)], resolved: false, isPublic: approached.isPublic };
    case 'name':
      // Only for runtimes that forbid private networks themselves: they judge the addresses that we never see.
      if (policy.dns.kind === 'system') return { hosts: [approached.name], resolved: false, isPublic: true };
      return {
        hosts: await resolveAndJudge(approached.name, policy.dns.url, target, policy, signal),
        resolved: true,
        isPublic: true,
      };
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
    throw new ProtocolError('unreachable', 'The name of the server cannot be resolved at the moment.', {
      cause: resolved.failure,
    });
  }
  const [first, ...others] = resolved.kind === 'addresses' ? resolved.addresses : [];
  if (!first) throw noAddress();
  const verdict = judgeAnswers([first, ...others], target, policy);
  if (!verdict.allowed) throw egressDenied(verdict);
  return [bracketed(first), ...others.map(bracketed)];
}

/** An address as `connect()` takes it: IPv6 in brackets. */
function bracketed(address: Address): string {
  return address.family === 4 ? formatAddress(address) : `[${formatAddress(address)}]`;
}

/** The name that a certificate must be valid for. */
function certificateName(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
