/**
 * Octets as strings. FTP commands, replies and names are octets in a charset that no server declares. As strings of
 * U+0000 to U+00FF they can be searched and split without loss, and a listing of 50,000 names stays cheap.
 */
import { PCHAR } from '../../uri/characters.ts';
import { decodeOctets, latin1Of, octetsOfLatin1 } from '../../uri/octets.ts';
import { ESCAPE } from '../../uri/percent.ts';

/** One character for each octet, U+0000 to U+00FF. */
export type OctetString = string;

/** Differs from Latin-1 only in the octets 0x80 to 0x9F. */
const nearlyLatin1 = new TextDecoder('windows-1252');

export function octetStringOf(octets: Uint8Array): OctetString {
  // The platform's decoder is several times as fast as `latin1Of`, and few texts have octets from 0x80 to 0x9F.
  const text = nearlyLatin1.decode(octets);
  return /[^\x00-\x7f\xa0-\xff]/.test(text) ? latin1Of(octets) : text;
}

export const octetsOf: (text: OctetString) => Uint8Array = octetsOfLatin1;

/** The characters that may appear raw in a segment: `pchar` without the semicolon, which begins a type. */
const SEGMENT: ReadonlySet<string> = new Set(PCHAR.without(';'));
const ENCODED: readonly string[] = ESCAPE.map((escaped, octet) => {
  const character = String.fromCharCode(octet);
  return SEGMENT.has(character) ? character : escaped;
});

/**
 * A name as a segment of a canonical ftp URL. The octets stay the same in any charset.
 *
 * @example
 * ```ts
 * encodeSegment('K\xe4se;1 #2'); // 'K%E4se%3B1%20%232'
 * ```
 */
export function encodeSegment(name: OctetString): string {
  if (/^[\w.~-]*$/.test(name)) return name;
  let segment = '';
  for (let index = 0; index < name.length; index++) segment += ENCODED[name.charCodeAt(index)];
  return segment;
}

/**
 * Decodes a segment of an ftp path.
 *
 * @param segment - percent-encoded; decoded once
 */
export function decodeSegment(segment: string): OctetString {
  return segment.includes('%') ? octetStringOf(decodeOctets(segment)) : segment;
}
