/** The server that a gateway connects to for a link. */
import { type Resolution, schemes } from '../../../src/index.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { SocketTarget } from '../../net/socket.ts';
import type { Deadlines } from '../../settings/deadlines.ts';

/** The server to connect to. The link supplies absent members. */
export interface ConnectOptions {
  readonly host?: string;
  readonly port?: number;
  /** The port that the egress policy treats as the protocol's default. Absent = that of the scheme. */
  readonly defaultPort?: number;
  /** Absent = `none`. `starttls` begins in the clear, until `Connection.startTls`. */
  readonly tls?: 'none' | 'implicit' | 'starttls';
  /** Deadlines of this connection that differ from those of the request: in a terminal session, silence is normal. */
  readonly deadlines?: Partial<Deadlines>;
}

/** The error for a link without a server. */
export function noServer(): GatewayError {
  return new GatewayError('bad-request', 'The link does not say which server.');
}

/** The server of a link, unless the options name another server. */
export function socketTarget(
  { scheme, components }: Pick<Resolution, 'scheme' | 'components'>,
  options: ConnectOptions,
): SocketTarget {
  const host = options.host ?? components.host;
  const defaultPort = options.defaultPort ?? schemes.get(scheme)?.defaultPort ?? null;
  const port = options.port ?? components.port ?? defaultPort;
  if (host === null || port === null) throw noServer();
  return { host, port, defaultPort, tls: options.tls ?? 'none' };
}
