/** The explanation of a link that no gateway opens: what it is, and what would open it. */
import { definitionOf } from '../../../src/definition-of.ts';
import type { Resolution } from '../../../src/index.ts';
import type { Detail } from '../../pages/details.tsx';

export interface Explanation {
  /** What the link is. */
  readonly what: string;
  /** What would open it. */
  readonly needed: string;
  readonly details: readonly Detail[];
  readonly problem: 'no-gateway' | 'incomplete-link';
}

const CLIENT =
  'A client for the protocol opens it. This service has no gateway for it, or its operator switched it off.';

/**
 * The explanation of a link that no gateway opens.
 *
 * @example
 * ```ts
 * explanationOf(explain('afs://andrew.cmu.edu/usr')).details[0]; // ['Cell', 'andrew.cmu.edu']
 * ```
 */
export function explanationOf(link: Resolution): Explanation {
  const { title, explanation } = definitionOf(link.scheme);
  const { what, needed = CLIENT, details = [], incomplete = false } = explanation?.(link) ?? { what: `${title}.` };
  return { what, needed, details, problem: incomplete ? 'incomplete-link' : 'no-gateway' };
}
