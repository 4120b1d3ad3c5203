/**
 * From octets to text for people. No FTP server tells a charset: octets that are UTF-8 are taken for it (RFC 2640
 * §3.1), others for what they look like, unless the visitor knows better.
 */
import { charsetOf, decodeCharset, detectCharset } from '../../../src/schemes/charset.ts';
import { type OctetString, octetsOf } from '../../../src/schemes/ftp/octet-string.ts';
import { GatewayError } from '../../net/errors.ts';

export type Decode = (octets: OctetString) => string;

const ASCII = /^[\x20-\x7e\r\n\t]*$/;
/** Controls that neither a page nor JSON should carry, and that end or hide what follows in a terminal. */
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/**
 * A decoder for names and texts.
 *
 * @param charset - of the visitor's choice; `null` = find out
 * @throws GatewayError `bad-request` for a charset that there is not
 * @example
 * ```ts
 * decoderFor(null)('K\xe4se'); // 'Käse'
 * ```
 */
export function decoderFor(charset: string | null): Decode {
  const chosen = charset === null ? null : charsetOf(charset);
  if (charset !== null && chosen === null) throw new GatewayError('bad-request', 'There is no such charset here.');
  return (text) => {
    if (ASCII.test(text)) return text;
    const octets = octetsOf(text);
    return decodeCharset(octets, chosen ?? detectCharset(octets)).replace(CONTROLS, '\ufffd');
  };
}
