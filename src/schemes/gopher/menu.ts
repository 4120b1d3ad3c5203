/**
 * Menus (RFC 1436 §3.2, with the fifth field of Gopher+ §2.2), read as servers really write them:
 *
 * ```
 *   <type><display> TAB <selector> TAB <host> TAB <port> [TAB ("+" | "?")] CR LF      … "." CR LF, or the end
 * ```
 * Nothing is refused: a line that leads nowhere is shown as the text that it is. Display strings and selectors stay
 * octets, since a menu says nothing of its charset.
 */
import { latin1Of, textOf, utf8Of } from '../../uri/octets.ts';
import { fieldsOf, isLastLine, linesOf } from './lines.ts';

/** Where a menu came from: what its lines mean that leave out their host or port. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** A line that leads to something on a gopher server. */
export interface MenuItem extends Place {
  readonly kind: 'item';
  /** One printable character. Of a mirror (type `+`), that of the item which it duplicates. */
  readonly type: string;
  readonly display: Uint8Array;
  readonly selector: Uint8Array;
  /** Whether it is the same as the item before it, on another server. */
  readonly mirror: boolean;
  /** What the fifth field says: a Gopher+ item, one with a form to fill in, or `null` for neither. */
  readonly plus: 'item' | 'form' | null;
}

export type MenuLine =
  | MenuItem
  /** `URL:` links of type `h`, and the links of type `w` before them. The URL is anything that a server says. */
  | { readonly kind: 'link'; readonly type: string; readonly display: Uint8Array; readonly url: string }
  /** Text between the items. */
  | { readonly kind: 'info'; readonly display: Uint8Array }
  /** An information line by the convention of `TITLE` selectors. */
  | { readonly kind: 'title'; readonly display: Uint8Array }
  /** What the server could not do. */
  | { readonly kind: 'error'; readonly display: Uint8Array }
  /** A line that is no line of a menu, or leads to no place that could exist; it is shown as it stands. */
  | { readonly kind: 'stray'; readonly display: Uint8Array };

export interface Menu {
  readonly lines: readonly MenuLine[];
  /** Whether lines were left out, as there were too many. */
  readonly truncated: boolean;
}

/**
 * Reads a menu.
 *
 * @param octets - the reply of the server
 * @param here - the server that sent it
 * @param most - so many lines are read at most
 * @example
 * ```ts
 * const { lines } = parseMenu(octetsOf('0About\tabout\th.example\t70\r\n'), { host: 'h.example', port: 70 });
 * lines.map(({ kind }) => kind); // ['item']
 * ```
 */
export function parseMenu(octets: Uint8Array, here: Place, most = Number.POSITIVE_INFINITY): Menu {
  const lines: MenuLine[] = [];
  let last: MenuItem | null = null;
  for (const line of linesOf(octets)) {
    if (isLastLine(line)) break;
    if (lines.length >= most) return { lines, truncated: true };
    const read = parseMenuLine(line, here, last);
    if (read.kind === 'item' && !read.mirror) last = read;
    if (read.kind === 'error' || read.kind === 'link') last = null;
    lines.push(read);
  }
  return { lines, truncated: false };
}

/**
 * Reads one line of a menu, as it stands in a menu or behind `+INFO: ` of Gopher+.
 *
 * @param before - the item that a mirror duplicates; `null` where there is none
 */
export function parseMenuLine(line: Uint8Array, here: Place, before: MenuItem | null = null): MenuLine {
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
  const place = placeOf(host, port, here);
  if (place === null || (mirror && before === null)) return stray;
  return {
    kind: 'item',
    type: mirror && before !== null ? before.type : type,
    display,
    selector,
    ...place,
    mirror,
    plus: plusOf(plus),
  };
}

/** The URL of a line that leads out of gopher: `URL:` by common usage, and the bare URL of type `w`. */
function linkOf(type: string, selector: Uint8Array): string | null {
  const [, url] = /^\/?URL:(.*)$/s.exec(textOf(selector)) ?? [];
  if (url !== undefined) return url.trim();
  return type === 'w' && /^[a-z][a-z\d+.-]*:/i.test(latin1Of(selector)) ? textOf(selector) : null;
}

function plusOf(field: Uint8Array | undefined): MenuItem['plus'] {
  const mark = field === undefined ? '' : latin1Of(field.subarray(0, 1));
  if (mark === '+') return 'item';
  return mark === '?' ? 'form' : null;
}

/** A name or an address, and nothing that a URL parser could take for more. */
const HOST = /^(?:[\p{L}\p{M}\p{N}_.-]+|\[[\da-f:.]+\])$/iu;
const IPV6 = /^[\da-f]*:[\da-f]*:[\da-f:.]*$/i;

function placeOf(host: Uint8Array | undefined, port: Uint8Array | undefined, here: Place): Place | null {
  const written = utf8Of(host ?? new Uint8Array(0))?.trim() ?? null;
  if (written === null) return null;
  const name = IPV6.test(written) ? `[${written}]` : written || here.host;
  if (!HOST.test(name)) return null;
  const digits = latin1Of(port ?? new Uint8Array(0)).trim();
  if (digits === '') return { host: name, port: name === here.host ? here.port : 70 };
  const number = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return number >= 1 && number <= 65_535 ? { host: name, port: number } : null;
}
