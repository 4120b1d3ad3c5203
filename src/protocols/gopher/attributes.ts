/**
 * What Gopher+ has besides items: attributes of one item or of all items of a menu (§2.5–2.7), and forms (§2.8).
 *
 * The attribute blocks (University of Minnesota, 30 July 1993, §2.5, Appendix I):
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
import { octetStringOf } from '../../octets/charset.ts';
import { concatOctets, latin1Of } from '../../octets/octets.ts';
import type { GopherPath } from '../../schemes/gopher/path.ts';
import { decodeOctets } from '../../uri/decode.ts';
import { protocolLimits } from '../limits.ts';
import { ProtocolError } from '../protocol-error.ts';
import { type AskField, parseAskFields } from './ask-form.ts';
import { type MenuLine, parseMenuLine, type ServerAddress } from './menu.ts';
import { isLastLine, replyLines } from './period.ts';
import {
  ask,
  collectBody,
  type GopherRefusal,
  type GopherReply,
  type GopherServer,
  readErrorReply,
  sendRequest,
} from './reply.ts';
import { type Charsets, textReader } from './text-reader.ts';

/** One block of attributes: a line `+NAME: argument`, and the lines below it, which the server indents by a space. */
export interface AttributeBlock {
  /** Without the plus, in the server's own case. */
  readonly name: string;
  /** What follows the colon; often empty. */
  readonly argument: Uint8Array;
  readonly lines: readonly Uint8Array[];
}

/** All attributes of one item. */
export interface ItemAttributes {
  /** The line of the item, as in a menu; `null` if the server left it out. */
  readonly info: MenuLine | null;
  /** The other blocks, in the server's order. */
  readonly blocks: readonly AttributeBlock[];
}

