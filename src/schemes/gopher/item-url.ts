/**
 * The URL of an item (RFC 4266 §2.1), from the octets that a menu has of it.
 */
import { PCHAR } from '../../uri/characters.ts';
import type { Place } from './menu.ts';

export interface ItemAddress {
  /** Whether the item is fetched over TLS. */
  readonly secure: boolean;
  readonly place: Place;
  readonly type: string;
  readonly selector: Uint8Array;
  readonly search?: Uint8Array | null;
  /** The Gopher+ string, such as `!` or `+text/plain En_US`. */
  readonly plus?: string | null;
}

/**
 * The URL of an item, percent-encoded throughout. It still goes through `canonicalize`, which judges its host and
 * refuses the line breaks that a hostile menu may have in it.
 *
 * @example
 * ```ts
 * const place = { host: 'h.example', port: 70 };
 * itemUrl({ secure: false, place, type: '0', selector: octetsOf('a b') }); // 'gopher://h.example:70/0a%20b'
 * ```
 */
export function itemUrl({ secure, place, type, selector, search = null, plus = null }: ItemAddress): string {
  const fields = [escapeText(type) + escapeOctets(selector)];
  if (search !== null || plus !== null) fields.push(escapeOctets(search ?? new Uint8Array(0)));
  if (plus !== null) fields.push(escapeText(plus));
  return `gopher${secure ? 's' : ''}://${place.host}:${place.port}/${fields.join('%09')}`;
}

const plain: ReadonlySet<number> = new Set(Array.from(PCHAR.or('/'), (character) => character.charCodeAt(0)));

/** Octets as a part of a gopher path: what may stand there stands, the rest is escaped. */
export function escapeOctets(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) {
    text += plain.has(octet) ? String.fromCharCode(octet) : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}

function escapeText(text: string): string {
  return escapeOctets(new TextEncoder().encode(text));
}
