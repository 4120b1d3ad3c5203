/** Judges the server of a webhook when it is called: its host and port, and then every address of its name. */
import { parseAddress } from '../egress/address.ts';
import { hostKey, isListed } from '../egress/host-list.ts';
import { type Approach, approach, type Denial, type EgressRule, judgeAnswers, type Verdict } from '../egress/policy.ts';
import type { WebhookPolicy } from './policy.ts';

/** The server of a connection. */
export interface CalledServer {
  /** A name or an address; IPv6 with or without brackets. */
  readonly host: string;
  readonly port: number;
  /** The port of the scheme. */
  readonly defaultPort: number;
}

/**
 * Judges a server before its name is looked up: by the lists of the sender, by its ports, and by the egress policy.
 *
 * @returns how it may be reached, or why not
 */
export function judgeServer({ host, port, defaultPort }: CalledServer, { sender, egress }: WebhookPolicy): Approach {
  const key = hostKey(host);
  if (isListed(key, sender.denyHosts)) return { kind: 'denied', ...DENIED };
  if (sender.allowHosts !== null && !isListed(key, sender.allowHosts)) return { kind: 'denied', ...NOT_LISTED };
  // The sender's own list of ports comes first, as in `checkUrl`.
  if (sender.ports !== null && !sender.ports.includes(port)) return { kind: 'denied', ...NOT_A_PORT };
  return approach({ host: key, port, defaultPort: sender.ports === null ? defaultPort : port }, egress);
}

/**
 * Judges an address that a connection would reach.
 *
 * @param port - of the connection; `null` = the entries of `EGRESS_ALLOW` do not count
 */
export function judgeCalledAddress(address: string, port: number | null, { sender, egress }: WebhookPolicy): Verdict {
  const parsed = parseAddress(address);
  if (parsed === null) return NO_ADDRESS;
  if (isListed(address, sender.denyHosts)) return DENIED_ADDRESS;
  const policy = port === null ? { ...egress, allow: new Map() } : egress;
  const open = port ?? ANY_PORT;
  // Ports are judged with the URL.
  return judgeAnswers([parsed], { host: address, port: open, defaultPort: open }, policy);
}

const ANY_PORT = 443;

const denial = (rule: EgressRule, detail: string): Denial => ({ allowed: false, rule, detail });
const DENIED = denial('left-alone', 'The host is on the list of denied hosts.');
const NOT_LISTED = denial('left-alone', 'The host is not on the list of allowed hosts.');
const NOT_A_PORT = denial('port', 'The port is not on the list of allowed ports.');
const DENIED_ADDRESS = denial('left-alone', 'The address is on the list of denied hosts.');
const NO_ADDRESS = denial('address', 'This is not an IP address.');
