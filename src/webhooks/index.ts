/**
 * Whether a program may call back a URL that a stranger supplied. The checks need no network: entry `waypost/webhooks`
 * of the package. `waypost/webhooks/node` judges the addresses when a connection is made.
 */

import type { Verdict } from '../egress/judgement.ts';
import type { UrlInput } from '../uri/url-object.ts';
import { judge, type UrlVerdict, verdictOf } from './checks.ts';
import { judgeCalled } from './delivery.ts';
import { type WebhookOptions, webhookPolicy } from './policy.ts';

export { HostListError } from '../egress/host-list.ts';
export type { Denial, EgressRule, Verdict } from '../egress/judgement.ts';
export type { EgressPolicy, EgressVariables } from '../egress/policy.ts';
export {
  type ChallengeAnswer,
  type ChallengeOptions,
  type ChallengeOutcome,
  type ChallengeRequest,
  type ChallengeResult,
  type ChallengeStep,
  challengeEndpoint,
} from './challenge.ts';
export { CHECK_IDS, type Check, type CheckId, type Finding, type Undetermined, type UrlVerdict } from './checks.ts';
export type { PolicyOptions, WebhookOptions, WebhookPolicy } from './policy.ts';
export { webhookPolicy } from './policy.ts';
export { type SignOptions, signMessage } from './signature.ts';

/**
 * Checks a URL that a stranger supplied, without the network. It does not look up the name: DNS may lead it to an
 * address that is not public, now or later. If the name may fall into a block of a list of hosts, the verdict is open.
 * Judge the addresses with {@link checkAddress}, or connect with `waypost/webhooks/node`.
 *
 * @param url - the URL as it was supplied
 * @param options - what is allowed besides https to a public host
 * @throws TypeError if the options have a list with an entry that cannot be read
 * @example
 * ```ts
 * checkUrl('https://hooks.example.com/in').valid; // true
 * checkUrl('https://0x7f.1/').failed; // ['host-not-obfuscated', 'public-address']
 * ```
 */
export function checkUrl(url: UrlInput, options: WebhookOptions = {}): UrlVerdict {
  const judged = judge(url, webhookPolicy(options));
  return verdictOf(judged, judged.checks);
}

/**
 * Judges an address to which a name resolved: only addresses of the public Internet pass.
 *
 * @param address - dotted decimal, or IPv6 with or without brackets
 * @param options - as for {@link checkUrl}
 * @param port - the port of the connection; without it, the entries of `EGRESS_ALLOW` do not count
 * @param host - the name that resolved to the address. A name that is not among `allowHosts` needs an address in one of
 *   the blocks there. Without the name, the address is compared with `allowHosts` only if that has no names
 * @example
 * ```ts
 * checkAddress('93.184.215.14').allowed; // true
 * checkAddress('::ffff:127.0.0.1').allowed; // false
 * checkAddress('127.0.0.1', { egress: { EGRESS_ALLOW: '127.0.0.1:8080' } }, 8080).allowed; // true
 * checkAddress('93.184.215.14', { allowHosts: ['93.185.0.0/16'] }).allowed; // false
 * ```
 */
export function checkAddress(
  address: string,
  options: WebhookOptions = {},
  port: number | null = null,
  host: string | null = null,
): Verdict {
  return judgeCalled([address], { host, port, defaultPort: null }, webhookPolicy(options));
}
