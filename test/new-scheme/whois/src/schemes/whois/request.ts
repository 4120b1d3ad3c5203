/** What a whois URL asks, and the line that a client sends for it (RFC 3912 §2). */
import { lineOctets } from '../../octets/octets.ts';
import { decodeText } from '../../uri/decode.ts';
import type { Parts } from '../scheme.ts';

export interface WhoisDetails {
  /** What the query is about; `null` = nothing. */
  readonly object: string | null;
}

export interface WhoisRequest {
  readonly transport: 'tcp';
  readonly host: string;
  readonly port: number;
  /** Without its line end. */
  readonly line: string;
}

export function whoisDetails({ path }: Parts): WhoisDetails {
  return { object: path === '/' ? null : decodeText(path.slice(1)) };
}

/** `null` = a control character would end the line, or begin another one. */
export function whoisRequest({ host, port }: Parts, { object }: WhoisDetails): WhoisRequest | null {
  const line = object ?? '';
  return host === null || port === null || /\p{Cc}/u.test(line) ? null : { transport: 'tcp', host, port, line };
}

export function whoisWireOctets({ request }: { readonly request: WhoisRequest | null }): readonly Uint8Array[] {
  return request === null ? [] : [lineOctets(request.line)];
}
