/** What pages call the kinds of links. */
import { schemes } from '../../src/index.ts';

/**
 * What a scheme names, in a few words.
 *
 * @example
 * ```ts
 * schemeTitle('telnet'); // 'Telnet session'
 * ```
 */
export function schemeTitle(scheme: string): string {
  return schemes.get(scheme)?.title ?? `${scheme} link`;
}
