/**
 * The request for a gopher URL (RFC 4266 §2.2–2.9). Without a search, servers that speak Gopher+ expect a single tab
 * before the Gopher+ string (draft-ietf-uri-url-03, "GOPHER"), although RFC 4266 §2.3 disagrees. Only a search
 * item, type 7, has both fields in its request.
 */
import { lineText, octetsOfBase64 } from '../../octets/octets.ts';
import { decodeOctetString, decodeOctets, octetStringOf, textOfOctets } from '../../uri/decode.ts';
import { Extent } from '../extent.ts';
import type { Parts } from '../scheme.ts';
import { type GopherDetails, type GopherPath, gopherPlusKind, splitGopherPath } from './path.ts';

export interface GopherRequest {
  readonly transport: 'tcp' | 'tls';
  readonly host: string;
  readonly port: number;
  /** The octets of the request, in base64. */
  readonly octets: string;
  /** The same octets as text: UTF-8, or else ISO Latin-1. */
  readonly text: string;
}

/** The members of the request that may be long. */
const [OCTETS, TEXT] = ['request.octets', 'request.text'];

export function gopherRequest(
  { host, port, path }: Parts,
  { selector, search, gopherPlus }: GopherDetails,
  transport: GopherRequest['transport'],
  extent: Extent = new Extent(),
): GopherRequest | null {
  if (host === null || port === null) return null;
  const encoded = splitGopherPath(path);
  const line = requestFields({
    type: encoded.type,
    selector: octetStringOf(encoded.selector, selector),
    search: encoded.search === null ? null : octetStringOf(encoded.search, search ?? ''),
    plus: encoded.plus === null ? null : decodeOctetString(encoded.plus),
  }).join('\t');
  // The data block of a form ends with CR LF, so nothing follows it.
  const octets = gopherPlus?.kind === 'form' ? line : lineText(line);
  const text = textOfOctets(path, octets);
  return { transport, host, port, octets: btoa(extent.octets(OCTETS, octets)), text: extent.text(TEXT, text) };
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
export function requestLines(path: GopherPath): readonly Uint8Array[] {
  const request = requestFields(path).join('%09');
  const hasAnswers = path.plus !== null && gopherPlusKind(path.plus) === 'form';
  return (hasAnswers ? request.split('%0D%0A').slice(0, -1) : [request]).map(decodeOctets);
}

/** The fields of the request for those of a path. */
function requestFields({ type, selector, search, plus }: GopherPath): readonly string[] {
  const fields = [selector];
  if (search !== null && (plus === null || search !== '' || type === '7')) fields.push(search);
  if (plus !== null && plus !== '') fields.push(plus);
  return fields;
}
