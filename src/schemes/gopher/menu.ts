/**
 * Menus (RFC 1436 §3.2, with the fifth field of Gopher+ §2.2), read as servers write them:
 *
 * ```
 *   <type><display> TAB <selector> TAB <host> TAB <port> [TAB ("+" | "?")] CR LF      … "." CR LF, or the end
 * ```
 * No line is an error: a line that is not a link is text. Display strings and selectors stay octets, because a menu
 * does not name its charset.
 */
import { latin1Of, utf8Of, utf8OrLatin1Of } from '../../uri/octets.ts';
import { fieldsOf, linesOf } from './lines.ts';
import { isLastLine } from './period.ts';

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
  readonly display: Uint8Array;
  readonly selector: Uint8Array;
  /** Whether the line is a copy, on another server, of the item before it. */
  readonly mirror: boolean;
  /** The fifth field: a Gopher+ item, a Gopher+ item with a form, or `null` for neither. */
  readonly plus: 'item' | 'form' | null;
}

export type MenuLine =
  | MenuItem
  /** A `URL:` link of type `h`, or an older link of type `w`. The URL is unchecked text from the server. */
  | { readonly kind: 'link'; readonly type: string; readonly display: Uint8Array; readonly url: string }
  /** Text between items. */
  | { readonly kind: 'info'; readonly display: Uint8Array }
  /** An information line with the selector `TITLE`, which by convention holds the title of the menu. */
  | { readonly kind: 'title'; readonly display: Uint8Array }
  /** An error message of the server. */
  | { readonly kind: 'error'; readonly display: Uint8Array }
  /** A line that does not follow the grammar, or names a server that cannot exist. It is shown as it is. */
  | { readonly kind: 'stray'; readonly display: Uint8Array };

export interface Menu {
  readonly lines: readonly MenuLine[];
  /** Whether lines were dropped because there are too many. */
  readonly truncated: boolean;
}

/**
 * Reads a menu.
 *
 * @param octets - the reply of the server
 * @param server - the server that sent it
 * @param most - the limit, in lines
 * @example
 * ```ts
 * const { lines } = parseMenu(octetsOf('0About\tabout\th.example\t70\r\n'), { host: 'h.example', port: 70 });
 * lines.map(({ kind }) => kind); // ['item']
 * ```
 */
export function parseMenu(octets: Uint8Array, server: ServerAddress, most = Number.POSITIVE_INFINITY): Menu {
  const lines: MenuLine[] = [];
  let last: MenuItem | null = null;
  for (const line of linesOf(octets)) {
    if (isLastLine(line)) break;
    if (lines.length >= most) return { lines, truncated: true };
    const parsed = parseMenuLine(line, server, last);
    if (parsed.kind === 'item' && !parsed.mirror) last = parsed;
    if (parsed.kind === 'error' || parsed.kind === 'link') last = null;
    lines.push(parsed);
  }
  return { lines, truncated: false };
}

/**
 * Reads one line of a menu, or the line after `+INFO: ` in Gopher+.
 *
 * @param line - without its end
 * @param server - the server that sent it
 * @param before - the item before it, which a mirror duplicates; `null` if there is none
 */
export function parseMenuLine(line: Uint8Array, server: ServerAddress, before: MenuItem | null = null): MenuLine {
  const stray: MenuLine = { kind: 'stray', display: line };
  const [first = line, ...fields] = fieldsOf(line);
  const type = latin1Of(first.subarray(0, 1));
  const display = first.subarray(1);
  if (line.length === 0) return { kind: 'info', display: line };
  if (type === 'i')
    return { kind: latin1Of(fields[0] ?? display.subarray(0, 0)) === 'TITLE' ? 'title' : 'info', display };
  const [selector, host, port, plus] = fields;
  if (selector === undefined || !/^[!-~]$/.test(type)) return stray;
  if (type === '3') return { kind: 'error', display };
  const url = linkOf(type, selector);
  if (url !== null) return { kind: 'link', type, display, url };
  const mirror = type === '+';
  const address = addressOf(host, port, server);
  if (address === null || (mirror && before === null)) return stray;
  return {
    kind: 'item',
    type: mirror && before !== null ? before.type : type,
    display,
    selector,
    ...address,
    mirror,
    plus: plusOf(plus),
  };
}

/** The URL in a selector that links outside gopher: `URL:` by convention, or the bare URL of type `w`. */
function linkOf(type: string, selector: Uint8Array): string | null {
  const [, url] = /^\/?URL:(.*)$/s.exec(utf8OrLatin1Of(selector)) ?? [];
  if (url !== undefined) return url.trim();
  return type === 'w' && /^[a-z][a-z\d+.-]*:/i.test(latin1Of(selector)) ? utf8OrLatin1Of(selector) : null;
}

function plusOf(field: Uint8Array | undefined): MenuItem['plus'] {
  const mark = field === undefined ? '' : latin1Of(field.subarray(0, 1));
  if (mark === '+') return 'item';
  return mark === '?' ? 'form' : null;
}

/** A name or an address, without characters that have another meaning in a URL. */
const HOST = /^(?:[\p{L}\p{M}\p{N}_.-]+|\[[\da-f:.]+\])$/iu;
const IPV6 = /^[\da-f]*:[\da-f]*:[\da-f:.]*$/i;

/** The server that a line names; `null` if no server can have that host or port. */
function addressOf(
  host: Uint8Array | undefined,
  port: Uint8Array | undefined,
  server: ServerAddress,
): ServerAddress | null {
  const text = utf8Of(host ?? new Uint8Array(0))?.trim() ?? null;
  if (text === null) return null;
  const name = IPV6.test(text) ? `[${text}]` : text || server.host;
  if (!HOST.test(name)) return null;
  const digits = latin1Of(port ?? new Uint8Array(0)).trim();
  if (digits === '') return { host: name, port: name === server.host ? server.port : 70 };
  const number = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return number >= 1 && number <= 65_535 ? { host: name, port: number } : null;
}
