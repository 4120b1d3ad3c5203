/**
 * The replies of Gopher+ (University of Minnesota, 30 July 1993): the header that says how a reply ends (§2.3),
 * errors (§2.3), and the attribute blocks of items (§2.5, Appendix I):
 *
 * ```
 *   +INFO: <menu line>
 *   +ADMIN:
 *    Admin: name <mail>
 *    Mod-Date: text <YYYYMMDDhhmmss>
 *   +VIEWS:
 *    text/plain En_US: <10k>
 * ```
 */
import { concatOctets, latin1Of } from '../../uri/octets.ts';
import { isLastLine, linesOf } from './lines.ts';
import { type MenuLine, type Place, parseMenuLine } from './menu.ts';

/** How a reply tells its end: by its length, by a period alone on a line, or by the end of the connection. */
export type Framing = { readonly kind: 'length'; readonly length: number } | { readonly kind: 'period' | 'close' };

export interface ReplyHeader {
  /** `-` before the number: an apology in place of the item. */
  readonly failed: boolean;
  readonly framing: Framing;
}

const FRAMINGS: ReadonlyMap<string, Framing> = new Map([
  ['-1', { kind: 'period' }],
  ['-2', { kind: 'close' }],
]);

/** The longest header line: a sign, a number below 2^53, CR LF. */
export const LONGEST_HEADER = 20;

/**
 * Reads the first line of a reply; `null` where it is no header, and the server one that knows no Gopher+.
 *
 * @example
 * ```ts
 * parseReplyHeader(octetsOf('+11')); // { failed: false, framing: { kind: 'length', length: 11 } }
 * ```
 */
export function parseReplyHeader(line: Uint8Array): ReplyHeader | null {
  const [, sign, number = ''] = /^([+-])(-1|-2|\d{1,15})\s*$/.exec(latin1Of(line.subarray(0, LONGEST_HEADER))) ?? [];
  if (sign === undefined) return null;
  return { failed: sign === '-', framing: FRAMINGS.get(number) ?? { kind: 'length', length: Number(number) } };
}

/** Octets of a reply that ends with a period, up to it; all of them where none came. */
export function upToPeriod(octets: Uint8Array): Uint8Array {
  const LF = 0x0a;
  for (let from = 0; from < octets.length; ) {
    const end = octets.indexOf(LF, from);
    const line = octets.subarray(from, end === -1 ? octets.length : end);
    if (isLastLine(line.at(-1) === 0x0d ? line.subarray(0, -1) : line)) return octets.subarray(0, from);
    if (end === -1) break;
    from = end + 1;
  }
  return octets;
}

/** An apology: `1` not available, `2` try again later, `3` moved; other codes are none that Gopher+ has. */
export interface Apology {
  readonly code: number | null;
  /** Whom to ask, as the server writes it. */
  readonly admin: Uint8Array;
  readonly words: Uint8Array;
  /** Where the item has moved to. */
  readonly moved: MenuLine | null;
}

/** Reads the body of a reply that begins with `-`. */
export function parseApology(body: Uint8Array, here: Place): Apology {
  const [first = new Uint8Array(0), ...lines] = linesOf(body).filter((line) => !isLastLine(line));
  const [, digits] = /^(\d)(?: |$)/.exec(latin1Of(first.subarray(0, 2))) ?? [];
  const words = (digits === undefined ? [first, ...lines] : lines).flatMap((line) => [line, '\n']);
  const [place] = lines;
  return {
    code: digits === undefined ? null : Number(digits),
    admin: digits === undefined ? new Uint8Array(0) : first.subarray(2),
    words: concatOctets(...words.slice(0, -1)),
    moved: digits === '3' && place !== undefined ? parseMenuLine(place, here) : null,
  };
}

/** One block of attributes: `+NAME:`, something on the same line perhaps, and lines that each began with a space. */
export interface Block {
  /** Without the plus; case counts. */
  readonly name: string;
  readonly argument: Uint8Array;
  readonly lines: readonly Uint8Array[];
}

/** All attributes of one item. */
export interface ItemAttributes {
  /** The item's line, as menus have it; `null` where the server left it out. */
  readonly info: MenuLine | null;
  /** The other blocks, in the order of the server. */
  readonly blocks: readonly Block[];
}

