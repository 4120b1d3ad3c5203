/**
 * Octets as strings. Names, selectors and words of old servers are octets in a charset that no server declares. As
 * strings of U+0000 to U+00FF they can be searched and split without loss, and a list of 50,000 names stays cheap.
 */
import { latin1Of, octetsOfLatin1 } from './octets.ts';

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
