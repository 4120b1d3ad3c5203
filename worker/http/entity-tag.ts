/**
 * Entity tags (RFC 9110 §8.8.3): a strong tag from the inputs of an answer, and the weak comparison for `If-None-Match`
 * (§13.1.2).
 */

/**
 * A 53-bit hash of a text, as up to 11 characters of base 36: two lanes of 32 bits, mixed at the end.
 *
 * It is enough for entity tags, because a client compares a tag only with other tags of the same address, which differ
 * in version, settings and media type. It is not enough if a client could gain from a collision: two texts with the
 * same hash are found in seconds.
 */
export function fingerprint(text: string): string {
  let left = 0xdeadbeef;
  let right = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    left = Math.imul(left ^ unit, 0x9e3779b1);
    right = Math.imul(right ^ unit, 0x5f356495);
  }
  left = Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul(right ^ (right >>> 13), 0xc2b2ae35);
  right = Math.imul(right ^ (right >>> 16), 0x85ebca6b) ^ Math.imul(left ^ (left >>> 13), 0xc2b2ae35);
  return ((right & 0x1fffff) * 0x1_0000_0000 + (left >>> 0)).toString(36);
}

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
