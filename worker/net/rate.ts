/**
 * Rate limits by the Workers rate-limit binding: one for each client, one for each host that links lead to. A
 * self-hosted runtime has no such binding, and then nothing is counted.
 */
import { formatAddress, parseAddress } from '../../src/egress/address.ts';
import { GatewayError } from './errors.ts';

export interface RateRule {
  readonly binding: RateLimit;
  /** The window of the binding in seconds; the binding itself does not tell. */
  readonly period: number;
}

/**
 * Counts one request of a client.
 *
 * @param address - the client's address as text; `null` where the platform does not tell
 * @throws GatewayError `rate-limited` with `Retry-After`
 */
export async function admitClient(rule: RateRule | null, address: string | null): Promise<void> {
  if (address !== null) await admit(rule, clientKey(address), 'You ask more often than this gateway allows.');
}

/**
 * Counts one connection to a host, whoever asks for it.
 *
 * @throws GatewayError `rate-limited` with `Retry-After`
 */
export async function admitTarget(rule: RateRule | null, host: string): Promise<void> {
  await admit(rule, host, 'This server is asked more often than this gateway allows.');
}

async function admit(rule: RateRule | null, key: string, detail: string): Promise<void> {
  if (!rule) return;
  const { success } = await rule.binding.limit({ key });
  if (!success) {
    throw new GatewayError('rate-limited', detail, { headers: { 'Retry-After': String(rule.period) } });
  }
}

/** One household has a whole IPv6 /64 (RFC 6177 §2), and counts as one client. */
function clientKey(text: string): string {
  const address = parseAddress(text);
  if (address?.family !== 6) return text;
  const network = new Uint8Array(16);
  network.set(address.octets.subarray(0, 8));
  return formatAddress({ family: 6, octets: network });
}
