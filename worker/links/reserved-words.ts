/**
 * Words that no alias may be: whatever stands first in an address of this Worker, the names of schemes (their
 * gateways live there), and some that people would take for the operator's own pages.
 */
import { schemes } from '../../src/index.ts';

const OWN_PAGES = ['abuse', 'admin', 'api', 'assets', 'export', 'favicon', 'import', 'privacy', 'robots', 'terms'];

/**
 * The reserved words of a Worker.
 *
 * @param paths - the patterns of its routes
 * @example
 * ```ts
 * reservedWords(['/v1/resolve', '/health']).has('health'); // true
 * ```
 */
export function reservedWords(paths: Iterable<string>): ReadonlySet<string> {
  const first = [...paths].map((path) => path.split('/', 2)[1] ?? '');
  return new Set([...OWN_PAGES, ...schemes.keys(), ...first.filter((word) => word !== '' && !word.startsWith('{'))]);
}
