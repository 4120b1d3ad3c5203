/**
 * The targets that a short link may have: URLs that the library can parse and whose host the egress policy allows. A
 * short link hides its target from people, so it must not lead to a host that a gateway would refuse.
 */
import { isInBrowser } from '../../src/definition-of.ts';
import { hostKey } from '../../src/egress/host-list.ts';
import { approach, judgeHost } from '../../src/egress/judgement.ts';
import type { EgressPolicy } from '../../src/egress/policy.ts';
import { canonicalize, explain, type Resolution, schemes } from '../../src/index.ts';
import type { Blocks } from '../../src/links/blocks.ts';
import { type Fault, RequestError, urlFault } from '../errors/request-error.ts';
import { followHref, gatewaySettingOf } from '../gateway/contract/destination.ts';
import { egressOf, rootOf } from '../http/address.ts';
import { readUrlParameter } from '../http/query.ts';
import type { RequestContext } from '../http/request-context.ts';
import { parameterFault } from '../http/schema.ts';
import { linkBlocked } from './link-answer.ts';

/**
 * The most characters of the address that a link redirects to. RFC 9112 §3 recommends that every server takes a request
 * line of 8,000 octets; many take no longer one. Node's client reads 16 KiB of headers, nginx as a proxy 4 or 8 KiB.
 */
export const LONGEST_LOCATION = 8000;

type Context = Pick<RequestContext, 'environment' | 'url'>;

/**
 * The canonical form of the target of a new link.
 *
 * @param blocks - those that apply; `null` = none, for an imported link, which is not followed while it is blocked
 * @throws RequestError 422 for a URL that is invalid, or that must not be a target; 451 for a blocked one
 */
export function targetOf(url: string, context: Context, blocks: Blocks | null): string {
  const resolution = readUrlParameter(explain, 'url', url, {});
  const refusal =
    absoluteRefusal(resolution) ?? egressRefusal(resolution, context) ?? lengthRefusal(resolution, context);
  if (refusal !== null) throw new RequestError('link-refused', [refusal]);
  const reason = blocks?.reasonForTarget(resolution) ?? null;
  if (reason !== null) throw linkBlocked(reason, rootOf(context));
  return resolution.canonical;
}

/**
 * Checks the target of an imported link. Of the egress policy, only the rule against loops is applied: the others were
 * applied when the link was created.
 *
 * @throws RequestError 422 for a URL that is invalid, has code or a password, or leads back to this service
 */
export function checkStored(url: string, context: Context): void {
  const resolution = readUrlParameter(explain, 'url', url, {});
  const refusal = absoluteRefusal(resolution) ?? loopRefusal(resolution, policyFor(resolution, context));
  if (refusal !== null) throw new RequestError('link-refused', [refusal]);
}

/** Whether a stored URL is canonical by today's rules. */
export function isCanonical(url: string): boolean {
  return readUrlParameter(canonicalize, 'url', url, {}) === url;
}

/** The reason to refuse a target under any policy: the URL contains code or a password. */
function absoluteRefusal({ components, diagnostics }: Resolution): Fault | null {
  const unsafe = diagnostics.find(({ code }) => code === 'unsafe-scheme');
  if (unsafe !== undefined) return urlFault(unsafe, 'url');
  if (components.password === null) return null;
  const message = 'The URL contains a password, which everyone who follows the link could read.';
  return parameterFault('password-in-url', 'url', message);
}

/** The policy for a target. Below a base path, the rest of the host is not this service: a browser opens it there. */
function policyFor({ scheme, components: { path } }: Resolution, context: Context): EgressPolicy {
  const { basePath, egress } = context.environment;
  return isInBrowser(scheme) && !`${path}/`.startsWith(`${basePath}/`) ? egress : egressOf(context);
}

function egressRefusal(resolution: Resolution, context: Context): Fault | null {
  const { components, scheme } = resolution;
  const { host, port } = components;
  if (host === null || host === '') return null;
  const policy = policyFor(resolution, context);
  // The rule on ports is for connections of this service. A browser has its own.
  const isOpenedHere = gatewaySettingOf(scheme, context.environment) === 'self';
  const verdict =
    isOpenedHere && port !== null
      ? approach({ host, port, defaultPort: schemes.get(scheme)?.defaultPort ?? null }, policy)
      : judgeHost(host, policy, port);
  return 'rule' in verdict ? parameterFault(`egress-${verdict.rule}`, 'url', verdict.detail) : null;
}

function loopRefusal({ components: { host } }: Resolution, policy: EgressPolicy): Fault | null {
  if (host === null || !policy.ownHosts.has(hostKey(host))) return null;
  return parameterFault('egress-own-host', 'url', 'The URL leads back to this service.');
}

function lengthRefusal(resolution: Resolution, { environment }: Context): Fault | null {
  const { length } = followHref(resolution, environment);
  if (length <= LONGEST_LOCATION) return null;
  return parameterFault(
    'url-too-long',
    'url',
    `The redirect to this URL would have ${length} characters. Many clients and servers read no more than ${LONGEST_LOCATION}.`,
  );
}
