/**
 * Where this Worker is, as the request at hand sees it.
 */

import { type EgressPolicy, hostKey } from '../../src/egress/policy.ts';
import type { RequestContext } from './request-context.ts';

/**
 * The origin that a request was sent to, without a slash at its end.
 *
 * @example
 * ```ts
 * originOf(exchange); // 'https://waypost.example'
 * ```
 */
export function originOf({ url }: Pick<RequestContext, 'url'>): string {
  return url.slice(0, url.indexOf('/', url.indexOf('//') + 2));
}

/** The egress policy, which refuses the way back here. */
export function egressOf({ environment, url }: Pick<RequestContext, 'environment' | 'url'>): EgressPolicy {
  const host = new URL(url).hostname;
  return { ...environment.egress, ownHosts: new Set([...environment.egress.ownHosts, hostKey(host)]) };
}
