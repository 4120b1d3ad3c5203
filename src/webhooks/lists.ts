/**
 * What the lists of hosts say of a host: that of the operator (`EGRESS_DENY`), and those of the sender. Verdicts and
 * deliveries both ask here, so a list means the same in both.
 */
import { parseAddress } from '../egress/address.ts';
import { isListed } from '../egress/host-list.ts';
import { judgeConsent } from '../egress/policy.ts';
import type { WebhookPolicy } from './policy.ts';

export type HostListing =
  /** No list denies the host, and there is no list of allowed hosts. */
  | 'open'
  /** It is on the list of allowed hosts. */
  | 'allowed'
  /** The name is on no list, and the list of allowed hosts has blocks: each of its addresses must be in one. */
  | 'by-address'
  /** The operator of the host asked to be left alone. */
  | 'left-alone'
  /** It is on the sender's list of denied hosts. */
  | 'denied'
  /** It is not on the sender's list of allowed hosts. */
  | 'not-allowed';

/**
 * What the lists say of a host, or of an address to which its name resolved.
 *
 * @param host - a canonical host, or an address
 * @param name - what they say of the name of this address; `null` = the host is what the URL has
 */
export function hostListingOf(
  host: string,
  { sender: { allowHosts, denyHosts }, egress }: WebhookPolicy,
  name: HostListing | null = null,
): HostListing {
  if (!judgeConsent(host, egress).allowed) return 'left-alone';
  if (isListed(host, denyHosts)) return 'denied';
  if (allowHosts === null) return 'open';
  if (name === 'allowed' || isListed(host, allowHosts)) return 'allowed';
  return parseAddress(host) === null && allowHosts.blocks.length > 0 ? 'by-address' : 'not-allowed';
}

/** Whether a list may deny a name by its addresses, and nobody sees them, because the runtime looks up names itself. */
export function hidesDenied(host: string, policy: WebhookPolicy): boolean {
  return policy.egress.dns.kind === 'system' && parseAddress(host) === null && hasDeniedBlocks(policy);
}

/** Whether a list may deny a name by its addresses alone. */
export function hasDeniedBlocks({ sender, egress }: WebhookPolicy): boolean {
  return sender.denyHosts.blocks.length > 0 || egress.deny.blocks.length > 0;
}

/** What the lists say of a host that they refuse, whatever its addresses are. */
export type Refused = Extract<HostListing, 'left-alone' | 'denied' | 'not-allowed'>;

export function isRefused(listing: HostListing | null): listing is Refused {
  return listing === 'left-alone' || listing === 'denied' || listing === 'not-allowed';
}

/** Why a host is refused. `refusalText('denied', 'The host')` is `'The host is on the list of denied hosts.'`. */
export function refusalText(listing: Refused, subject: string): string {
  switch (listing) {
    case 'left-alone':
      return 'The operator of this host asked gateways to leave it alone.';
    case 'denied':
      return `${subject} is on the list of denied hosts.`;
    case 'not-allowed':
      return `${subject} is not on the list of allowed hosts.`;
  }
}
