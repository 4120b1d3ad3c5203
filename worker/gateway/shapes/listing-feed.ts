/** The feed of a listing: its newest rows. */

import type { Listing } from '../../../src/open/opened.ts';
import { readableHost } from '../../../src/readable-host.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { entryHrefs } from '../contract/link-builder.ts';
import { feedResponse, MOST_ENTRIES } from '../shared/atom.ts';
import type { ShapeContext } from './context.ts';

/** The order of a feed. Entries without a time come last, and are left out. */
const NEWEST_FIRST = { column: 'modified', direction: 'desc' } as const;

export function feedOf(context: ShapeContext, { url, rows }: Listing, headers: HeaderFields): Response {
  const hrefOf = entryHrefs(context.links, url, context.repeated);
  const newest = rows.at(rows.sorted(NEWEST_FIRST).slice(0, MOST_ENTRIES));
  const entries = [...newest].flatMap((row) => {
    const updated = row.modified === null ? null : instantOf(row.modified);
    if (updated === null || row.url === null) return [];
    return [{ id: row.url, title: row.name, updated, href: hrefOf(row.url) }];
  });
  const author = readableHost(context.resolution.components);
  return feedResponse(context, { id: url, title: url, author, entries }, headers);
}

/** A time of the server's own zone, which nobody knows, is read as UTC. */
function instantOf(time: string): Date | null {
  const date = new Date(/T[^Z]*$/.test(time) ? `${time}Z` : time);
  return Number.isNaN(date.getTime()) ? null : date;
}
