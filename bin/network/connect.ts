/**
 * `connect()` of `cloudflare:sockets` over the sockets of Node: the build of the command line puts it in the place of the
 * platform's, so that the gateways run in Node as they are.
 */
import { openSocket } from '../node-socket.ts';
import { currentNetwork, publicLookup } from './network.ts';

/** As the platform's `connect()`. Every socket can change to TLS. */
export function connect({ hostname, port }: SocketAddress): Socket {
  const { publicOnly, listen } = currentNetwork();
  return openSocket({
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    listen: listen === null ? null : (address) => listen({ address, port }),
    ...(publicOnly && { lookup: publicLookup }),
  });
}
