/**
 * What a short link may lead to: whatever the library reads and the egress policy lets a gateway reach, as a short
 * link hides from people what a gateway would refuse to open.
 */

import { approach, type EgressPolicy } from '../../src/egress/policy.ts';
import { canonicalize, type Diagnostic, explain, type Resolution, schemes } from '../../src/index.ts';
import { readUrl } from '../http/url-parameter.ts';
import { type Fault, RequestError } from '../problem.ts';

/**
 * The canonical form of a URL that a link may lead to.
 *
 * @throws RequestError 422 for what cannot be read, and for what a link must not lead to
 * @example
 * ```ts
 * targetOf('GOPHER://Gopher.Floodgap.com:70/', parseEgressPolicy({})); // 'gopher://gopher.floodgap.com/'
 * ```
 */
export function targetOf(url: string, policy: EgressPolicy): string {
  const resolution = readUrl(explain, 'url', url, {});
  const refusal = refusalOf(resolution, policy);
  if (refusal !== null) throw new RequestError('link-refused', [refusal]);
  return resolution.canonical;
}

/**
 * Sees to it that a URL from an export can be led to. What the policy of its time let pass still passes.
 *
 * @throws RequestError 422 for what cannot be read, and for what no policy lets pass
 */
export function checkStored(url: string): void {
  const refusal = neverOf(readUrl(explain, 'url', url, {}));
  if (refusal !== null) throw new RequestError('link-refused', [refusal]);
}

/** Whether a stored URL is what today's rules would make of it. */
export function isCanonical(url: string): boolean {
  return readUrl(canonicalize, 'url', url, {}) === url;
}

function diagnosticFault({ code, at, message, spec }: Diagnostic): Fault {
  return { code, parameter: 'url', at, message, spec };
}

const NO_PORT = { port: 0, defaultPort: 0 } as const;

/** Why no policy lets a link lead there: the URL carries code, or a password. */
function neverOf({ components, diagnostics }: Resolution): Fault | null {
  const unsafe = diagnostics.find(({ code }) => code === 'unsafe-scheme');
  if (unsafe !== undefined) return diagnosticFault(unsafe);
  if (components.password === null) return null;
  const message = 'The URL carries a password, which everyone who follows the link could read.';
  return { code: 'password-in-url', parameter: 'url', at: null, message, spec: null };
}

function refusalOf(resolution: Resolution, policy: EgressPolicy): Fault | null {
  const never = neverOf(resolution);
  if (never !== null) return never;
  const { components, scheme } = resolution;
  const { host, port } = components;
  if (host === null || host === '') return null;
  // A scheme that knows no ports has its host judged, and nothing else.
  const ports = port === null ? NO_PORT : { port, defaultPort: schemes.get(scheme)?.defaultPort ?? null };
  const found = approach({ host, ...ports }, policy);
  if (found.kind !== 'denied') return null;
  return { code: `egress-${found.rule}`, parameter: 'url', at: null, message: found.detail, spec: null };
}
