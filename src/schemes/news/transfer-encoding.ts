/**
 * Content-Transfer-Encoding (RFC 2045 §6): the octets that a part stands for, from those that were sent. What is
 * badly made is read as far as it makes sense, and never refused.
 */
import { latin1Of, octetsOfLatin1 } from '../../uri/octets.ts';

const decoders: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  base64: fromBase64,
  'quoted-printable': fromQuotedPrintable,
};

/**
 * Decodes the body of a part.
 *
 * @param encoding - in lower case; one that is not known leaves the octets as they are
 * @example
 * ```ts
 * decodeTransfer(octetsOf('caf=C3=A9'), 'quoted-printable'); // the octets of 'café' in UTF-8
 * ```
 */
export function decodeTransfer(body: Uint8Array, encoding: string): Uint8Array {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  return decode === undefined ? body : decode(body);
}

/** RFC 2045 §6.8. What follows the last character of its alphabet was put there by others: lists have footers. */
function fromBase64(body: Uint8Array): Uint8Array {
  const [coded = ''] = /^[A-Za-z0-9+/\s]*/.exec(latin1Of(body)) ?? [];
  const digits = coded.replace(/\s+/g, '');
  // A single digit behind the last group of four has too few bits for an octet.
  return octetsOfLatin1(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits));
}

/** RFC 2045 §6.7: blanks at the end of a line were added on the way, and `=` before its end joins it with the next. */
function fromQuotedPrintable(body: Uint8Array): Uint8Array {
  return octetsOfLatin1(
    latin1Of(body)
      .replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/g, '')
      .replace(/=(?:\r?\n|$)/g, '')
      .replace(/=([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );
}
