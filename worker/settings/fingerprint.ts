/** Short hashes that entity tags are made from. */

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
  return base36((right & 0x1fffff) * 0x1_0000_0000 + (left >>> 0));
}

/** 36⁵. */
const FIVE_DIGITS = 60_466_176;

/** A whole number below 2⁵³ as `toString(36)` writes it: the runtime is quick for small numbers only. */
function base36(number: number): string {
  const high = Math.floor(number / FIVE_DIGITS);
  const low = (number - high * FIVE_DIGITS).toString(36);
  return high === 0 ? low : high.toString(36) + low.padStart(5, '0');
}
