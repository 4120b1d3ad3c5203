/**
 * Menus (RFC 1436 §3.2, with the fifth field of Gopher+ §2.2), read as servers write them:
 *
 * ```
 *   <type><display> TAB <selector> TAB <host> TAB <port> [TAB ("+" | "?")] CR LF      … "." CR LF, or the end
 * ```
 * No line is an error: a line that is not a link is text. Display strings and selectors stay octets, because a menu
 * does not name its charset.
 */
import { type OctetString, octetStringOf } from '../../octets/charset.ts';
import { octetsOfLatin1, utf8Of } from '../../octets/octets.ts';
import { PCHAR } from '../../uri/characters.ts';
import { octetEncoder } from '../../uri/percent.ts';

/** A gopher server. A menu line without a host or port means the server that sent the menu. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** A line that links to an item on a gopher server. */
export interface MenuItem extends ServerAddress {
  readonly kind: 'item';
  /** One printable character. A mirror (type `+`) has the type of the item that it duplicates. */
  readonly type: string;
  readonly display: OctetString;
  readonly selector: OctetString;
  /** Whether the line is a copy, on another server, of the item before it. */
  readonly mirror: boolean;
  /** The fifth field: a Gopher+ item, a Gopher+ item with a form, or `null` for neither. */
  readonly plus: 'item' | 'form' | null;
}

export type MenuLine =
  | MenuItem
  /**
   * A link that leads out of gopher: `URL:` or, on port 80, `GET ` in an item of type `h`, or the bare URL of an item
   * of type `w`. The URL is unchecked text from the server.
   */
  | { readonly kind: 'link'; readonly type: string; readonly display: OctetString; readonly url: string }
  /** Text between items. */
  | { readonly kind: 'info'; readonly display: OctetString }
  /** An information line with the selector `TITLE`, which by convention holds the title of the menu. */
  | { readonly kind: 'title'; readonly display: OctetString }
  /** An error message of the server. */
  | { readonly kind: 'error'; readonly display: OctetString }
  /** A line that does not follow the grammar, or names a server that cannot exist. It is shown as it is. */
  | { readonly kind: 'stray'; readonly display: OctetString };

/** Reads a whole menu. */
export function parseMenu(octets: Uint8Array, server: ServerAddress): readonly MenuLine[] {
  const parser = new MenuParser(server);
  return [...parser.push(octetStringOf(octets)), ...parser.end()];
}

/** Reads a menu in the parts in which it arrives. */
export class MenuParser {
  readonly #addressOf: AddressReader;
  /** The beginning of a line whose end has not arrived. */
  #rest: OctetString = '';
  #before: MenuItem | null = null;
  #ended = false;
  #longestLine = 0;

  /** @param server - the server that sends the menu */
  constructor(server: ServerAddress) {
    this.#addressOf = addressReader(server);
  }

  /** Whether the period that ends a menu has come. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The length of the longest line so far, in octets. */
  get longestLine(): number {
    return this.#longestLine;
  }

