/** The URL of an item (RFC 4266 §2.1), made from the octets of a menu line. */
import { type OctetString, octetStringOf } from '../../octets/charset.ts';
import { PCHAR } from '../../uri/characters.ts';
import { octetEncoder } from '../../uri/percent.ts';
import type { ServerAddress } from './menu.ts';

/** The fields of an item's path, in octets. */
export interface ItemFields {
  readonly type: string;
  readonly selector: OctetString;
  readonly search?: OctetString | null;
  /** The Gopher+ string, such as `!` or `+text/plain En_US`. */
  readonly plus?: string | null;
}

export interface ItemAddress extends ItemFields {
  /** Whether the URL is a `gophers` URL. */
  readonly secure: boolean;
  readonly server: ServerAddress;
}

/**
 * The URL of an item, not yet canonical. Pass it to `canonicalize`, which checks the host and refuses the line breaks
 * that a hostile menu can contain.
 *
 * @example
 * ```ts
 * const server = { host: 'h.example', port: 70 };
 * itemUrl({ secure: false, server, type: '0', selector: 'a b' }); // 'gopher://h.example:70/0a%20b'
 * ```
 */
export function itemUrl({ secure, server, ...fields }: ItemAddress): string {
  return `gopher${secure ? 's' : ''}://${server.host}:${server.port}/${itemPath(fields)}`;
}

/** The path of an item without its first slash. */
export function itemPath({ type, selector, search = null, plus = null }: ItemFields): string {
  const item = escapeText(type) + escapeOctets(selector);
  if (plus !== null) return `${item}%09${escapeOctets(search ?? '')}%09${escapeText(plus)}`;
  return search === null ? item : `${item}%09${escapeOctets(search)}`;
}

/** Octets as a part of a gopher path. */
const escapeOctets: (octets: OctetString) => string = octetEncoder(PCHAR.or('/'), /^[\w./~-]*$/);

function escapeText(text: string): string {
  return escapeOctets(/^[\0-\x7f]*$/.test(text) ? text : octetStringOf(new TextEncoder().encode(text)));
}

/** Item types that are sessions of another protocol. Their selector is the name to log in with. */
const SESSION_SCHEMES: ReadonlyMap<string, string> = new Map([
  ['8', 'telnet'],
  ['T', 'tn3270'],
]);

/** The URL of the session that an item of type 8 or T leads to; `null` for any other type. */
export function sessionUrl(type: string, server: ServerAddress, selector: OctetString): string | null {
  const scheme = SESSION_SCHEMES.get(type);
  if (scheme === undefined) return null;
  const user = escapeOctets(selector).replace(/[:@/]/g, encodeURIComponent);
  return `${scheme}://${user === '' ? '' : `${user}@`}${server.host}:${server.port}/`;
}
