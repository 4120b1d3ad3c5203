/** Canonicalizes URLs from servers, whose invalid URLs are left out. */
import { type Canonical, canonicalize, UrlError } from '../../../src/index.ts';

/**
 * The canonical form of a URL; `null` if the URL is invalid.
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
