/**
 * `#sockets` of the package in Node, Bun and Deno, where tests of Workers may import its entries: pages, redirects and
 * the API work there, and no connection opens.
 */
import { ProtocolError } from '../../src/protocols/protocol-error.ts';

/** @throws ProtocolError that names the entries for Node */
export function connect(): never {
  throw new ProtocolError(
    'unreachable',
    'waypost/worker and waypost/webhooks/workers connect to servers in Cloudflare Workers and in workerd alone. ' +
      'Elsewhere, use waypost/protocols/node and waypost/webhooks/node.',
  );
}
