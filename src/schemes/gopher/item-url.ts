/**
 * The URL of an item (RFC 4266 §2.1), made from the octets of a menu line.
 */
import { PCHAR } from '../../uri/characters.ts';
import type { ServerAddress } from './menu.ts';

export interface ItemAddress {
  /** Whether the URL is a `gophers` URL. */
  readonly secure: boolean;
  readonly server: ServerAddress;
  readonly type: string;
  readonly selector: Uint8Array;
  readonly search?: Uint8Array | null;
  /** The Gopher+ string, such as `!` or `+text/plain En_US`. */
  readonly plus?: string | null;
}

/**
 * The URL of an item, not yet canonical. Pass it to `canonicalize`, which checks the host and refuses the line breaks
 * that a hostile menu can contain.
 *
 * @example
 * ```ts
 * const server = { host: 'h.example', port: 70 };
 * itemUrl({ secure: false, server, type: '0', selector: octetsOf('a b') }); // 'gopher://h.example:70/0a%20b'
 * ```
 */
export function itemUrl({ secure, server, type, selector, search = null, plus = null }: ItemAddress): string {
  const fields = [escapeText(type) + escapeOctets(selector)];
  if (search !== null || plus !== null) fields.push(escapeOctets(search ?? new Uint8Array(0)));
  if (plus !== null) fields.push(escapeText(plus));
  return `gopher${secure ? 's' : ''}://${server.host}:${server.port}/${fields.join('%09')}`;
}

const unescaped: ReadonlySet<number> = new Set(Array.from(PCHAR.or('/'), (character) => character.charCodeAt(0)));

/** Octets as a part of a gopher path: characters that a path allows, escapes for all others. */
export function escapeOctets(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) {
    text += unescaped.has(octet) ? String.fromCharCode(octet) : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}

function escapeText(text: string): string {
  return escapeOctets(new TextEncoder().encode(text));
}
