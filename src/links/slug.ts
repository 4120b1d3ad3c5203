/**
 * Slugs. A hash slug is the beginning of the SHA-256 of a canonical URL in Crockford's base 32, so that anyone can
 * compute it. An alias is a word that its owner chose; it never looks like a hash slug. An imported alias may have any
 * case and length, as another shortener made it; one that looks like a hash slug is marked in its record.
 */

/** Crockford's base 32 in lower case: no `i`, `l`, `o` and `u`, which people misread. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
export const BITS = 5;

/** The length of a hash slug: 50 bits. */
export const HASH_LENGTH = 10;
/** The number of characters to add if another URL already has the slug. */
const GROWTH = 2;
/** The whole hash without its last six bits. */
export const LONGEST_HASH = 50;
export const LONGEST_ALIAS = 64;

const HASH_SLUG = new RegExp(`^(?:[${DIGITS}]{${GROWTH}}){${HASH_LENGTH / GROWTH},${LONGEST_HASH / GROWTH}}$`);
/** Imported aliases. `/x.svg` is the QR code of `x`, and clients remove `.` and `..` from paths (RFC 3986 §5.2.4). */
const SLUG = new RegExp(`^(?!\\.{1,2}$)(?!.*\\.svg$)[\\w.~-]{1,${LONGEST_ALIAS}}$`);
const ALIAS = new RegExp(`^(?=.{1,${LONGEST_ALIAS}}$)(?:[a-z0-9]{1,${HASH_LENGTH - 1}}|[a-z0-9_-]*[_-][a-z0-9_-]*)$`);

/**
 * The SHA-256 of a text in UTF-8, in Crockford's base 32, without its last six bits. The hash slugs of a URL are
 * beginnings of the digest of the stored URL.
 */
export async function digestOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  let digits = '';
  let value = 0;
  let bits = 0;
  for (const octet of hash) {
    value = (value << 8) | octet;
    for (bits += 8; bits >= BITS; bits -= BITS) digits += DIGITS[(value >> (bits - BITS)) & 31];
    value &= 31;
  }
  return digits.slice(0, LONGEST_HASH);
}

/** The slugs that a URL may have, shortest first. A longer one is used only if another URL has the shorter. */
export function* hashSlugs(digest: string): Generator<string> {
  for (let length = HASH_LENGTH; length <= LONGEST_HASH; length += GROWTH) yield digest.slice(0, length);
}

export function isHashSlug(slug: string): boolean {
  return HASH_SLUG.test(slug);
}

/** A hash slug, an alias, or an imported alias. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/**
 * Whether a text may be a new alias: up to nine letters and digits, or more characters with a hyphen or an underscore
 * among them. So no alias is the hash slug of any URL.
 */
export function isAlias(slug: string): boolean {
  return ALIAS.test(slug);
}

/** Crockford's digits for letters that his alphabet leaves out. For `u`, which looks like `v`, he defines none. */
const MISREAD: Readonly<Record<string, string>> = { i: '1', l: '1', o: '0', u: 'v' };

/**
 * The hash slug of a text that a person typed; `null` for a text that cannot be one. Letters that look like digits are
 * read as digits, in any case.
 */
export function readHashSlug(text: string): string | null {
  const folded = text.toLowerCase().replace(/[ilou]/g, (letter) => MISREAD[letter] ?? letter);
  return isHashSlug(folded) ? folded : null;
}

/**
 * Decodes the characters of slugs and their suffixes in a path: in a URL, `%36` is `6` (RFC 3986 §6.2.2.2).
 *
 * @example
 * ```ts
 * decodeSlug('%36abc%2F'); // '6abc%2F'
 * ```
 */
export function decodeSlug(path: string): string {
  return path.replace(/%([\dA-F]{2})/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~+-]/.test(character) ? character : encoded;
  });
}
