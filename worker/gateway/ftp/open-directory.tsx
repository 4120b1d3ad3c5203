/**
 * Answers with a directory: JSON, a feed, the listing as the server writes it, or a page: a table whose headings are
 * links that sort it, and the directory's README below.
 */
import type { VNode } from 'preact';
import type { FtpClient } from '../../../src/protocols/ftp/client.ts';
import { COLUMNS, type Column, type ListedEntries, type SortOrder } from '../../../src/protocols/ftp/listed-entries.ts';
import type { ListedTime, ListingEntry } from '../../../src/protocols/ftp/listing/entry.ts';
import type { FtpReply } from '../../../src/protocols/ftp/reply.ts';
import { decodeSegment, splitFtpPath } from '../../../src/schemes/ftp/path.ts';
import { pump } from '../../net/pump.ts';
import { grouped, sizeText } from '../../pages/parts/counted.ts';
import { readableHost, readableServer } from '../../pages/parts/host-name.tsx';
import { type Html, html } from '../../pages/parts/html.ts';
import { type Breadcrumb, REL, Rows, VIEW_REL } from '../../pages/parts/layout.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse, streamedPage } from '../../pages/parts/respond.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { feedHref, feedResponse, MOST_ENTRIES } from '../shared/atom.ts';
import { longJson, trackBody } from '../shared/json-stream.ts';
import { linkedText } from '../shared/linked-text.tsx';
import { mediaTypeOf } from '../shared/media-type.ts';
import { PageLinks } from '../shared/page-parts.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import {
  type DirectoryView,
  directoryJson,
  directoryView,
  loginHref,
  repeatedParameters,
  serverUrl,
} from './directory.ts';

type Context = GatewayContext<'ftp'>;
type Headers = Readonly<Record<string, string>>;

interface DirectoryRequest {
  /** The server's reply on entering the directory; `null` = none. */
  readonly notice: FtpReply | null;
  readonly order: SortOrder;
  /** The headers that say who may keep it. */
  readonly caching: Headers;
}

/** Answers with the directory that the session is in. The session is closed at the end. */
export async function openDirectory(
  context: Context,
  client: FtpClient,
  { notice, order, caching }: DirectoryRequest,
): Promise<Response> {
  const { format, feed } = context.view;
  const headers = { ...caching, Vary: 'Accept, Authorization' };
  if (format === 'raw') return rawListing(context, client, headers);
  const listing = await client.list();
  const readme = feed || listing.cut ? null : await client.readme(listing);
  client.close();
  const directory = directoryView(context, { client, notice, listing, readme }, feed ? NEWEST_FIRST : order);
  if (feed) return directoryFeed(context, directory, headers);
  return format === 'json' ? jsonResponse(context, directory, headers) : directoryPage(context, directory, headers);
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
  const body = longJson(...directoryJson(directory), trackBody(context));
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

/** The rows of one page: browsers are slow with a table of 50,000 rows. */
const PAGE_ROWS = 1000;

interface PageProps {
  readonly directory: DirectoryView;
  /** From 1. */
  readonly page: number;
}

function directoryPage(context: Context, directory: DirectoryView, headers: Headers): Response {
  const { canonical, indices, listing } = directory;
  const { entries } = listing;
  const breadcrumbs = directoryBreadcrumbs(context, directory);
  // Numbers out of range mean the first or the last page.
  const requested = Number(/^\d{1,6}$/.exec(context.view.query.get('page') ?? '1')?.[0] ?? 1);
  const page = Math.min(Math.max(requested, 1), pagesOf(directory));
  const layout = viewerPage(context, {
    title: breadcrumbs.at(-1)?.text ?? '',
    kicker: 'FTP directory',
    canonical,
    breadcrumbs,
    hrefWith: directory.hrefWith,
    others: [
      ['Over TLS', directory.offersTls ? directory.hrefWith({ tls: 'explicit' }) : null],
      ['Log in', context.authorization === null ? loginHref(context, repeatedParameters(context.view.query)) : null],
    ],
    feed: entries.timed === null ? null : feedHref(context),
    wide: true,
    content: <Content directory={directory} page={page} links={context.links} />,
  });
  if (entries.length === 0) return pageResponse(context, layout, { headers });
  const rows = entries.at(indices.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS));
  return streamedPage(context, layout, directoryRows(directory, rows), { headers, ended: trackBody(context) });
}

function pagesOf({ indices }: DirectoryView): number {
  return Math.max(1, Math.ceil(indices.length / PAGE_ROWS));
}

/** The server, then each directory down to this one. */
function directoryBreadcrumbs(
  { resolution, links, view }: Context,
  { canonical, decode }: DirectoryView,
): Breadcrumb[] {
  const root = serverUrl(resolution);
  const { segments } = splitFtpPath(canonical.slice(root.length));
  const steps = segments.slice(0, -1).map((segment, index) => ({
    text: decode(decodeSegment(segment)) || '/',
    url: `${root}/${segments.slice(0, index + 1).join('/')}/`,
  }));
  return [{ text: readableServer(resolution.components), url: `${root}/` }, ...steps].map(({ text, url }, index) => ({
    text,
    href: index === steps.length ? null : links.hrefOf(url, repeatedParameters(view.query)),
  }));
}

