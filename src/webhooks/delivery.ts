/** Judges the addresses of a webhook's server when it is called. */
import { parseAddress } from '../egress/address.ts';
import { type CalledServer, type Denial, judgeAnswers, type Verdict } from '../egress/judgement.ts';
import type { WebhookPolicy } from './policy.ts';

/**
 * Judges the addresses that a connection would reach, as a resolver gives them. One bad address refuses the name: it
 * may be the one that is used.
 *
 * @param server - without `defaultPort`, its port is not judged
 */
export function judgeCalled(
  addresses: readonly string[],
  { host, port, defaultPort }: CalledServer,
  { sender, egress }: WebhookPolicy,
): Verdict {
  const parsed = addresses.flatMap((address) => parseAddress(address) ?? []);
  if (parsed.length < addresses.length) return NO_ADDRESS;
  return defaultPort === null
    ? judgeAnswers(parsed, { host, port, defaultPort: port }, egress, { ...sender, ports: null })
    : judgeAnswers(parsed, { host, port, defaultPort }, egress, sender);
}

const NO_ADDRESS: Denial = { allowed: false, rule: 'address', detail: 'This is not an IP address.' };
