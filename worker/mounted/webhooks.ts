/** `guardedFetch` for Workers of others: `waypost/webhooks/workers` of the package. */
import { connect } from 'cloudflare:sockets';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import { fetchUnder } from '../../src/guarded-fetch/guarded-fetch.ts';
import { limitsOf } from '../../src/guarded-fetch/options.ts';
import { webhookPolicy } from '../../src/webhooks/policy.ts';
import { dohLookup, socketTransport } from '../net/socket-transport.ts';
import type * as Published from './published-webhooks.d.ts';

export { EgressError } from '../../src/egress/egress-error.ts';

export const guardedFetch: typeof Published.guardedFetch = async (input, init = {}, options = {}) => {
  const { dohUrl, resolve = lookupAt(dohUrl) } = options;
  const transport = socketTransport({ connect, resolve, resolvesListed: options.resolve !== undefined });
  return fetchUnder({ policy: webhookPolicy(options), limits: limitsOf(options), transport }, input, init);
};

/** The default is that of the gateways. */
function lookupAt(url: string | undefined) {
  const { dns } = parseEgressPolicy({ DOH_URL: url });
  if (dns.kind !== 'doh') throw new TypeError('Names are looked up by DNS over HTTPS here.');
  return dohLookup(dns.url);
}