/** Reads the attribute blocks of one item (`!`) or of every item of a menu (`$`). Each item begins with `+INFO`. */
export function parseAttributes(octets: Uint8Array, server: ServerAddress): readonly ItemAttributes[] {
  const items: { info: MenuLine | null; blocks: { name: string; argument: Uint8Array; lines: Uint8Array[] }[] }[] = [];
  for (const line of replyLines(octets)) {
    if (isLastLine(line)) break;
    const heading = headingOf(line);
    if (heading === null) {
      // A line of a block begins with a space, which some servers omit.
      const block = items.at(-1)?.blocks.at(-1);
      block?.lines.push(line[0] === 0x20 ? line.subarray(1) : line);
    } else if (heading.name === 'INFO') {
      items.push({ info: parseMenuLine(octetStringOf(heading.argument), server), blocks: [] });
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

/** The block of an item that has this name, or `null`. */
export function blockOf(item: ItemAttributes, name: string): AttributeBlock | null {
  return item.blocks.find((block) => block.name === name) ?? null;
}

/** The item with only the blocks that a request names, with their plus; none means all. Servers may send all anyway. */
export function onlyAttributes(item: ItemAttributes, names: readonly string[]): ItemAttributes {
  if (names.length === 0) return item;
  const requested = new Set(names.map((name) => name.replace(/^\+/, '')));
  return { ...item, blocks: item.blocks.filter(({ name }) => requested.has(name)) };
}

/** One representation of an item (`+VIEWS`, §2.6). */
export interface ItemView {
  /** A media type, or one of the names that Gopher+ used before media types existed. */
  readonly type: string;
  readonly language: string | null;
  /** The server's estimate, such as `10k`; `null` = no estimate. */
  readonly size: string | null;
}

/** Reads a `+VIEWS` block: ` Content-Type[ Lang]: [<size>]`. */
export function viewsOf(block: AttributeBlock): readonly ItemView[] {
  return block.lines.flatMap((line) => {
    const [, type, language, size] =
      /^\s*([^\s:]+)(?: +([^\s:]+))?\s*:?\s*(?:<?([^<>]*)>?)?\s*$/.exec(latin1Of(line)) ?? [];
    if (type === undefined) return [];
    return [{ type, language: language ?? null, size: size === undefined || size === '' ? null : size }];
  });
}

/**
 * When an item last changed: the `Mod-Date` of its `+ADMIN` block, which has no time zone and is read as UTC. `null` =
 * its server does not say.
 *
 * @example
 * ```ts
 * const lines = [octetsOf(' Mod-Date: Mon Jan 31 1994 <19940131000000>')];
 * const item = { info: null, blocks: [{ name: 'ADMIN', argument: octetsOf(''), lines }] };
 * modifiedIn(item)?.toISOString(); // '1994-01-31T00:00:00.000Z'
 * ```
 */
export function modifiedIn(item: ItemAttributes): Date | null {
  for (const line of blockOf(item, 'ADMIN')?.lines ?? []) {
    const [, year, month, day, hour, minute, second] =
      /^Mod-Date:.*<(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)>/.exec(latin1Of(line).trim()) ?? [];
    if (year === undefined) continue;
    const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return Number.isNaN(date.getTime()) ? null : date;
  }
  return null;
}

/**
 * Requests all attributes, because some servers would respond to a request for single ones with the item itself.
 *
 * @param of - `item`, or `items` for every item of the menu at this path
 */
export function askForAttributes(server: GopherServer, path: GopherPath, of: 'item' | 'items'): Promise<GopherReply> {
  return ask(server, { ...path, plus: of === 'items' ? '$' : '!' });
}

/** The attributes in a reply. */
export interface AttributesReply {
  readonly items: readonly ItemAttributes[];
  /** The reply that has them. */
  readonly octets: Uint8Array;
}

/**
 * Reads the attributes in a reply that is not an error.
 *
 * @param server - the server that sent it
 * @throws ProtocolError `not-found` for a server that has no attributes; `too-large`
 */
export async function readAttributes(server: ServerAddress, reply: GopherReply): Promise<AttributesReply> {
  const { octets, complete } = await collectBody(reply, protocolLimits.attributes);
  reply.body.close();
  if (!complete) {
    throw new ProtocolError('too-large', `The attributes are longer than ${protocolLimits.attributes} octets.`);
  }
  const items = reply.plus ? parseAttributes(octets, server) : [];
  if (items.length === 0) {
    throw new ProtocolError('not-found', 'This server does not speak Gopher+: it has no attributes.');
  }
  return { items, octets };
}

/** The form of an item. */
export type FetchedForm =
  | { readonly kind: 'fields'; readonly fields: readonly AskField[] }
  /** The item has attributes, but no form. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly refusal: GopherRefusal };

/**
 * Fetches the form of an item.
 *
 * @throws ProtocolError as {@link readAttributes}
 */
export async function fetchForm(server: GopherServer, path: GopherPath, charsets: Charsets): Promise<FetchedForm> {
  const reply = await askForAttributes(server, path, 'item');
  if (reply.failed) return { kind: 'refused', refusal: await readErrorReply(server, reply) };
  const { items } = await readAttributes(server, reply);
  const block = items.map((item) => blockOf(item, 'ASK')).find((block) => block !== null);
  if (block === undefined) return { kind: 'absent' };
  const reader = await textReader(charsets, block.lines);
  return { kind: 'fields', fields: parseAskFields(block, reader.read) };
}

/**
 * Sends the answers to a form.
 *
 * @param view - the representation of the reply, with its language, such as `text/plain En_US`; empty = any
 * @param answers - lines without their ends, as `answersOf` makes them
 */
export function sendForm(
  server: GopherServer,
  { selector }: Pick<GopherPath, 'selector'>,
  view: string,
  answers: readonly (Uint8Array | string)[],
): Promise<GopherReply> {
  const request = concatOctets([decodeOctets(selector), `\t+${view}\t1`]);
  return sendRequest(server, [request, '+-1', ...answers, '.'], true);
}
