/**
 * Opens TCP connections under the egress policy: judges the target, resolves its name once, judges every answer, and
 * connects to an address that passed. Every TCP connection to the server of a link begins here.
 */
import { type Address, formatAddress } from '../egress/address.ts';
import { approach, judgeAnswers, type Target } from '../egress/judgement.ts';
import { ProtocolError } from '../protocols/protocol-error.ts';
import { connecting, type Dialer, dial, type Hosts, SocketConnection } from './connection.ts';
import { noAddress, QUERIES, resolveName } from './dns.ts';
import { egressDenied, GatewayError, isFailure } from './failure.ts';

/** A server to connect to, and how. */
export interface SocketTarget extends Target {
  /** `starttls`: begins in the clear, until `Connection.startTls`. */
  readonly tls: 'none' | 'implicit' | 'starttls';
}

/**
 * Opens a connection. It is refused if any address of the name is.
 *
 * @throws GatewayError `egress-denied`, `rate-limited`, with the rule `resolver-failed`, or of the platform;
 *   ProtocolError `unreachable`, `tls`, `timeout`
 */
export function openSocket(target: SocketTarget, dialer: Dialer): Promise<SocketConnection> {
  const { platform } = dialer;
  return platform === undefined ? open(target, dialer) : platform.open(() => open(target, dialer));
}

async function open(target: SocketTarget, dialer: Dialer): Promise<SocketConnection> {
  const opened = await connecting(dialer, async (signal) => {
    const started = Date.now();
    const peers = await findPeers(target, dialer, signal);
    const dns = peers.resolved ? Date.now() - started : null;
    const hosts = dialer.platform?.reachable(peers.hosts) ?? peers.hosts;
    if (peers.isPublic) await dialer.admit?.(hosts[0]);
    const dialled = await dial(dialer, hosts, target.port, target.tls !== 'none', signal);
    const connection = new SocketConnection(dialled, certificateName(target.host), dialer);
    connection.timings.dns = dns;
    connection.timings.connect = Date.now() - started - (dns ?? 0);
    return connection;
  });
  // A handshake has a deadline of its own.
  if (target.tls === 'implicit') await opened.startTls();
  return opened;
}

/**
 * Judges a server and its addresses without a connection.
 *
 * @throws GatewayError `egress-denied`, or with the rule `resolver-failed`; ProtocolError `unreachable`, `timeout`
 */
export async function judgeTarget(target: Target, dialer: Dialer): Promise<void> {
  await connecting(dialer, (signal) => findPeers(target, dialer, signal));
}

/** The hosts to connect to, in order: one host as written, or the addresses that passed. */
interface Peers {
  readonly hosts: Hosts;
  /** Whether a DNS resolver was queried. */
  readonly resolved: boolean;
  /** `false` if only `EGRESS_ALLOW` permits the host. */
  readonly isPublic: boolean;
}

async function findPeers(target: Target, { policy, platform }: Dialer, signal: AbortSignal): Promise<Peers> {
  const approached = approach(target, policy);
  switch (approached.kind) {
    case 'denied':
      throw egressDenied(approached);
    case 'listed':
      return { hosts: [approached.host], resolved: false, isPublic: approached.isPublic };
    case 'literal':
      return { hosts: [bracketed(approached.address)], resolved: false, isPublic: approached.isPublic };
    case 'name': {
      const { name } = approached;
      // Only for runtimes that forbid private networks themselves: they judge the addresses that we never see.
      if (policy.dns.kind === 'system') return { hosts: [name], resolved: false, isPublic: true };
      platform?.count(QUERIES);
      const resolved = await resolveName(name, policy.dns.url, signal).catch((error: unknown) => {
        throw isFailure(error) && error.code === 'timeout' ? resolverFailed('gateway-timeout', error) : error;
      });
      if (resolved.kind === 'failed') {
        if (!resolved.isAnswer) throw resolverFailed('gateway-unreachable', resolved.failure);
        const detail = 'The name of the server cannot be resolved at the moment.';
        throw new ProtocolError('unreachable', detail, { cause: resolved.failure });
      }
      const [first, ...others] = resolved.kind === 'addresses' ? resolved.addresses : [];
      if (!first) throw noAddress();
      const verdict = judgeAnswers([first, ...others], target, policy);
      if (!verdict.allowed) throw egressDenied(verdict);
      return { hosts: [bracketed(first), ...others.map(bracketed)], resolved: true, isPublic: true };
    }
  }
}

/** The error for a server that nobody asked, because our own resolver does not answer. */
function resolverFailed(code: 'gateway-timeout' | 'gateway-unreachable', cause: unknown): GatewayError {
  const detail = 'Waypost could not look up this name: its DNS resolver did not answer. The server was not contacted.';
  return new GatewayError(code, detail, { rule: 'resolver-failed', cause });
}

/** An address as `connect()` takes it: IPv6 in brackets. */
function bracketed(address: Address): string {
  return address.family === 4 ? formatAddress(address) : `[${formatAddress(address)}]`;
}

/** The name that a certificate must be valid for. */
function certificateName(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
