/**
 * The attributes of Gopher+: those of one item (`!`), or of every item of a menu (`$`). If a link names single
 * attributes, they are selected here, because few servers do that.
 */

import type { OctetString } from '../../octets/charset.ts';
import { jsonText } from '../../octets/controls.ts';
import { parseAskFields } from '../../protocols/gopher/ask-form.ts';
import {
  askForAttributes,
  blockOf,
  type ItemAttributes,
  modifiedIn,
  onlyAttributes,
  readAttributes,
  viewsOf,
} from '../../protocols/gopher/attributes.ts';
import { readErrorReply } from '../../protocols/gopher/reply.ts';
import { type TextReader, textReader } from '../../protocols/gopher/text-reader.ts';
import type { GopherPlus } from '../../schemes/gopher/path.ts';
import type { JsonLinks } from '../links.ts';
import type { Moved, Values } from '../opened.ts';
import type { GopherItem } from './item.ts';
import { lineWriter } from './line-json.ts';
import { FRESH } from './menu.ts';
import { movedBy } from './moved.ts';

export interface GopherAttributes extends Values {
  readonly kind: 'attributes';
  readonly item: GopherItem;
  /** As the server sent them. */
  readonly octets: Uint8Array;
  /** Of each item, those that the link names. */
  readonly items: readonly ItemAttributes[];
  /** When the only item last changed; `null` = there are several, or its server does not say. */
  readonly modified: Date | null;
  readonly reader: TextReader;
}

export async function attributesOf(
  item: GopherItem,
  { kind, attributes: names }: Pick<GopherPlus, 'kind' | 'attributes'>,
): Promise<GopherAttributes | Moved> {
  const { server, path, charsets, known } = item;
  const answer = await askForAttributes(server, path, kind === 'directoryAttributes' ? 'items' : 'item');
  if (answer.failed) return movedBy(item, await readErrorReply(server, answer));
  const { items: all, octets } = await readAttributes(server, answer);
  known.notePlus();
  const items = all.map((one) => onlyAttributes(one, names));
  const reader = await textReader(charsets, items.flatMap(textPieces));
  const [first, another] = all;
  const json = (links: JsonLinks) => attributesJson(item, items, reader, links);
  return {
    shape: 'values',
    kind: 'attributes',
    freshFor: FRESH,
    item,
    octets,
    items,
    modified: first === undefined || another !== undefined ? null : modifiedIn(first),
    reader,
    json,
    lines: (links) => jsonText(json(links), 2).split('\n'),
  };
}

/** The text of an item's attributes, in the octets of the server. */
function textPieces({ info, blocks }: ItemAttributes): (Uint8Array | OctetString)[] {
  return [...(info === null ? [] : [info.display]), ...blocks.flatMap(({ argument, lines }) => [argument, ...lines])];
}

function attributesJson(
  item: GopherItem,
  items: readonly ItemAttributes[],
  reader: TextReader,
  links: JsonLinks,
): object {
  const { read, charset } = reader;
  const lineJson = lineWriter(item, links, reader);
  const itemJson = (attributes: ItemAttributes): object => {
    const views = blockOf(attributes, 'VIEWS');
    const form = blockOf(attributes, 'ASK');
    return {
      info: attributes.info === null ? null : lineJson(attributes.info),
      modified: modifiedIn(attributes)?.toISOString() ?? null,
      views: views === null ? [] : viewsOf(views),
      ask: form === null ? [] : parseAskFields(form, read),
      blocks: attributes.blocks.map(({ name, argument, lines }) => ({
        name,
        argument: read(argument),
        lines: lines.map((line) => read(line)),
      })),
    };
  };
  return { kind: 'attributes', charset, items: items.map(itemJson) };
}
