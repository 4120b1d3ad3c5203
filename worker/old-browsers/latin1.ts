/**
 * Text for browsers of 1996, which know Latin-1 and nothing else. The markup is ASCII: every other character becomes a
 * numeric reference, or a spelling in ASCII where such a browser has no glyph.
 */

/** Spellings of characters that Unicode does not decompose into those of Latin-1. */
const SPELLINGS: readonly (readonly [characters: RegExp, spelling: string])[] = [
  // Invisible: soft hyphens, joiners and marks of direction. Old browsers would show boxes.
  [/\p{Cf}|\ufe0f/u, ''],
  [/[\p{Pd}\u2212\u2500\u2501\u2550]/u, '-'],
  [/[\u2018-\u201b\u2032]/, "'"],
  [/[\u201c-\u201f\u2033]/, '"'],
  [/[\u2020-\u2023\u25a0-\u25ff]/, '*'],
  [/\u2190/, '<'],
  [/\u2192/, '>'],
  [/\u2191/, '^'],
  [/\u2193/, 'v'],
  [/[\u2502\u2503\u2551]/, '|'],
  // Corners and crossings of drawings, then their shades.
  [/[\u2504-\u257f]/, '+'],
  [/[\u2580-\u259f]/, '#'],
  [/\p{Cc}/u, '?'],
];

const BEYOND_ASCII = /[^\0-\x7e]/gu;
const LATIN_1 = /^[\0-\xff]*$/;
const SPECIAL = /[&<>"]|[^\0-\x7e]/gu;

/**
 * The text in ASCII, for markup and for attributes. References that it already has stay.
 *
 * @param markup - text between two tags, or the value of an attribute, escaped
 * @example
 * ```ts
 * latin1('a &amp; b \u2014 caf\u00e9'); // 'a &amp; b - caf&#233;'
 * latin1('\u043f'); // '&#1087;'
 * ```
 */
export function latin1(markup: string): string {
  // The document type of HTML 3.2 forgot the entity `quot`.
  return markup.replaceAll('&quot;', '&#34;').replace(BEYOND_ASCII, spelled);
}

function spelled(character: string): string {
  const known = SPELLINGS.find(([characters]) => characters.test(character))?.[1];
  // Old browsers have the letters of Latin-1. Others lose their accents, and ligatures become their letters.
  const plain = known ?? (character > '\xff' ? character.normalize('NFKD').replace(/\p{M}/gu, '') : character);
  return (LATIN_1.test(plain) ? plain : character).replace(SPECIAL, reference);
}

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
