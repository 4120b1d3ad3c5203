/**
 * The request for a gopher URL (RFC 4266 §2.2–2.9). Without a search, servers that speak Gopher+ expect a single tab
 * before the Gopher+ string (draft-ietf-uri-url-03, "GOPHER"), although RFC 4266 §2.3 disagrees. Only a search
 * item, type 7, has both fields in its request.
 */
import { base64Of, concatOctets, lineOctets, lineText, octetsOfBase64, utf8OrLatin1Of } from '../../octets/octets.ts';
import { decodeOctets } from '../../uri/decode.ts';
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
  const fields = splitGopherPath(path);
  if (!path.includes('%')) {
    // Most links are ASCII without escapes, and have no fields: their characters are the octets.
    const text = lineText(fields.selector);
    return { transport, host, port, octets: btoa(text), text };
  }
  const octets = concatOctets(requestLines(fields).map(lineOctets));
  return { transport, host, port, octets: base64Of(octets), text: utf8OrLatin1Of(octets) };
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
export function requestLines({ type, selector, search, plus }: GopherPath): readonly Uint8Array[] {
  const fields = [selector];
  if (search !== null && (plus === null || search !== '' || type === '7')) fields.push(search);
  if (plus !== null && plus !== '') fields.push(plus);
  const request = fields.join('%09');
  const hasAnswers = plus !== null && gopherPlusKind(plus) === 'form';
  // The data block of a form ends with CR LF, so nothing follows the last one.
  const lines = hasAnswers ? request.split('%0D%0A').slice(0, -1) : [request];
  return lines.map(decodeOctets);
}
