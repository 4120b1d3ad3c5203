/** The server of a link. */
import { type Resolution, schemes } from '../index.ts';
import { GatewayError } from '../net/failure.ts';
import type { SocketTarget } from '../net/socket.ts';
import type { ConnectOptions } from './contract.ts';

/**
 * The server of a link, unless the options name another server.
 *
 * @throws GatewayError `bad-request` if nothing names a server
 */
export function socketTarget(
  { scheme, components }: Pick<Resolution, 'scheme' | 'components'>,
  options: ConnectOptions,
): SocketTarget {
  const host = options.host ?? components.host;
  const defaultPort = options.defaultPort ?? schemes.get(scheme)?.defaultPort ?? null;
  const port = options.port ?? components.port ?? defaultPort;
  if (host === null || port === null) throw new GatewayError('bad-request', 'The link does not say which server.');
  return { host, port, defaultPort, tls: options.tls ?? 'none' };
}
