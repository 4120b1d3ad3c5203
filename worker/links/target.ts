/**
 * The targets that a short link may have: URLs that the library can parse and whose host the egress policy allows. A
 * short link hides its target from people, so it must not lead to a host that a gateway would refuse.
 */

import { approach, type EgressPolicy } from '../../src/egress/policy.ts';
import { canonicalize, type Diagnostic, explain, type Resolution, schemes } from '../../src/index.ts';
import { readUrlParameter } from '../http/url-parameter.ts';
import { type Fault, RequestError } from '../problem.ts';

/**
 * The canonical form of the target of a new link.
 *
 * @throws RequestError 422 for a URL that is invalid, or that must not be a target
 * @example
 * ```ts
 * targetOf('GOPHER://Gopher.Floodgap.com:70/', parseEgressPolicy({})); // 'gopher://gopher.floodgap.com/'
 * ```
 */
export function targetOf(url: string, policy: EgressPolicy): string {
  const resolution = readUrlParameter(explain, 'url', url, {});
  const refusal = refusalOf(resolution, policy);
  if (refusal !== null) throw new RequestError('link-refused', [refusal]);
  return resolution.canonical;
}

/**
 * Checks the target of an imported link. The egress policy is not applied again: it was applied when the link was
 * created.
 *
 * @throws RequestError 422 for a URL that is invalid, or has code or a password
 */
export function checkStored(url: string): void {
  const refusal = absoluteRefusal(readUrlParameter(explain, 'url', url, {}));
  if (refusal !== null) throw new RequestError('link-refused', [refusal]);
}

/** Whether a stored URL is canonical by today's rules. */
export function isCanonical(url: string): boolean {
  return readUrlParameter(canonicalize, 'url', url, {}) === url;
}

function diagnosticFault({ code, at, message, spec }: Diagnostic): Fault {
  return { code, parameter: 'url', at, message, spec };
}

const NO_PORT = { port: 0, defaultPort: 0 } as const;

/** The reason to refuse a target under any policy: the URL contains code or a password. */
function absoluteRefusal({ components, diagnostics }: Resolution): Fault | null {
  const unsafe = diagnostics.find(({ code }) => code === 'unsafe-scheme');
  if (unsafe !== undefined) return diagnosticFault(unsafe);
  if (components.password === null) return null;
  const message = 'The URL carries a password, which everyone who follows the link could read.';
  return { code: 'password-in-url', parameter: 'url', at: null, message, spec: null };
}

function refusalOf(resolution: Resolution, policy: EgressPolicy): Fault | null {
  const never = absoluteRefusal(resolution);
  if (never !== null) return never;
  const { components, scheme } = resolution;
  const { host, port } = components;
  if (host === null || host === '') return null;
  // For a scheme without ports, only the host is checked.
  const ports = port === null ? NO_PORT : { port, defaultPort: schemes.get(scheme)?.defaultPort ?? null };
  const found = approach({ host, ...ports }, policy);
  if (found.kind !== 'denied') return null;
  return { code: `egress-${found.rule}`, parameter: 'url', at: null, message: found.detail, spec: null };
}
