/**
 * What Gopher+ has besides items: the attributes of an item or of all items of a menu (§2.5–2.7), and forms (`+ASK`,
 * §2.8).
 */
import { concatOctets } from '../../octets/octets.ts';
import type { GopherPath } from '../../schemes/gopher/path.ts';
import { decodeOctets } from '../../uri/decode.ts';
import { protocolLimits } from '../limits.ts';
import { ProtocolError } from '../protocol-error.ts';
import { type AskField, parseAskFields } from './ask-form.ts';
import { blockOf, type ItemAttributes, parseAttributes } from './attributes.ts';
import type { ServerAddress } from './menu.ts';
import { type GopherRefusal, readErrorReply } from './refusal.ts';
import { ask, collectBody, type GopherReply, type GopherServer, sendRequest } from './reply.ts';
import { type Charsets, textReader } from './text-reader.ts';

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
