/**
 * Octets as strings. The commands, replies and names of FTP are octets of which no server tells the charset; as
 * strings of U+0000 to U+00FF they can be searched and split without loss, and cost little by the ten thousand.
 */
import { PCHAR } from '../../uri/characters.ts';
import { decodeOctets, latin1Of, octetsOfLatin1 } from '../../uri/octets.ts';
import { ESCAPE } from '../../uri/percent.ts';

/** One character for each octet, U+0000 to U+00FF. */
export type OctetString = string;

/** Decodes all octets as Latin-1 does, but for 0x80 to 0x9F. */
const nearlyLatin1 = new TextDecoder('windows-1252');

export function octetStringOf(octets: Uint8Array): OctetString {
  // The decoder is several times as fast, and most texts have none of those octets.
  const text = nearlyLatin1.decode(octets);
  return /[^\x00-\x7f\xa0-\xff]/.test(text) ? latin1Of(octets) : text;
}

export const octetsOf: (text: OctetString) => Uint8Array = octetsOfLatin1;

/** What may stand raw in a segment of an ftp path: all but the semicolon, which begins a type. */
const SEGMENT: ReadonlySet<string> = new Set(PCHAR.without(';'));
const WRITTEN: readonly string[] = ESCAPE.map((escaped, octet) => {
  const character = String.fromCharCode(octet);
  return SEGMENT.has(character) ? character : escaped;
});

/**
 * A name as a segment of a canonical ftp URL: its very octets, whatever characters they stand for.
 *
 * @example
 * ```ts
 * encodeSegment('K\xe4se;1 #2'); // 'K%E4se%3B1%20%232'
 * ```
 */
export function encodeSegment(name: OctetString): string {
  if (/^[\w.~-]*$/.test(name)) return name;
  let segment = '';
  for (let index = 0; index < name.length; index++) segment += WRITTEN[name.charCodeAt(index)];
  return segment;
}

/** The octets of a segment, decoded once. */
export function decodeSegment(segment: string): OctetString {
  return segment.includes('%') ? octetStringOf(decodeOctets(segment)) : segment;
}
