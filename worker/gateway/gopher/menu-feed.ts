/**
 * The feed of a menu: the items that have a date in their text or name, the newest first. In a menu without such dates,
 * those of Gopher+ count (`Mod-Date`).
 */

import type { Canonical } from '../../../src/index.ts';
import { blockOf, type ItemAttributes, modifiedOf } from '../../../src/protocols/gopher/attributes.ts';
import { askForAttributes, readAttributes } from '../../../src/protocols/gopher/gopher-plus.ts';
import { itemDate } from '../../../src/protocols/gopher/item-date.ts';
import type { MenuLine } from '../../../src/protocols/gopher/menu.ts';
import type { MenuSource } from '../../../src/protocols/gopher/menu-source.ts';
import { codeOf, isFailure } from '../../errors/gateway-error.ts';
import { type FeedEntry, feedResponse } from '../shared/atom.ts';
import { displayText } from '../shared/display-text.ts';
import { type GopherContext, itemLinks } from './context.ts';
import { rememberPlus } from './known-servers.ts';

/** A line with a time, before its text and its link are known. */
interface DatedLine {
  readonly line: MenuLine;
  readonly title: string;
  readonly updated: Date;
}

/** Whether a line is an item whose text or name has a date. */
export function isDated(line: MenuLine): boolean {
  return dateIn(line, line.display) !== null;
}

/** Text between items may have dates, too, but leads nowhere. */
function dateIn(line: MenuLine, text: string): ReturnType<typeof itemDate> {
  if (line.kind !== 'item' && line.kind !== 'link') return null;
  return itemDate(text, line.kind === 'item' ? line.selector : '');
}

/**
 * Responds with the feed of a menu.
 *
 * @param title - the heading of the menu
 * @throws GatewayError as `MenuSource.arrivals`
 */
export async function menuFeed(
  context: GopherContext,
  menu: MenuSource,
  title: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const dated: DatedLine[] = [];
  const take = (lines: readonly MenuLine[]): void => {
    for (const line of lines) {
      const found = isDated(line) ? dateIn(line, displayText(menu.reader.read(line.display))) : null;
      if (found !== null) dated.push({ line, title: found.title, updated: found.date });
    }
  };
  take(menu.lines);
  for await (const lines of menu.arrivals()) take(lines);
  const hasPlus = menu.hasItem(({ plus }) => plus !== null);
  const entries = entriesOf(context, dated.length === 0 && hasPlus ? await datedByAttributes(context, menu) : dated);
  const { canonical } = context.links;
  return feedResponse(context, { id: canonical, title, author: context.server.host, entries }, headers);
}

/** The newest first, and each item once. Of items of one day, the menu has the newest first, as authors add them above. */
function entriesOf({ links, ...context }: GopherContext, lines: readonly DatedLine[]): readonly FeedEntry[] {
  const { ofLine } = itemLinks(context);
  const byId = new Map<Canonical, FeedEntry>();
  for (const { line, title, updated } of lines.toSorted((a, b) => b.updated.getTime() - a.updated.getTime())) {
    const id = ofLine(line);
    if (id !== null && !byId.has(id)) byId.set(id, { id, title, updated, href: links.hrefOfCanonical(id) });
  }
  return [...byId.values()];
}

/** The items with the times of their attributes. A server that does not send them has no dates. */
async function datedByAttributes(
  { server, path }: GopherContext,
  { reader }: MenuSource,
): Promise<readonly DatedLine[]> {
  try {
    const { items } = await readAttributes(server, await askForAttributes(server, path, 'items'));
    rememberPlus(server);
    return items.flatMap((item) => {
      const updated = modifiedIn(item);
      if (updated === null || item.info === null) return [];
      return [{ line: item.info, title: displayText(reader.read(item.info.display)), updated }];
    });
  } catch (error) {
    if (!isFailure(error) || codeOf(error) === 'client-closed') throw error;
    return [];
  }
}

function modifiedIn(item: ItemAttributes): Date | null {
  const admin = blockOf(item, 'ADMIN');
  return admin === null ? null : modifiedOf(admin);
}
