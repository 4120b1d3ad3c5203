/**
 * Decodes names and texts. No FTP server declares a charset: valid UTF-8 is read as UTF-8 (RFC 2640 §3.1), other
 * octets in the charset that is most likely, unless the visitor chooses one.
 */
import { charsetOf, decodeCharset, detectCharset } from '../../../src/octets/charset.ts';
import { type OctetString, octetsOf } from '../../../src/protocols/ftp/octet-string.ts';
import { GatewayError } from '../../errors/gateway-error.ts';

export type Decode = (octets: OctetString) => string;

const ASCII = /^[\x20-\x7e\r\n\t]*$/;
/** Control characters that pages and JSON should not have: in a terminal they can hide the text that follows. */
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/**
 * Makes a decoder for names and texts.
 *
 * @param charset - the visitor's choice; `null` = detect it for each text
 * @throws GatewayError `bad-request` for an unknown charset
 * @example
 * ```ts
 * decoderFor(null)('K\xe4se'); // 'Käse'
 * ```
 */
export function decoderFor(charset: string | null): Decode {
  const chosen = charset === null ? null : charsetOf(charset);
  if (charset !== null && chosen === null) throw new GatewayError('bad-request', 'This charset is unknown.');
  return (text) => {
    if (ASCII.test(text)) return text;
    const octets = octetsOf(text);
    return decodeCharset(octets, chosen ?? detectCharset(octets)).replace(CONTROLS, '\ufffd');
  };
}
