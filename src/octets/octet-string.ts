/**
 * Octets as strings. Names, selectors and words of old servers are octets in a charset that no server declares. As
 * strings of U+0000 to U+00FF they can be searched and split without loss, and a list of 50,000 names stays cheap.
 */
import { decodeCharset, detectCharset } from './charset.ts';
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

const PRINTABLE = /^[\x20-\x7e\r\n\t]*$/;
/** Control characters that a shown text should not have: in a terminal they can hide the text that follows. */
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Decodes a name or a text. Control characters become U+FFFD. */
export type Decode = (octets: OctetString) => string;

/**
 * Makes a decoder for names and texts of servers that declare no charset: valid UTF-8 is read as UTF-8 (RFC 2640 §3.1),
 * other octets in the likeliest charset.
 *
 * @param charset - a reader's choice, as `charsetOf` returns it; `null` = detect it for each text
 * @example
 * ```ts
 * decoderFor(null)('K\xe4se'); // 'Käse'
 * ```
 */
export function decoderFor(charset: string | null): Decode {
  return (text) => {
    if (PRINTABLE.test(text)) return text;
    const octets = octetsOf(text);
    return decodeCharset(octets, charset ?? detectCharset(octets)).replace(CONTROLS, '\ufffd');
  };
}
