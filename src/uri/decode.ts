/** Decodes percent-encoded components to octets, and to text for people. */
import { charactersOf, encodeUtf8, latin1Of, octetsOfLatin1, utf8Of, utf8OrLatin1Of } from '../octets/octets.ts';
import { octetAt } from './percent.ts';
import { ABSENT } from './rewrite.ts';

/** The octets of a percent-encoded ASCII string. A `%` that does not begin an escape stands for itself. */
export function decodeOctets(encoded: string): Uint8Array {
  if (!encoded.includes('%')) return encodeUtf8(encoded);
  const octets = new Uint8Array(encoded.length);
  let length = 0;
  for (let index = 0; index < encoded.length; length++) {
    const octet = encoded.charCodeAt(index) === 0x25 ? octetAt(encoded, index) : ABSENT;
    octets[length] = octet === ABSENT ? encoded.charCodeAt(index) : octet;
    index += octet === ABSENT ? 1 : 3;
  }
  return octets.subarray(0, length);
}

/** The same octets as a text of one character for each: joining such texts is faster than joining octets. */
export function decodeOctetString(encoded: string): string {
  return encoded.includes('%') ? latin1Of(decodeOctets(encoded)) : encoded;
}

/** An escape that would begin a character of UTF-8, but ASCII follows it, or nothing. */
const LATIN1 = /%[C-F][\dA-F](?:[\0-$&-\x7f]|$)/i;

/** The text of a percent-encoded component, for people: decoded once, UTF-8 or else ISO Latin-1. */
export function decodeText(encoded: string): string {
  if (!encoded.includes('%')) return encoded;
  // An exception takes ten times as long as everything else.
  if (LATIN1.test(encoded)) return charactersOf(decodeOctets(encoded));
  try {
    return decodeURIComponent(encoded);
  } catch {
    // Not UTF-8, or a `%` that does not begin an escape.
    const octets = decodeOctets(encoded);
    return utf8Of(octets) ?? charactersOf(octets);
  }
}

const NOT_ASCII = /[^\0-\x7f]/;
const NOT_LATIN1 = /[^\0-\xff]/;

/** The octets of a component whose text is known already. A text that cannot be Latin-1 is UTF-8, and ASCII is both. */
export function octetsOfText(encoded: string, text: string): Uint8Array {
  if (encoded === text || !NOT_ASCII.test(text) || NOT_LATIN1.test(text)) return encodeUtf8(text);
  return LATIN1.test(encoded) ? octetsOfLatin1(text) : decodeOctets(encoded);
}

/** As {@link octetsOfText}, as a text of one character for each octet. */
export function octetStringOf(encoded: string, text: string): string {
  if (encoded === text || !NOT_ASCII.test(text) || LATIN1.test(encoded)) return text;
  return latin1Of(octetsOfText(encoded, text));
}

/** The text of octets, one character for each, that a component has. */
export function textOfOctets(encoded: string, octets: string): string {
  return !NOT_ASCII.test(octets) || LATIN1.test(encoded) ? octets : utf8OrLatin1Of(octetsOfLatin1(octets));
}

/** Whether the octets of a canonical component are UTF-8. */
export function isUtf8(encoded: string): boolean {
  if (!encoded.includes('%')) return true;
  if (LATIN1.test(encoded)) return false;
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

/** The text of a component that must be UTF-8; one that is not stays percent-encoded. */
export function decodeUtf8(encoded: string): string {
  return encoded.includes('%') && isUtf8(encoded) ? decodeURIComponent(encoded) : encoded;
}

/** As {@link decodeText}, for a component that may be absent. */
export function decodeOptional(encoded: string | null): string | null {
  return encoded === null ? null : decodeText(encoded);
}
