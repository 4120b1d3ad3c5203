/**
 * The request for a gopher URL (RFC 4266 §2.2–2.9). Without a search, servers that speak Gopher+ expect a single tab
 * before the Gopher+ string (draft-ietf-uri-url-03, "GOPHER"), although RFC 4266 §2.3 disagrees. Only a search
 * item, type 7, has both fields in its request.
 */
import { lineText, octetsOfBase64, octetsOfLatin1, utf8OrLatin1Of } from '../../octets/octets.ts';
import { decodeOctetString, decodeOctets, decodeText } from '../../uri/decode.ts';
import type { Parts } from '../scheme.ts';
import { type GopherPath, gopherPlusKind, splitGopherPath } from './path.ts';

export interface GopherRequest {
  readonly transport: 'tcp' | 'tls';
  readonly host: string;
  readonly port: number;
  /** The octets of the request, in base64. */
  readonly octets: string;
  /** The same octets as text: UTF-8, or else ISO Latin-1. */
  readonly text: string;
}

export function gopherRequest(
  { host, port, path }: Parts,
  transport: GopherRequest['transport'],
): GopherRequest | null {
  if (host === null || port === null) return null;
  const lines = encodedLines(splitGopherPath(path));
  const octets = lines.map((line) => lineText(decodeOctetString(line))).join('');
  // A form may have answers in several charsets, but the text is in one.
  const text = lines.length === 1 ? lineText(decodeText(lines[0] ?? '')) : utf8OrLatin1Of(octetsOfLatin1(octets));
  return { transport, host, port, octets: btoa(octets), text };
}

/** The wire octets of a gopher URL, which a client sends all at once. */
export function gopherWireOctets({ request }: { readonly request: GopherRequest | null }): readonly Uint8Array[] {
  return request === null ? [] : [octetsOfBase64(request.octets)];
}

/**
 * The lines of the request for a canonical gopher path, without their ends. There is one line; a filled-in form adds
 * the lines of its data block. `requestLines({ type: '7', selector: '/s', search: 'a%20b', plus: null })` is
 * `[octetsOf('/s\ta b')]`.
 */
export function requestLines(fields: GopherPath): readonly Uint8Array[] {
  return encodedLines(fields).map(decodeOctets);
}

/** The same lines, percent-encoded. */
function encodedLines({ type, selector, search, plus }: GopherPath): readonly string[] {
  const fields = [selector];
  if (search !== null && (plus === null || search !== '' || type === '7')) fields.push(search);
  if (plus !== null && plus !== '') fields.push(plus);
  const request = fields.join('%09');
  const hasAnswers = plus !== null && gopherPlusKind(plus) === 'form';
  // The data block of a form ends with CR LF, so nothing follows the last one.
  return hasAnswers ? request.split('%0D%0A').slice(0, -1) : [request];
}
