/** Menus. Their beginning is read when they are opened, and the rest when it is asked for. */

import type { Canonical } from '../../index.ts';
import { codeOf, isFailure } from '../../net/failure.ts';
import { displayText } from '../../octets/ansi.ts';
import { askForAttributes, modifiedIn, readAttributes } from '../../protocols/gopher/attributes.ts';
import { itemDate } from '../../protocols/gopher/item-date.ts';
import type { MenuLine } from '../../protocols/gopher/menu.ts';
import { MenuSource } from '../../protocols/gopher/menu-source.ts';
import type { GopherReply } from '../../protocols/gopher/reply.ts';
import type { TextReader } from '../../protocols/gopher/text-reader.ts';
import type { JsonLinks } from '../links.ts';
import type { DatedItem, Menu, MenuEntry, MenuPart } from '../opened.ts';
import { type GopherItem, headOf, itemLinks } from './item.ts';
import { itemKind, itemTypeName, PICTURES } from './item-kinds.ts';
import { lineWriter } from './line-json.ts';

/** Gopher has no way to ask whether an item changed. In seconds. */
export const FRESH = 300;

/** Two screens of lines. */
const SHORT_MENU = 40;

export async function menuOf(item: GopherItem, reply: GopherReply): Promise<Menu> {
  const { link, server, known } = item;
  const menu = await MenuSource.open(server, reply, item.charsets);
  const { title, reader, broken } = menu;
  if (menu.hasItem(({ plus, host, port }) => plus !== null && host === server.host && port === server.port)) {
    known.notePlus();
  }
  return {
    shape: 'menu',
    freshFor: broken === null ? FRESH : 0,
    head: () => headOf(item),
    title: title === null ? null : displayText(reader.read(title.display)),
    heading: headingOf(item, menu),
    isSearch: link.details.type === '7',
    content: contentOf(item, menu),
    hasPictures: () => menu.hasItem(({ type }) => PICTURES.has(type)),
    isDated: () => menu.lines.some(isDated),
    isLong: () => menu.lines.length > SHORT_MENU,
    arrivals: (lines) => menuParts(item, menu, lines),
    dated: () => datedItems(item, menu),
    isCut: () => menu.truncated,
    broken,
    charset: () => reader.charset,
    close: () => menu.close(),
  };
}

/** The heading of a menu in the words of its server; `null` = the name of the item is better. */
function headingOf({ link: { details } }: GopherItem, { heading, reader }: MenuSource): string | null {
  const text = heading === null ? '' : displayText(reader.read(heading.display)).trim();
  // A sentence, and a line that ends with a colon, are not headings.
  const isWords = /\p{L}{2}.*[^.,:;!?]$/u.test(text);
  // The first menu has the server's name.
  return isWords && details.selector !== '' && !details.search ? text : null;
}

async function* menuParts(
  item: GopherItem,
  menu: MenuSource,
  lines: 'all' | 'untitled',
): AsyncGenerator<MenuPart, void> {
  const { title, reader } = menu;
  const links = itemLinks(item);
  const isLeftOut = lines === 'untitled' && title !== null;
  yield menuPart(isLeftOut ? menu.lines.filter((line) => line !== title) : menu.lines, reader, links);
  for await (const arrived of menu.arrivals()) yield menuPart(arrived, reader, links);
}

type MenuLinks = Pick<ReturnType<typeof itemLinks>, 'ofLine'>;
type MenuTextReader = Pick<TextReader, 'read'>;

/** The lines as entries: with their texts, decoded, what they lead to, and words for it. */
export function menuPart(lines: readonly MenuLine[], reader: MenuTextReader, links: MenuLinks): MenuPart {
  return {
    length: lines.length,
    *entries(from = 0, to = lines.length) {
      for (const line of lines.slice(from, to)) yield menuEntry(line, reader, links);
    },
  };
}

function menuEntry(line: MenuLine, { read }: MenuTextReader, { ofLine }: MenuLinks): MenuEntry {
  const text = read(line.display);
  if (line.kind !== 'item' && line.kind !== 'link' && line.kind !== 'error') return { kind: 'text', text };
  const url = ofLine(line);
  const { label, type } = lineLabel(line, url);
  return {
    kind: line.kind === 'error' ? 'error' : 'item',
    text,
    url,
    label,
    type,
    isPicture: line.kind === 'item' && PICTURES.has(line.type),
    copyAt: line.kind === 'item' && line.mirror ? line.host : null,
  };
}

