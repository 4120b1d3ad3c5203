/** Judges the server of a webhook when it is called: its host and port, and then every address of its name. */
import { parseAddress } from '../egress/address.ts';
import {
  type Approach,
  approach,
  type Denial,
  denied,
  isExempt,
  judgeAnswers,
  type Verdict,
} from '../egress/policy.ts';
import { type HostListing, hidesDenied, hostListingOf, isRefused, type Refused, refusalText } from './lists.ts';
import type { WebhookPolicy } from './policy.ts';

/** The server of a connection. */
interface CalledServer {
  /** A name or an address; IPv6 with or without brackets. */
  readonly host: string;
  readonly port: number;
  /** The port of the scheme. */
  readonly defaultPort: number;
}

/**
 * Judges a server before its name is looked up: by the lists of hosts, by its ports, and by the egress policy.
 *
 * @returns how it may be reached, or why not. A name whose addresses decide is never reached by its name alone: nobody
 *   looks up one that `EGRESS_ALLOW` lists, or any if the runtime does
 */
export function judgeServer({ host, port, defaultPort }: CalledServer, policy: WebhookPolicy): Approach {
  const { sender, egress } = policy;
  const listing = hostListingOf(host, policy);
  if (isRefused(listing)) return { kind: 'denied', ...denialOf(listing, 'host') };
  // The sender's own list of ports comes first, as in `checkUrl`.
  if (sender.ports !== null && !sender.ports.includes(port)) return { kind: 'denied', ...NOT_A_PORT };
  const approached = approach({ host, port, defaultPort: sender.ports === null ? defaultPort : port }, egress);
  if (approached.kind === 'name' && hidesDenied(host, policy)) return { kind: 'denied', ...UNSEEN };
  const isByName = approached.kind === 'listed' || (approached.kind === 'name' && egress.dns.kind === 'system');
  if (isByName && listing === 'by-address') return { kind: 'denied', ...denialOf('not-allowed', 'host') };
  return approached;
}

/** What is known of the server that has an address; `null` = it is not known. */
export interface AddressedServer {
  /** The name that was looked up. */
  readonly host: string | null;
  /** Without it, the entries of `EGRESS_ALLOW` do not count, and the port is not judged. */
  readonly port: number | null;
  /** Without it, the port is not judged. */
  readonly defaultPort: number | null;
}

/**
 * Judges an address that a connection would reach.
 *
 * Without a name, a list of allowed hosts is compared with the address only if it has blocks alone: a name on it may be
 * that of this address.
 */
export function judgeCalledAddress(
  address: string,
  { host, port, defaultPort }: AddressedServer,
  policy: WebhookPolicy,
): Verdict {
  const { sender, egress } = policy;
  const parsed = parseAddress(address);
  if (parsed === null) return NO_ADDRESS;
  const name = host === null ? unknownName(policy) : hostListingOf(host, policy);
  if (isRefused(name)) return denialOf(name, 'host');
  // As everywhere, the addresses of a name in `EGRESS_ALLOW` are not judged, so they cannot allow it either.
  if (host !== null && port !== null && isExempt(host, port, egress)) {
    return name === 'by-address' ? denialOf('not-allowed', 'host') : ALLOWED;
  }
  const listing = hostListingOf(address, policy, name);
  if (isRefused(listing)) return denialOf(listing, 'address');
  const called = port ?? ANY_PORT;
  const isJudged = defaultPort !== null && sender.ports === null;
  const target = { host: address, port: called, defaultPort: isJudged ? defaultPort : called };
  return judgeAnswers([parsed], target, port === null ? { ...egress, allow: new Map() } : egress);
}

const ALLOWED: Verdict = { allowed: true };
const ANY_PORT = 443;

/** What the lists may say of a name that is not known. */
function unknownName({ sender: { allowHosts } }: WebhookPolicy): HostListing | null {
  return allowHosts !== null && allowHosts.names.size + allowHosts.parents.size > 0 ? 'allowed' : null;
}

const UNSEEN = denied('left-alone', 'The addresses of the host cannot be compared with the list of denied hosts.');
const NOT_A_PORT = denied('port', 'The port is not on the list of allowed ports.');
const NO_ADDRESS = denied('address', 'This is not an IP address.');
const denialOf = (listing: Refused, what: 'host' | 'address'): Denial =>
  denied('left-alone', refusalText(listing, `The ${what}`));
