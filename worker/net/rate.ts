/**
 * Rate limits by the Workers rate-limit binding: one for each client, one for each host that links lead to, and
 * one for each host that is challenged. Where there
 * is no such binding, `LocalRate` takes its place.
 */
import { formatAddress, parseAddress } from '../../src/egress/address.ts';
import { GatewayError } from '../../src/net/failure.ts';
import { RATE_PERIOD } from '../settings/rate-limits.ts';

/** The address of the client, as reported by the platform; `null` for a client on the same machine as the Worker. */
export function clientAddress(request: Request): string | null {
  const address = request.headers.get('CF-Connecting-IP');
  return address === '127.0.0.1' || address === '::1' ? null : address;
}

/**
 * Counts one request of a client.
 *
 * @param binding - `undefined` if the operator set no limit
 * @param client - the client's address or another name for it; `null` if the platform does not report the address
 * @throws GatewayError `rate-limited` with `Retry-After`
 */
export async function admitClient(binding: RateLimit | undefined, client: string | null): Promise<void> {
  if (client !== null) await admit(binding, clientKey(client), 'You have sent more requests than this gateway allows.');
}

/** Counts one connection to a host, from any client, as `admitClient`. */
export async function admitTarget(binding: RateLimit | undefined, host: string): Promise<void> {
  await admit(binding, host, 'This gateway has sent this server as many requests as it may in a minute.');
}

/** Counts one challenge to a host, from any client, as `admitClient`. */
export async function admitChallenge(binding: RateLimit | undefined, host: string): Promise<void> {
  await admit(binding, host, 'This service has asked this server as often as it may in a minute.');
}

async function admit(binding: RateLimit | undefined, key: string, detail: string): Promise<void> {
  if (binding === undefined) return;
  const { success } = await binding.limit({ key });
  if (!success) throw new GatewayError('rate-limited', detail, { headers: { 'Retry-After': String(RATE_PERIOD) } });
}

/** A household usually has a whole IPv6 /64 (RFC 6177 §2), which counts as one client. */
export function clientKey(text: string): string {
  const address = parseAddress(text);
  if (address?.family !== 6) return text;
  return formatAddress({ ...address, octets: address.octets.map((octet, index) => (index < 8 ? octet : 0)) });
}