/** The word before an item and the longer name in its tooltip. */
function lineLabel(line: MenuLine, link: Canonical | null): { readonly label: string; readonly type: string } {
  if (line.kind === 'item') {
    const { type, mirror, plus } = line;
    if (mirror) return { label: itemKind('+').label, type: `the same ${itemTypeName(type)} on another server` };
    if (plus === 'form') return { label: 'FORM', type: 'form to fill in' };
    return { label: itemKind(type).label, type: itemTypeName(type) };
  }
  if (line.kind === 'error') return { label: itemKind('3').label, type: itemTypeName('3') };
  const scheme = link?.slice(0, link.indexOf(':')) ?? 'unknown';
  return { label: /^https?$/.test(scheme) ? 'WEB' : 'LINK', type: `link, ${scheme}` };
}

function contentOf(item: GopherItem, menu: MenuSource): Menu['content'] {
  const { title, reader, lines, broken } = menu;
  const head = { kind: 'menu', title: title === null ? null : reader.read(title.display) };
  const tail = (links: JsonLinks) => {
    const { charset } = reader;
    return { charset, truncated: menu.truncated, broken: broken?.message ?? null, links: viewsOf(links) };
  };
  if (menu.ended) {
    return {
      isWhole: true,
      identity: [menu.octets, reader.charset, ...(broken === null ? [] : [broken.message])],
      json: (links) => ({ ...head, lines: lines.map(lineWriter(item, links, reader)), ...tail(links) }),
    };
  }
  return {
    isWhole: false,
    json(links) {
      const lineJson = lineWriter(item, links, reader);
      return [head, { name: 'lines', items: arriving(lineJson), toJson: (line) => line }, () => tail(links)];
    },
  };

  async function* arriving(lineJson: (line: MenuLine) => object): AsyncGenerator<readonly object[], void> {
    yield lines.map(lineJson);
    for await (const arrived of menu.arrivals()) yield arrived.map(lineJson);
  }
}

/** The addresses of an item, and of its octets. */
export function viewsOf({ self }: Pick<JsonLinks, 'self'>): object {
  return { self: self({}), raw: self({ format: 'raw' }) };
}

/** Whether a line is an item whose text or name has a date. */
function isDated(line: MenuLine): boolean {
  return dateIn(line, line.display) !== null;
}

/** Text between items may have dates, too, but leads nowhere. */
function dateIn(line: MenuLine, text: string): ReturnType<typeof itemDate> {
  if (line.kind !== 'item' && line.kind !== 'link') return null;
  return itemDate(text, line.kind === 'item' ? line.selector : '');
}

/** A line with a time, before its URL is known. */
interface DatedLine {
  readonly line: MenuLine;
  readonly title: string;
  readonly updated: Date;
}

/** The items with a date in their text or name; in a menu without such dates, those of Gopher+ count (`Mod-Date`). */
async function datedItems(item: GopherItem, menu: MenuSource): Promise<readonly DatedItem[]> {
  const { ofLine } = itemLinks(item);
  const dated = [...datedLines(menu.lines, menu.reader)];
  for await (const lines of menu.arrivals()) dated.push(...datedLines(lines, menu.reader));
  const hasPlus = menu.hasItem(({ plus }) => plus !== null);
  const all = dated.length === 0 && hasPlus ? await datedByAttributes(item, menu.reader) : dated;
  return all.flatMap(({ line, title, updated }) => {
    const url = ofLine(line);
    return url === null ? [] : [{ url, title, updated }];
  });
}

function* datedLines(lines: readonly MenuLine[], { read }: MenuTextReader): Generator<DatedLine> {
  for (const line of lines) {
    const found = isDated(line) ? dateIn(line, displayText(read(line.display))) : null;
    if (found !== null) yield { line, title: found.title, updated: found.date };
  }
}

/** The items with the times of their attributes. A server that does not send them has no dates. */
async function datedByAttributes(
  { server, path, known }: GopherItem,
  { read }: MenuTextReader,
): Promise<readonly DatedLine[]> {
  try {
    const { items } = await readAttributes(server, await askForAttributes(server, path, 'items'));
    known.notePlus();
    return items.flatMap((item) => {
      const updated = modifiedIn(item);
      if (updated === null || item.info === null) return [];
      return [{ line: item.info, title: displayText(read(item.info.display)), updated }];
    });
  } catch (error) {
    if (!isFailure(error) || codeOf(error) === 'client-closed') throw error;
    return [];
  }
}
