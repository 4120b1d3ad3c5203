/** The feed of a menu: its items with a date. */

import type { Menu } from '../../../src/open/opened.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { type FeedEntry, feedResponse } from '../shared/atom.ts';
import type { ShapeContext } from './context.ts';

/**
 * The newest first, and each item once. Of items of one day, the menu has the newest first, as authors add them above.
 */
export async function feedOf(
  context: ShapeContext,
  menu: Menu,
  title: string | null,
  headers: HeaderFields,
): Promise<Response> {
  const { links, resolution } = context;
  const entries = new Map<string, FeedEntry>();
  const dated = (await menu.dated()).toSorted((a, b) => b.updated.getTime() - a.updated.getTime());
  for (const { url, title, updated } of dated) {
    if (!entries.has(url)) entries.set(url, { id: url, title, updated, href: links.hrefOfCanonical(url) });
  }
  const author = resolution.components.host ?? '';
  return feedResponse(
    context,
    { id: links.canonical, title: title ?? menu.head().name, author, entries: [...entries.values()] },
    headers,
  );
}
