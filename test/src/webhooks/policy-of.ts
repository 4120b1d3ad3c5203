/** The policies of a test: the options of a sender, and all egress variables, of which a sender has three. */
import { type EgressVariables, parseEgressPolicy } from '../../../src/egress/policy.ts';
import { validationPolicy, type WebhookOptions, type WebhookPolicy } from '../../../src/webhooks/policy.ts';

export interface TestOptions extends Omit<WebhookOptions, 'egress'> {
  readonly egress?: EgressVariables;
}

export function policyOf({ egress = {}, ownHosts = [], ...options }: TestOptions): WebhookPolicy {
  return { sender: validationPolicy(options), egress: parseEgressPolicy(egress, ownHosts) };
}
