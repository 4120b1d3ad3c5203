/** The feed of a directory: its entries by their time, the newest first. Entries without a time are left out. */
import type { ListedTime } from '../../../src/protocols/ftp/listing.ts';
import { readableHost } from '../../pages/parts/readable-host.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { feedResponse, MOST_ENTRIES } from '../shared/atom.ts';
import type { DirectoryView } from './directory-view.ts';

/** Responds with the feed of a directory, which must be in the order of {@link FEED_ORDER}. */
export function directoryFeed(
  context: GatewayContext<'ftp'>,
  { canonical, decode, indices, listing, urlOf, hrefOf }: DirectoryView,
  headers: Readonly<Record<string, string>>,
): Response {
  const newest = listing.entries.at(indices.slice(0, MOST_ENTRIES));
  const entries = [...newest].flatMap((entry) => {
    const updated = entry.modified === null ? null : instantOf(entry.modified);
    if (updated === null) return [];
    return [{ id: urlOf(entry), title: decode(entry.name), updated, href: hrefOf(entry) }];
  });
  const author = readableHost(context.resolution.components);
  return feedResponse(context, { id: canonical, title: canonical, author, entries }, headers);
}

export const FEED_ORDER = { column: 'modified', direction: 'desc' } as const;

/** A time of the server's own zone, which nobody knows, is read as UTC. */
function instantOf(time: ListedTime): Date | null {
  const date = new Date(/T[^Z]*$/.test(time) ? `${time}Z` : time);
  return Number.isNaN(date.getTime()) ? null : date;
}
