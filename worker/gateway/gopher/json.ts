/** What gopher servers have, as JSON with canonical links: objects from values, without a request or a response. */
import { type Message, type MessagePart, partText } from '../../../src/message/message.ts';
import type { GopherItem } from '../../../src/open/gopher/item.ts';
import { itemMediaType, itemTypeName } from '../../../src/open/gopher/item-kinds.ts';
import { lineWriter } from '../../../src/open/gopher/line-json.ts';
import { viewsOf } from '../../../src/open/gopher/menu.ts';
import { type AskField, type Entries, parseAskFields } from '../../../src/protocols/gopher/ask-form.ts';
import {
  blockOf,
  type ItemAttributes,
  modifiedIn,
  viewsOf as representationsOf,
} from '../../../src/protocols/gopher/attributes.ts';
import type { TextReader } from '../../../src/protocols/gopher/text-reader.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { jsonLinks } from '../shapes/context.ts';
import { itemName } from './context.ts';

type LinkContext = Pick<GatewayContext<'gopher'>, 'resolution' | 'links'>;

/** What the lines of a menu depend on: the link of the menu, and the server that sent it. */
export interface MenuContext extends LinkContext, Pick<GopherItem, 'link' | 'server'> {}

export function textJson(context: LinkContext, text: string, charset: string): object {
  return { kind: 'text', url: context.resolution.canonical, charset, text, links: viewsOf(jsonLinks(context)) };
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
  const toJson = lineWriter(context, jsonLinks(context), reader);
  const itemJson = (item: ItemAttributes): object => {
    const views = blockOf(item, 'VIEWS');
    const form = blockOf(item, 'ASK');
    return {
      info: item.info === null ? null : toJson(item.info),
      modified: modifiedIn(item)?.toISOString() ?? null,
      views: views === null ? [] : representationsOf(views),
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
