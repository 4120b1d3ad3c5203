/** What gopher servers have, as JSON with canonical links: objects from values, without a request or a response. */
import { type Message, type MessagePart, partText } from '../../../src/message/message.ts';
import { isUtf8, type OctetString, octetsOf } from '../../../src/octets/charset.ts';
import { base64Of, utf8OrLatin1Of } from '../../../src/octets/octets.ts';
import { type AskField, type Entries, parseAskFields } from '../../../src/protocols/gopher/ask-form.ts';
import { blockOf, type ItemAttributes, modifiedIn, viewsOf } from '../../../src/protocols/gopher/attributes.ts';
import type { MenuLine, ServerAddress } from '../../../src/protocols/gopher/menu.ts';
import type { MenuSource } from '../../../src/protocols/gopher/menu-source.ts';
import type { TextReader } from '../../../src/protocols/gopher/text-reader.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { runsCode } from '../contract/link-builder.ts';
import { absolute } from '../shared/json-stream.ts';
import { itemLinks, itemName } from './context.ts';
import { itemMediaType, itemTypeName } from './item-kinds.ts';

type LinkContext = Pick<GatewayContext<'gopher'>, 'resolution' | 'links'>;

/** What the lines of a menu depend on: the link of the menu, and the server that sent it. */
export interface MenuContext extends LinkContext {
  readonly server: ServerAddress;
}

/** Writes the lines of a menu one by one. `octets` is `null` for UTF-8, because the text determines them. */
export function lineWriter(context: MenuContext, { read }: Pick<TextReader, 'read'>): (line: MenuLine) => unknown {
  const links = itemLinks(context);
  return (line) => {
    const { kind } = line;
    const display = read(line.display);
    const octets = octetsUnlessUtf8(line.display);
    if (kind !== 'item' && kind !== 'link') return { kind, display, octets };
    const link = links.ofLine(line);
    // A program that takes `url` for a link must not run the code of a stranger.
    const url = link === null || runsCode(link) ? null : link;
    const href = url === null ? null : context.links.hrefOfCanonical(url);
    const open = href === null ? null : absolute(context.links, href);
    const { type } = line;
    if (kind === 'link') {
      const target = utf8OrLatin1Of(octetsOf(line.url));
      return { kind, type, display, octets, url, open, target };
    }
    const { host, port, mirror, plus: gopherPlus } = line;
    const selector = isAscii(line.selector) ? line.selector : utf8OrLatin1Of(octetsOf(line.selector));
    const attributes = gopherPlus === null ? null : links.ofAttributes(line);
    const typeName = itemTypeName(type);
    return { kind, type, typeName, display, octets, selector, host, port, mirror, gopherPlus, url, open, attributes };
  };
}

function octetsUnlessUtf8(text: OctetString): string | null {
  if (isAscii(text)) return null;
  const octets = octetsOf(text);
  return isUtf8(octets) ? null : base64Of(octets);
}

function isAscii(text: OctetString): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/**
 * A menu in parts, because its lines may still be on their way: what stands before them, how to write one, and what
 * stands after them once all are known.
 */
export function menuJson(context: MenuContext, menu: MenuSource) {
  const { title, reader } = menu;
  return {
    head: {
      kind: 'menu',
      url: context.resolution.canonical,
      title: title === null ? null : reader.read(title.display),
    },
    toJson: lineWriter(context, reader),
    tail: () => ({ charset: reader.charset, truncated: menu.truncated, links: viewsOfLink(context) }),
  };
}

/** The addresses of this item, and of its octets. */
function viewsOfLink({ links }: LinkContext): object {
  return { self: links.root + links.self(), raw: links.root + links.self({ format: 'raw' }) };
}

export function textJson(context: LinkContext, text: string, charset: string): object {
  return { kind: 'text', url: context.resolution.canonical, charset, text, links: viewsOfLink(context) };
}

/** A file, or a text that is too long for JSON, with a link to its octets. */
export function fileJson({ resolution, links }: LinkContext): object {
  const { type, selector } = resolution.details;
  const name = itemName({ resolution });
  return {
    kind: 'file',
    url: resolution.canonical,
    type,
    typeName: itemTypeName(type),
    name,
    selector,
    mediaType: itemMediaType(type, name, ''),
    links: { raw: links.root + links.self({ format: 'raw' }) },
  };
}

export function attributesJson(
  context: MenuContext,
  items: readonly ItemAttributes[],
  reader: Pick<TextReader, 'read' | 'charset'>,
): object {
  const { read, charset } = reader;
  const toJson = lineWriter(context, reader);
  const itemJson = (item: ItemAttributes): object => {
    const views = blockOf(item, 'VIEWS');
    const form = blockOf(item, 'ASK');
    return {
      info: item.info === null ? null : toJson(item.info),
      modified: modifiedIn(item)?.toISOString() ?? null,
      views: views === null ? [] : viewsOf(views),
      ask: form === null ? [] : parseAskFields(form, read),
      blocks: item.blocks.map(({ name, argument, lines }) => ({
        name,
        argument: read(argument),
        lines: lines.map((line) => read(line)),
      })),
    };
  };
  return { kind: 'attributes', url: context.resolution.canonical, charset, items: items.map(itemJson) };
}

/** The name of a field in the body of a form. */
export const fieldName = (index: number): string => `f${index}`;

/**
 * @param action - the path that the form is sent to
 * @param entries - what the fields are filled in with
 */
export function formJson(
  { resolution, links }: LinkContext,
  action: string,
  fields: readonly AskField[],
  entries: Entries,
): object {
  return {
    kind: 'form',
    url: resolution.canonical,
    method: 'POST',
    action: links.root + action,
    fields: fields.map((field, index) => ({ name: fieldName(index), ...field, value: entries[index] })),
  };
}

export function searchJson({ resolution, links }: LinkContext): object {
  const form = { parameter: 'search', method: 'GET', action: `${links.root}${links.self()}` };
  return { kind: 'search', url: resolution.canonical, form };
}

/** @param session - the URL of the session that an item leads to */
export function sessionJson({ resolution, server: { host, port } }: MenuContext, session: string): object {
  const login = resolution.details.selector || null;
  return { kind: 'session', url: resolution.canonical, session, host, port, login };
}

/** @param charset - the one that the reader chose; `null` = none */
export function messageJson({ resolution }: LinkContext, message: Message, charset: string | null): object {
  const [page] = message.pages;
  return {
    kind: 'mail',
    url: resolution.canonical,
    headers: message.fields.map(({ name, value }) => ({ name: name.toLowerCase(), value })),
    text: textIn(message),
    html: page === undefined ? null : partText(page, charset),
    attachments: attachmentsIn(message).map(({ name, type }) => ({ name, mediaType: type })),
  };
}

/** The text parts of a message in one string; `null` if it has none. */
export function textIn({ texts }: Message): string | null {
  return texts.length === 0 ? null : texts.map(({ text }) => text).join('\n');
}

export function attachmentsIn({ parts }: Message): readonly MessagePart[] {
  return parts.filter(({ role }) => role === 'attachment');
}
