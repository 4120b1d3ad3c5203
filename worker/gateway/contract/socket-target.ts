/** The server that a gateway connects to for a link. */
import { type Resolution, schemes } from '../../../src/index.ts';
import { repeatedErrors } from '../../errors/repeated-errors.ts';
import type { SocketTarget } from '../../net/socket.ts';
import type { ConnectOptions } from './contract.ts';

/** The server of a link, unless the options name another server. */
export function socketTarget(
  { scheme, components }: Pick<Resolution, 'scheme' | 'components'>,
  options: ConnectOptions,
): SocketTarget {
  const host = options.host ?? components.host;
  const defaultPort = options.defaultPort ?? schemes.get(scheme)?.defaultPort ?? null;
  const port = options.port ?? components.port ?? defaultPort;
  if (host === null || port === null) throw repeatedErrors.noServer();
  return { host, port, defaultPort, tls: options.tls ?? 'none' };
}
