/** Canonicalizes URLs that servers and pages name, where a URL that cannot be read is only left out. */
import { type Canonical, canonicalize, UrlError } from '../../../src/index.ts';

/**
 * The canonical form of a URL; `null` if it cannot be read.
 *
 * @param url - absolute, canonical or not
 * @example
 * ```ts
 * canonicalOrNull('GO:x'); // 'go:x'
 * canonicalOrNull('http://h:x/'); // null
 * ```
 */
export function canonicalOrNull(url: string): Canonical | null {
  try {
    return canonicalize(url);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}
