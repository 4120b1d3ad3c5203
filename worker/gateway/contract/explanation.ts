/** The explanation of a link that no gateway opens: what it is, why nothing here opens it, and what would. */
import { definitionOf } from '../../../src/definition-of.ts';
import type { Resolution } from '../../../src/index.ts';
import type { Detail } from '../../pages/parts/details.tsx';
import type { Environment } from '../../settings/environment.ts';

export interface LinkExplanation {
  /** What the link is. */
  readonly what: string;
  /** Why this service does not open it. */
  readonly reason: string;
  /** The program that a browser may hand the link to; `null` if there is none. */
  readonly program: string | null;
  /** A command for a shell that opens it; `null` if there is none. */
  readonly command: string | null;
  readonly details: readonly Detail[];
  readonly problem: 'no-gateway' | 'incomplete-link';
}

/**
 * The explanation of a link that no gateway opens.
 *
 * @example
 * ```ts
 * explanationOf(explain('afs://andrew.cmu.edu/usr'), environment).details[0]; // ['Cell', 'andrew.cmu.edu']
 * ```
 */
export function explanationOf(
  link: Resolution,
  environment: Pick<Environment, 'gateways' | 'builtIn'>,
): LinkExplanation {
  const { scheme } = link;
  const definition = definitionOf(scheme);
  const found = definition.explanation?.(link) ?? { what: `${definition.title}.` };
  const { what, needed, program = 'client', command = null, details = [], incomplete = false } = found;
  const switchedOff = environment.gateways.get(scheme) === 'none' && environment.builtIn.schemes.has(scheme);
  return {
    what,
    reason: switchedOff
      ? `The operator of this service has switched off its gateway for ${scheme} links.`
      : (needed ?? `Waypost has no gateway for ${scheme} links.`),
    program: definition.defaultPort === null && program === 'client' ? null : program,
    command,
    details,
    problem: incomplete ? 'incomplete-link' : 'no-gateway',
  };
}