  /** The lines that these octets complete. */
  push(octets: OctetString): MenuLine[] {
    const lines: MenuLine[] = [];
    if (this.#ended) return lines;
    // Only the new octets are searched: a long line may arrive in parts of one octet.
    const isPart = !octets.includes('\n');
    const text = this.#rest + octets;
    let from = 0;
    for (let end = isPart ? -1 : text.indexOf('\n'); end !== -1 && !this.#ended; end = text.indexOf('\n', from)) {
      // If several CR precede an LF, only the last belongs to the end.
      this.#add(lines, text.slice(from, text.charCodeAt(end - 1) === CR && end > from ? end - 1 : end));
      this.#longestLine = Math.max(this.#longestLine, end - from);
      from = end + 1;
    }
    this.#rest = this.#ended ? '' : text.slice(from);
    this.#longestLine = Math.max(this.#longestLine, this.#rest.length);
    return lines;
  }

  /** The last line, if it has no end. */
  end(): MenuLine[] {
    return this.#rest === '' ? [] : this.push('\n');
  }

  #add(lines: MenuLine[], line: OctetString): void {
    if (line === '.') {
      this.#ended = true;
      return;
    }
    const parsed = readLine(line, this.#addressOf, this.#before);
    if (parsed.kind === 'item') this.#before = parsed.mirror ? this.#before : parsed;
    else if (parsed.kind === 'error' || parsed.kind === 'link') this.#before = null;
    lines.push(parsed);
  }
}

const CR = 0x0d;

/** Reads one line of a menu, or the line after `+INFO: ` in Gopher+, without its end. */
export function parseMenuLine(line: OctetString, server: ServerAddress): MenuLine {
  return readLine(line, addressReader(server), null);
}

/** @param before - the item before it, which a mirror duplicates; `null` if there is none */
function readLine(line: OctetString, addressOf: AddressReader, before: MenuItem | null): MenuLine {
  if (line === '') return { kind: 'info', display: line };
  const [first = line, selector, host = '', port = '', plus = ''] = line.split('\t', 5);
  const type = first.slice(0, 1);
  const display = first.slice(1);
  if (type === 'i') return { kind: selector === 'TITLE' ? 'title' : 'info', display };
  if (selector === undefined || !(type >= '!' && type <= '~')) return { kind: 'stray', display: line };
  if (type === '3') return { kind: 'error', display };
  const address = addressOf(host, port);
  const url = linkInSelector(type, selector, address);
  if (url !== null) return { kind: 'link', type, display, url };
  const mirror = type === '+';
  if (address === null || (mirror && before === null)) return { kind: 'stray', display: line };
  return {
    kind: 'item',
    type: mirror && before !== null ? before.type : type,
    display,
    selector,
    host: address.host,
    port: address.port,
    mirror,
    plus: plusOf(plus),
  };
}

/** A selector that may hold a URL. */
const URL_SELECTOR = /^\/?URL:(.*)$/s;
/** The request of HTTP/0.9, in which UMN's server links to the Web. */
const GET_SELECTOR = /^GET (\/[^\0-\x20\x7f]*)$/;
const HTTP_PORT = 80;

/**
 * The URL in a selector that links outside gopher: `URL:` by convention, `GET ` on the port of HTTP, or the bare URL of
 * type `w`.
 */
function linkInSelector(type: string, selector: OctetString, address: ServerAddress | null): string | null {
  const first = selector.charCodeAt(0);
  const mayHaveUrl = first === 0x2f || first === 0x55;
  if (type !== 'h' && type !== 'w' && !mayHaveUrl) return null;
  const [, url] = URL_SELECTOR.exec(selector) ?? [];
  if (url !== undefined) return shownLine(url).trim();
  const [, path] = (type === 'h' && address?.port === HTTP_PORT && GET_SELECTOR.exec(selector)) || [];
  if (path !== undefined) return `http://${address?.host}${shownLine(path)}`;
  return type === 'w' && /^[a-z][a-z\d+.-]*:/i.test(selector) ? shownLine(selector) : null;
}

/** UTF-8 if the octets are UTF-8, else Latin-1, which they are already. */
function shownLine(octets: OctetString): string {
  return /[^\0-\x7f]/.test(octets) ? (utf8Of(octetsOfLatin1(octets)) ?? octets) : octets;
}

function plusOf(field: OctetString): MenuItem['plus'] {
  if (field === '') return null;
  if (field.startsWith('+')) return 'item';
  return field.startsWith('?') ? 'form' : null;
}

/** A name or an address, without characters that have another meaning in a URL. */
const HOST = /^(?:[\p{L}\p{M}\p{N}_.-]+|\[[\da-f:.]+\])$/iu;
const IPV6 = /^[\da-f]*:[\da-f]*:[\da-f:.]*$/i;

/** Reads the server that a line names; `null` if no server can have that host or port. */
type AddressReader = (host: OctetString, port: OctetString) => ServerAddress | null;

/** A reader that remembers the last address: most lines of a menu name the same server. */
function addressReader(server: ServerAddress): AddressReader {
  let [lastHost, lastPort]: readonly (OctetString | null)[] = [null, null];
  let last: ServerAddress | null = null;
  return (host, port) => {
    if (host !== lastHost || port !== lastPort) {
      last = lineAddress(host, port, server);
      [lastHost, lastPort] = [host, port];
    }
    return last;
  };
}

function lineAddress(host: OctetString, port: OctetString, server: ServerAddress): ServerAddress | null {
  const text = utf8Of(octetsOfLatin1(host))?.trim() ?? null;
  if (text === null) return null;
  const name = IPV6.test(text) ? `[${text}]` : text || server.host;
  if (!HOST.test(name)) return null;
  const digits = port.trim();
  if (digits === '') return { host: name, port: name === server.host ? server.port : 70 };
  const number = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return number >= 1 && number <= 65_535 ? { host: name, port: number } : null;
}

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
