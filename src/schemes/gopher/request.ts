/**
 * The octets that a client sends for a gopher URL (RFC 4266 §2.2–2.9). Servers that speak Gopher+ want one
 * tab before the Gopher+ string where there is no search (draft-ietf-uri-url-03, "GOPHER"), whatever RFC
 * 4266 §2.3 says; only a search item, type 7, has both fields on the wire.
 */
import { base64Of, concatOctets, decodeOctets, octetsOfBase64, textOf } from '../../uri/octets.ts';
import type { Parts } from '../scheme.ts';
import { type GopherPath, splitGopherPath } from './path.ts';
import { readGopherPlus } from './plus-string.ts';

export interface GopherRequest {
  readonly transport: 'tcp' | 'tls';
  readonly host: string;
  readonly port: number;
  /** What is sent, in base64. */
  readonly octets: string;
  /** The same for people: UTF-8, or else ISO Latin-1. */
  readonly text: string;
}

export function gopherRequest(
  { host, port, path }: Parts,
  transport: GopherRequest['transport'],
): GopherRequest | null {
  if (host === null || port === null) return null;
  const octets = gopherOctets(splitGopherPath(path));
  return { transport, host, port, octets: base64Of(octets), text: textOf(octets) };
}

/** The request as octets: a client sends it at once. */
export function gopherWireOctets({ request }: { readonly request: GopherRequest | null }): readonly Uint8Array[] {
  return request === null ? [] : [octetsOfBase64(request.octets)];
}

/** The request for the parts of a canonical gopher path. */
export function gopherOctets({ type, selector, search, plus }: GopherPath): Uint8Array {
  const line: (Uint8Array | string)[] = [decodeOctets(selector)];
  const searched = search !== null && (plus === null || search !== '' || type === '7');
  if (searched) line.push('\t', decodeOctets(search));
  if (plus !== null && plus !== '') line.push('\t', decodeOctets(plus));
  // A filled-in form brings its own line ends.
  const ended = plus !== null && readGopherPlus(plus).kind === 'form';
  return concatOctets(...line, ended ? '' : '\r\n');
}
