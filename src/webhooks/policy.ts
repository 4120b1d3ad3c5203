/** What the sender of webhooks allows in the URL of a receiver. */

import { type HostList, parseHostList } from '../egress/host-list.ts';
import type { SenderRules } from '../egress/judgement.ts';
import { type EgressPolicy, type EgressVariables, parseEgressPolicy } from '../egress/policy.ts';
import { oncePer } from '../kept.ts';

/** The choices that a sender may make; each has a default. */
export interface PolicyOptions {
  /** In lower case, without their colons. */
  readonly schemes?: readonly string[] | undefined;
  readonly ports?: readonly number[] | undefined;
  readonly allowCredentials?: boolean | undefined;
  readonly allowFragment?: boolean | undefined;
  /** Whether the name must resolve to public addresses only. */
  readonly requireDns?: boolean | undefined;
  /** Entries as `parseHostList` reads them. */
  readonly allowHosts?: readonly string[] | undefined;
  readonly denyHosts?: readonly string[] | undefined;
  /** In characters of the canonical URL. */
  readonly maxLength?: number | undefined;
}

/** A policy with every choice made. */
interface ValidationPolicy extends SenderRules {
  readonly schemes: readonly string[];
  readonly allowCredentials: boolean;
  readonly allowFragment: boolean;
  readonly requireDns: boolean;
  readonly maxLength: number;
}

/** Without TLS, everyone on the path can read and change the payload. */
export const DEFAULT_SCHEMES: readonly string[] = ['https'];
/** Servers differ in the length of the request line that they accept; all of them accept this. */
export const DEFAULT_LENGTH = 2048;

/** Completes a policy with the defaults. `validationPolicy({ ports: [443] }).schemes` is `['https']`. */
export function validationPolicy(options: PolicyOptions): ValidationPolicy {
  const { allowHosts, denyHosts = [] } = options;
  return {
    schemes: options.schemes ?? DEFAULT_SCHEMES,
    ports: options.ports ?? null,
    allowCredentials: options.allowCredentials ?? false,
    allowFragment: options.allowFragment ?? false,
    requireDns: options.requireDns ?? true,
    allowHosts: allowHosts === undefined ? null : hostListOf(allowHosts),
    denyHosts: hostListOf(denyHosts),
    maxLength: options.maxLength ?? DEFAULT_LENGTH,
  };
}

/** The parsed list. One policy judges many URLs, so it is parsed once. */
const hostListOf = oncePer((entries: readonly string[]): HostList => parseHostList(entries));

/** What the sender of webhooks allows, and what its machines may connect to. */
export interface WebhookOptions extends PolicyOptions {
  /** Exceptions to the rules on hosts, addresses and ports: the variables of the Worker with the same names. */
  readonly egress?: Pick<EgressVariables, 'EGRESS_ALLOW' | 'EGRESS_DENY' | 'EGRESS_DENY_PORTS'> | undefined;
  /** The names of the sender's own service, which no webhook may call. */
  readonly ownHosts?: readonly string[] | undefined;
}

/** The two parsed policies of {@link WebhookOptions}. */
export interface WebhookPolicy {
  readonly sender: ValidationPolicy;
  readonly egress: EgressPolicy;
}

const policyOf = oncePer(
  (options: WebhookOptions): WebhookPolicy => ({
    sender: validationPolicy(options),
    egress: parseEgressPolicy(options.egress ?? {}, options.ownHosts),
  }),
);

/**
 * Parses options. The result is kept with the object, so that one object for many URLs is parsed once.
 *
 * @throws TypeError that names the list with an entry that cannot be read
 */
export function webhookPolicy(options: WebhookOptions): WebhookPolicy {
  return policyOf(options);
}
