/** Answers with a directory: a page, JSON, a feed, or the listing as the server writes it. */

import { type OctetString, octetsOf } from '../../../src/octets/charset.ts';
import { base64Of, utf8Of } from '../../../src/octets/octets.ts';
import type { FtpClient } from '../../../src/protocols/ftp/client.ts';
import type { SortOrder } from '../../../src/protocols/ftp/listed-entries.ts';
import type { ListedTime, ListingEntry } from '../../../src/protocols/ftp/listing.ts';
import type { FtpReply } from '../../../src/protocols/ftp/reply.ts';
import { pump } from '../../net/pump.ts';
import { readableHost } from '../../pages/parts/host-name.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { feedResponse, MOST_ENTRIES } from '../shared/atom.ts';
import { absolute, longJson, trackBody } from '../shared/json-stream.ts';
import { mediaTypeOf } from '../shared/media-type.ts';
import { type DirectoryView, directoryView } from './directory.ts';
import { directoryPage } from './directory-page.tsx';

type Context = GatewayContext<'ftp'>;
type Headers = Readonly<Record<string, string>>;

interface DirectoryRequest {
  /** The server's reply on entering the directory; `null` = none. */
  readonly notice: FtpReply | null;
  readonly order: SortOrder;
  readonly cacheControl: string;
}

/** Answers with the directory that the session is in. The session is closed at the end. */
export async function openDirectory(
  context: Context,
  client: FtpClient,
  { notice, order, cacheControl }: DirectoryRequest,
): Promise<Response> {
  const { format, feed } = context.view;
  const headers = { 'Cache-Control': cacheControl, Vary: 'Accept, Authorization' };
  if (format === 'raw') return rawListing(context, client, headers);
  const listing = await client.list();
  const readme = feed || listing.cut ? null : await client.readme(listing);
  client.close();
  const directory = directoryView(context, { client, notice, listing, readme }, feed ? NEWEST_FIRST : order);
  if (feed) return directoryFeed(context, directory, headers);
  return format === 'json' ? jsonResponse(context, directory, headers) : directoryPage({ directory, context }, headers);
}

async function rawListing(context: Context, client: FtpClient, headers: Headers): Promise<Response> {
  const { request, view, environment } = context;
  const body = (await client.rawListing(['LIST', 'NLST']))?.body ?? null;
  const first = (await body?.read()) ?? new Uint8Array();
  const raw = { ...headers, 'Content-Type': mediaTypeOf('list.txt', { first, charset: view.charset }) };
  if (body === null || request.method === 'HEAD') {
    body?.close();
    client.close();
    return new Response(null, { headers: raw });
  }
  body.unread(first);
  const delivery = { length: null, cap: environment.downloadCap, ended: () => client.close() };
  return new Response(pump(body, delivery, context), { headers: raw });
}

function jsonResponse(context: Context, directory: DirectoryView, headers: Headers): Response {
  const { entries, unread, cut, readme, ...head } = directoryJson(directory);
  const list = { name: 'entries', items: entries, toJson: (entry: object) => entry };
  const body = longJson(head, list, { unread, cut, readme }, trackBody(context));
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } });
}

/** The order of a feed. Entries without a time come last, and are left out. */
const NEWEST_FIRST = { column: 'modified', direction: 'desc' } as const;

function directoryFeed(
  context: Context,
  { canonical, decode, indices, listing, urlOf, hrefOf }: DirectoryView,
  headers: Headers,
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

/** A time of the server's own zone, which nobody knows, is read as UTC. */
function instantOf(time: ListedTime): Date | null {
  const date = new Date(/T[^Z]*$/.test(time) ? `${time}Z` : time);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The members in their order. The entries are made one by one: there may be 50,000. */
function directoryJson(view: DirectoryView) {
  const { listing, indices, decode, canonical, welcome, notice, readme } = view;
  return {
    kind: 'directory',
    url: canonical,
    command: listing.command,
    welcome,
    notice,
    entries: entriesJson(listing.entries.at(indices), view),
    unread: listing.unread.map(decode),
    cut: listing.cut,
    readme: readme && { name: decode(readme.name), text: decode(readme.text), cut: readme.cut },
  } as const;
}

function* entriesJson(entries: Iterable<ListingEntry>, view: DirectoryView): Generator<object> {
  for (const entry of entries) yield entryJson(entry, view);
}

function entryJson(entry: ListingEntry, { decode, urlOf, hrefOf, root }: DirectoryView): object {
  const href = hrefOf(entry);
  return {
    kind: entry.kind,
    name: decode(entry.name),
    octets: octetsUnlessText(entry.name),
    size: entry.size,
    modified: entry.modified,
    target: entry.target === null ? null : decode(entry.target),
    url: urlOf(entry),
    open: href === null ? null : absolute({ root }, href),
  };
}

/** A name in base64; `null` if its text represents it without loss. */
function octetsUnlessText(name: OctetString): string | null {
  if (/^[\x20-\x7e]*$/.test(name)) return null;
  const octets = octetsOf(name);
  return utf8Of(octets) === null || /[\x00-\x1f\x7f]/.test(name) ? base64Of(octets) : null;
}