function Content({ directory, page, links }: PageProps & Pick<Context, 'links'>): VNode {
  const { listing, welcome, notice, order, readme, decode, hrefWith } = directory;
  const { entries, unread } = listing;
  const pages = pagesOf(directory);
  const hrefOf = (number: number) => hrefWith({ sort: order.column, order: order.direction, page: String(number) });
  return (
    <>
      {[welcome, notice].map((text) => text !== null && <ServerWords text={text} links={links} />)}
      {listing.cut && (
        <Notice tone="caution" title="This list is incomplete">
          The server lists more than this gateway reads.
        </Notice>
      )}
      {entries.length + unread.length === 0 && <Empty>This directory is empty.</Empty>}
      <Icons />
      {entries.length > 0 && <Table directory={directory} page={page} />}
      <PageLinks page={page} pages={pages} hasNext={page < pages} hrefOf={hrefOf} />
      {unread.length > 0 && (
        <section class="unread">
          <h2>Lines that could not be read</h2>
          <pre dir="auto">{unread.slice(0, PAGE_ROWS).map(decode).join('\n')}</pre>
        </section>
      )}
      {readme !== null && (
        <section class="readme" aria-labelledby="readme">
          <h2 id="readme">{decode(readme.name)}</h2>
          <pre dir="auto">{linkedText(decode(readme.text).replace(/\r\n?/g, '\n'), links)}</pre>
          {readme.cut && <p>This is the beginning of the file.</p>}
        </section>
      )}
    </>
  );
}

/** Text from the server, set apart from the text of this page. */
function ServerWords({ text, links }: { readonly text: string } & Pick<Context, 'links'>): VNode {
  return (
    <figure class="server-words">
      <figcaption>The server says</figcaption>
      <pre dir="auto">{linkedText(text, links)}</pre>
    </figure>
  );
}

const HEADINGS: Readonly<Record<Column, string>> = { name: 'Name', size: 'Size', modified: 'Modified' };

function Table({ directory, page }: PageProps): VNode {
  return (
    <table class="listing">
      <caption>{countText(directory.indices.length, (page - 1) * PAGE_ROWS)}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <Heading column={column} directory={directory} />
          ))}
        </tr>
      </thead>
      <tbody>
        <Rows />
      </tbody>
    </table>
  );
}

/** @param first - the index of the first row, from 0 */
function countText(all: number, first: number): string {
  if (all > PAGE_ROWS) {
    return `${grouped(first + 1)} to ${grouped(Math.min(first + PAGE_ROWS, all))} of ${grouped(all)} entries`;
  }
  return all === 1 ? 'One entry' : `${grouped(all)} entries`;
}

interface HeadingProps {
  readonly column: Column;
  readonly directory: DirectoryView;
}

function Heading({ column, directory: { order, listing, hrefWith } }: HeadingProps): VNode {
  const current = order.column === column;
  const ascending = order.direction === 'asc';
  const href = hrefWith({ sort: column, order: current && ascending ? 'desc' : 'asc' });
  return (
    <th scope="col" class={column} aria-sort={current ? (ascending ? 'ascending' : 'descending') : 'none'}>
      <a {...(href !== null && { href })} rel={VIEW_REL}>
        {HEADINGS[column]}
        {column === 'modified' && clockOf(listing.entries)}
        <span aria-hidden="true">{current ? (ascending ? ' ↑' : ' ↓') : ''}</span>
      </a>
    </th>
  );
}

/**
 * The time zone of the times, for the heading; `null` if no entry has a time. LIST does not contain the server's zone.
 */
function clockOf({ timed }: ListedEntries): string | null {
  if (timed === null) return null;
  return timed.endsWith('Z') ? ' (UTC)' : ' (server time)';
}

/** The rows of these entries. */
function* directoryRows(view: DirectoryView, entries: Iterable<ListingEntry>): Generator<Html> {
  for (const entry of entries) yield row(entry, view);
}

function row(entry: ListingEntry, { decode, hrefOf }: DirectoryView): Html {
  const { kind, name, size, modified, target } = entry;
  const href = hrefOf(entry);
  const text = html`<bdi>${decode(name)}${kind === 'directory' && '/'}</bdi>`;
  return html`<tr><td class="name">${DRAWINGS[kind].icon} ${
    href === null ? text : html`<a href="${href}" rel="${REL}">${text}</a>`
  }${target !== null && html`<span class="target"> → <bdi>${decode(target)}</bdi></span>`}</td><td class="size">${
    size !== null && html`<span title="${grouped(size)} octets">${sizeText(size)}</span>`
  }</td><td class="modified">${
    modified !== null && html`<time datetime="${modified}">${timeText(modified)}</time>`
  }</td></tr>`;
}

/** A time to the minute, in the time zone that the heading names. */
function timeText(time: ListedTime): string {
  return time.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
}

type Kind = ListingEntry['kind'];

/** A drawing of 16 × 16 units in the colour of the text, and the icon that shows it. Screen readers read the word. */
const drawing = (kind: Kind, word: string, path: string) => ({
  path,
  icon: html`<svg class="icon ${kind}" width="16" height="16" role="img" aria-label="${word}"><use href="#icon-${kind}"></use></svg>`,
});

const DRAWINGS: Readonly<Record<Kind, ReturnType<typeof drawing>>> = {
  directory: drawing('directory', 'Directory', 'M1.5 3.5v9h13v-7.5h-6.5l-1.5-1.5z'),
  file: drawing('file', 'File', 'M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5'),
  link: drawing('link', 'Link', 'M2.5 12.5v-3q0-3 3-3h7.5M9.5 3l3.5 3.5l-3.5 3.5'),
  unknown: drawing('unknown', 'Entry', 'M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5M6 10h4'),
};

/** The drawings that icons refer to: a page has each once. */
function Icons(): VNode {
  return (
    <svg class="drawings" width={0} height={0} aria-hidden="true">
      {Object.entries(DRAWINGS).map(([kind, { path }]) => (
        <symbol id={`icon-${kind}`} viewBox="0 0 16 16">
          <path d={path} fill="none" stroke="currentColor" />
        </symbol>
      ))}
    </svg>
  );
}
