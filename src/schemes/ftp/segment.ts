/** Names of FTP, which are octets in a charset that no server declares, as segments of a URL. */
import { type OctetString, octetStringOf } from '../../octets/charset.ts';
import { PCHAR } from '../../uri/characters.ts';
import { decodeOctets } from '../../uri/decode.ts';
import { ESCAPE } from '../../uri/percent.ts';

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
