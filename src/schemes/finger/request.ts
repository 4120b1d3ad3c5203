/** What a finger URL asks, and the line that a client sends for it (RFC 1288 §2.3). */
import { latin1Of, lineText, octetsOfBase64 } from '../../octets/octets.ts';
import { decodeOctets, decodeText, textOfOctets } from '../../uri/decode.ts';
import { Extent } from '../extent.ts';
import type { Parts } from '../scheme.ts';

export interface FingerDetails {
  /** `null` = everyone who is logged in. */
  readonly user: string | null;
  /** Whether the query begins with `/W`, which asks for more about each user. */
  readonly verbose: boolean;
  /** The hosts to which the server passes the query on: it asks the last one, which asks the one before it. */
  readonly hosts: readonly string[];
}

export interface FingerRequest {
  readonly transport: 'tcp';
  readonly host: string;
  readonly port: number;
  /** The octets of the request, in base64. */
  readonly octets: string;
  /** The same octets as text: UTF-8, or else ISO Latin-1. */
  readonly text: string;
}

/** `{W}` and `{S}` of RFC 1288 §2.3, percent-encoded. */
const VERBOSE = /^%2FW(?:(?:%20)+|$)/i;

/** `[/W] [user] *(@host)`, the queries Q1 and Q2 of RFC 1288 §2.3. */
export function fingerDetails({ path }: Pick<Parts, 'path'>, extent: Extent = new Extent()): FingerDetails {
  const query = path.slice(1);
  const [verbose = ''] = VERBOSE.exec(query) ?? [];
  const target = query.slice(verbose.length);
  const at = target.indexOf('@');
  const user = at === -1 ? target : target.slice(0, at);
  const hosts = at === -1 ? [] : extent.split('details.hosts', target.slice(at + 1), '@');
  return { user: user === '' ? null : decodeText(user), verbose: verbose !== '', hosts: hosts.map(decodeText) };
}

/** The octets of the query in the path of a canonical URL, without a line end. */
export function fingerQuery({ path }: Pick<Parts, 'path'>): Uint8Array {
  return decodeOctets(path.slice(1));
}

export function fingerRequest(parts: Parts, extent: Extent = new Extent()): FingerRequest | null {
  const { host, port } = parts;
  if (host === null || port === null) return null;
  const octets = lineText(latin1Of(fingerQuery(parts)));
  const text = extent.text('request.text', textOfOctets(parts.path, octets));
  return { transport: 'tcp', host, port, octets: btoa(extent.octets('request.octets', octets)), text };
}

export function fingerWireOctets({ request }: { readonly request: FingerRequest | null }): readonly Uint8Array[] {
  return request === null ? [] : [octetsOfBase64(request.octets)];
}
