/**
 * Slugs. A hash slug is the beginning of the SHA-256 of a canonical URL in Crockford's base 32, so that anyone can
 * compute it and nobody has to remember it; an alias is a word of its owner's choice. No text is both.
 */

/** Crockford's base 32 in lower case: no `i`, `l`, `o` and `u`, which people misread. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const BITS = 5;

/** The length of a hash slug: 50 bits. */
export const HASH_LENGTH = 10;
/** By so much it grows where two URLs have the same one. */
const GROWTH = 2;
/** All of the hash but its last six bits. */
export const LONGEST_HASH = 50;
export const LONGEST_ALIAS = 64;

/** Links are spread over so many stores, for ever: the slug alone tells which one has it. */
export const SHARDS = 16;

const HASH_SLUG = new RegExp(`^(?:[${DIGITS}]{${GROWTH}}){${HASH_LENGTH / GROWTH},${LONGEST_HASH / GROWTH}}$`);
const ALIAS = new RegExp(`^(?=.{1,${LONGEST_ALIAS}}$)(?:[a-z0-9]{1,${HASH_LENGTH - 1}}|[a-z0-9_-]*[_-][a-z0-9_-]*)$`);

/**
 * The characters that every hash slug of a URL begins with.
 *
 * @param canonical - the URL as it is stored: what is hashed is this very string
 * @example
 * ```ts
 * (await digestOf('gopher://gopher.floodgap.com/')).length; // 50
 * ```
 */
export async function digestOf(canonical: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical)));
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

/** The slugs that a URL may have, the shortest first: a longer one only where another URL has the shorter. */
export function* hashSlugs(digest: string): Generator<string> {
  for (let length = HASH_LENGTH; length <= LONGEST_HASH; length += GROWTH) yield digest.slice(0, length);
}

export function isHashSlug(slug: string): boolean {
  return HASH_SLUG.test(slug);
}

/**
 * Whether a text may be an alias: up to nine letters and digits, or more with a hyphen or an underscore among them,
 * so that it can never stand where the hash of some URL will.
 */
export function isAlias(slug: string): boolean {
  return ALIAS.test(slug);
}

/** How Crockford reads the letters that his digits leave out. `u` has no reading; `v` looks like it. */
const MISREAD: Readonly<Record<string, string>> = { i: '1', l: '1', o: '0', u: 'v' };

/**
 * The slug that somebody typed; `null` for what can be none. Case never matters, and in a hash slug neither do
 * the letters that are easily mistaken for digits.
 *
 * @example
 * ```ts
 * readSlug('O1L2I3U4W5'); // '011213v4w5'
 * readSlug('Old-Menu'); // 'old-menu'
 * ```
 */
export function readSlug(text: string): string | null {
  const lower = text.toLowerCase();
  if (isAlias(lower)) return lower;
  const folded = lower.replace(/[ilou]/g, (letter) => MISREAD[letter] ?? letter);
  return isHashSlug(folded) ? folded : null;
}

/**
 * The number of the store that has a slug: FNV-1a over its first ten characters, which are those of every slug that
 * the same URL may have.
 */
export function shardOf(slug: string): number {
  let hash = 0x811c9dc5;
  for (const character of slug.slice(0, HASH_LENGTH)) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return ((hash >>> 16) ^ hash) & (SHARDS - 1);
}
