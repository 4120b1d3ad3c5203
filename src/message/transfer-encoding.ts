/**
 * Decodes Content-Transfer-Encoding (RFC 2045 §6). Malformed input is decoded as far as possible and never rejected.
 */
import { latin1Of, octetsOfLatin1 } from '../octets/octets.ts';

const decoders: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  base64: fromBase64,
  'quoted-printable': fromQuotedPrintable,
};

/**
 * Decodes the body of a part. `decodeTransfer(octetsOf('caf=C3=A9'), 'quoted-printable')` is `octetsOf('café')`.
 *
 * @param encoding - in lower case; an unknown encoding leaves the octets unchanged
 */
export function decodeTransfer(body: Uint8Array, encoding: string): Uint8Array {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  return decode === undefined ? body : decode(body);
}

/** RFC 2045 §6.8. Decoding ends at the first character outside the alphabet: mailing lists append plain footers. */
function fromBase64(body: Uint8Array): Uint8Array {
  const [coded = ''] = /^[A-Za-z0-9+/\s]*/.exec(latin1Of(body)) ?? [];
  const digits = coded.replace(/\s+/g, '');
  // A single digit after the last group of four has too few bits for an octet.
  return octetsOfLatin1(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits));
}

/** RFC 2045 §6.7: blanks at the end of a line are not data, and a final `=` joins the line with the next one. */
function fromQuotedPrintable(body: Uint8Array): Uint8Array {
  const unfolded = latin1Of(body)
    .replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/g, '')
    .replace(/=(?:\r?\n|$)/g, '');
  return octetsOfLatin1(decodeEscapes(unfolded));
}

/** Octets as Latin-1 with `=E9` decoded. An `=` without two hexadecimal digits stays. */
export function decodeEscapes(text: string): string {
  return text.replace(/=([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
