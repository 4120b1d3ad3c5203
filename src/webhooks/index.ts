/**
 * Whether a program may call back a URL that a stranger supplied. The checks need no network: entry `waypost/webhooks`
 * of the package. `waypost/webhooks/node` judges the addresses when a connection is made.
 */
import { parseAddress } from '../egress/address.ts';
import { isListed } from '../egress/host-list.ts';
import {
  type Denial,
  type EgressPolicy,
  type EgressVariables,
  judgeAnswers,
  parseEgressPolicy,
  type Verdict,
} from '../egress/policy.ts';
import { type Check, judge, type OfflineVerdict, validityOf } from './checks.ts';
import { type PolicyOptions, type ValidationPolicy, validationPolicy } from './policy.ts';

export { HostListError } from '../egress/host-list.ts';
export type { Denial, EgressPolicy, EgressRule, EgressVariables, Verdict } from '../egress/policy.ts';
export { CHECK_IDS, type Check, type CheckId, type Finding, type Undetermined } from './checks.ts';
export type { PolicyOptions } from './policy.ts';

/** What the sender of webhooks allows, and what its machines may connect to. */
export interface WebhookOptions extends PolicyOptions {
  /** Exceptions to the rules on hosts, addresses and ports: the variables of the Worker with the same names. */
  readonly egress?: Pick<EgressVariables, 'EGRESS_ALLOW' | 'EGRESS_DENY' | 'EGRESS_DENY_PORTS'>;
  /** The names of the sender's own service, which no webhook may call. */
  readonly ownHosts?: readonly string[];
}

/** What {@link checkUrl} found. */
export interface UrlVerdict {
  /** Whether no check with the severity `error` fails. */
  readonly valid: boolean;
  /** The URL to store and to call; `null` if the input cannot be read. */
  readonly canonical: string | null;
  /** Every check, also those that pass, in a fixed order. */
  readonly checks: readonly Check[];
}

/** The two parsed policies of {@link WebhookOptions}. */
export interface WebhookPolicy {
  readonly sender: ValidationPolicy;
  readonly egress: EgressPolicy;
}

const policies = new WeakMap<WebhookOptions, WebhookPolicy>();

/**
 * Parses options. The result is kept with the object, so that one object for many URLs is parsed once.
 *
 * @throws TypeError that names the list with an entry that cannot be read
 */
export function webhookPolicy(options: WebhookOptions): WebhookPolicy {
  const known = policies.get(options);
  if (known !== undefined) return known;
  const policy = {
    sender: validationPolicy(options),
    egress: parseEgressPolicy(options.egress ?? {}, options.ownHosts),
  };
  policies.set(options, policy);
  return policy;
}

/**
 * Checks a URL that a stranger supplied, without the network. It does not look up the name: DNS may lead it to an
 * address that is not public, now or later. Judge the addresses with {@link checkAddress}, or connect with
 * `waypost/webhooks/node`.
 *
 * @param url - the URL as it was supplied
 * @param options - what is allowed besides https to a public host
 * @throws TypeError if the options have a list with an entry that cannot be read
 * @example
 * ```ts
 * checkUrl('https://hooks.example.com/in').valid; // true
 * const { checks } = checkUrl('https://0x7f.1/');
 * checks.filter(({ pass }) => pass === false).map(({ id }) => id); // ['host-not-obfuscated', 'public-address']
 * ```
 */
export function checkUrl(url: string, options: WebhookOptions = {}): UrlVerdict {
  const { sender, egress } = webhookPolicy(options);
  const { subject, checks }: OfflineVerdict = judge(url, sender, egress);
  return { valid: validityOf(checks) === true, canonical: subject?.resolution.canonical ?? null, checks };
}

const DENIED_HOST: Denial = {
  allowed: false,
  rule: 'left-alone',
  detail: 'The address is on the list of denied hosts.',
};
const NO_ADDRESS: Denial = { allowed: false, rule: 'address', detail: 'This is not an IP address.' };

/**
 * Judges an address to which a name resolved: only addresses of the public Internet pass.
 *
 * @param address - dotted decimal, or IPv6 with or without brackets
 * @param options - as for {@link checkUrl}
 * @param port - the port of the connection; without it, the entries of `EGRESS_ALLOW` do not count
 * @example
 * ```ts
 * checkAddress('93.184.215.14').allowed; // true
 * checkAddress('::ffff:127.0.0.1').allowed; // false
 * checkAddress('127.0.0.1', { egress: { EGRESS_ALLOW: '127.0.0.1:8080' } }, 8080).allowed; // true
 * ```
 */
export function checkAddress(address: string, options: WebhookOptions = {}, port: number | null = null): Verdict {
  const { sender, egress } = webhookPolicy(options);
  const parsed = parseAddress(address);
  if (parsed === null) return NO_ADDRESS;
  if (isListed(address, sender.denyHosts)) return DENIED_HOST;
  const policy = port === null ? { ...egress, allow: new Map() } : egress;
  const open = port ?? ANY_PORT;
  // Ports are judged with the URL.
  return judgeAnswers([parsed], { host: address, port: open, defaultPort: open }, policy);
}

const ANY_PORT = 443;