/**
 * Reads attribute blocks: those of one item (`!`), or of every item of a menu (`$`), each beginning with `+INFO`.
 *
 * @example
 * ```ts
 * const octets = octetsOf('+INFO: 0a\ta\th.example\t70\t+\r\n+ADMIN:\r\n+VIEWS:\r\n');
 * const [item] = parseAttributes(octets, { host: 'h.example', port: 70 });
 * item?.blocks.map(({ name }) => name); // ['ADMIN', 'VIEWS']
 * ```
 */
export function parseAttributes(octets: Uint8Array, here: Place): readonly ItemAttributes[] {
  const items: { info: MenuLine | null; blocks: { name: string; argument: Uint8Array; lines: Uint8Array[] }[] }[] = [];
  for (const line of linesOf(octets)) {
    if (isLastLine(line)) break;
    const heading = headingOf(line);
    if (heading === null) {
      // A space begins what belongs to a block; some servers forget it.
      const block = items.at(-1)?.blocks.at(-1);
      block?.lines.push(line[0] === 0x20 ? line.subarray(1) : line);
    } else if (heading.name === 'INFO') {
      items.push({ info: parseMenuLine(heading.argument, here), blocks: [] });
    } else {
      if (items.length === 0) items.push({ info: null, blocks: [] });
      items.at(-1)?.blocks.push({ ...heading, lines: [] });
    }
  }
  return items;
}

function headingOf(line: Uint8Array): { name: string; argument: Uint8Array } | null {
  const colon = line.indexOf(0x3a);
  const name = latin1Of(line.subarray(0, Math.max(0, colon)));
  if (!/^\+[\w.-]+$/.test(name)) return null;
  const argument = line.subarray(colon + 1);
  return { name: name.slice(1), argument: argument[0] === 0x20 ? argument.subarray(1) : argument };
}

/** The block of that name; `null` where the item has none. */
export function blockOf(item: ItemAttributes, name: string): Block | null {
  return item.blocks.find((block) => block.name === name) ?? null;
}

/**
 * An item with only those blocks that a request names; servers take the names as a hint, and may give all.
 *
 * @param names - as the request has them, with their plus; none = all
 */
export function onlyAttributes(item: ItemAttributes, names: readonly string[]): ItemAttributes {
  if (names.length === 0) return item;
  const wanted = new Set(names.map((name) => name.replace(/^\+/, '')));
  return { ...item, blocks: item.blocks.filter(({ name }) => wanted.has(name)) };
}

/** One representation of an item (`+VIEWS`, §2.6). */
export interface View {
  /** A media type, or one of the names that Gopher+ made up before there were media types. */
  readonly type: string;
  readonly language: string | null;
  /** As the server estimates it, such as `10k`; `null` = it does not. */
  readonly size: string | null;
}

/** Reads a `+VIEWS` block: ` Content-Type[ Lang]: [<size>]`. */
export function viewsOf(block: Block): readonly View[] {
  return block.lines.flatMap((line) => {
    const [, type, language, size] =
      /^\s*([^\s:]+)(?: +([^\s:]+))?\s*:?\s*(?:<?([^<>]*)>?)?\s*$/.exec(latin1Of(line)) ?? [];
    if (type === undefined) return [];
    return [{ type, language: language ?? null, size: size === undefined || size === '' ? null : size }];
  });
}

/**
 * When an item last changed, by the `Mod-Date` of its `+ADMIN` block; `null` where it says none. Gopher+ has no time
 * zones but that of the whole server, so it is read as UTC.
 *
 * @example
 * ```ts
 * const lines = [octetsOf(' Mod-Date: Mon Jan 31 1994 <19940131000000>')];
 * modifiedOf({ name: 'ADMIN', argument: octetsOf(''), lines })?.toISOString(); // '1994-01-31T00:00:00.000Z'
 * ```
 */
export function modifiedOf(block: Block): Date | null {
  for (const line of block.lines) {
    const [, year, month, day, hour, minute, second] =
      /^Mod-Date:.*<(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)>/.exec(latin1Of(line).trim()) ?? [];
    if (year === undefined) continue;
    const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return Number.isNaN(date.getTime()) ? null : date;
  }
  return null;
}
