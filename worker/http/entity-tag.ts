/** Entity tags (RFC 9110 §8.8.3): the weak comparison for `If-None-Match` (§13.1.2). */

const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\uffff]*")/g;

/**
 * Whether the value of `If-None-Match` matches a tag: `*`, or a list that has the tag, weak or strong.
 *
 * @example
 * ```ts
 * matchesTag('W/"a", "b"', '"b"'); // true
 * ```
 */
export function matchesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  for (const [, opaque] of ifNoneMatch.matchAll(TAG)) if (opaque === tag) return true;
  return false;
}
