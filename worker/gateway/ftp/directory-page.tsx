/** A directory as a page: a table whose headings are links that sort it, and the directory's README below. */
import type { VNode } from 'preact';
import { COLUMNS, type Column, type ListedEntries } from '../../../src/protocols/ftp/listed-entries.ts';
import type { ListedTime, ListingEntry } from '../../../src/protocols/ftp/listing.ts';
import { decodeSegment, splitFtpPath } from '../../../src/schemes/ftp/path.ts';
import { grouped } from '../../pages/parts/counted.ts';
import { readableServer } from '../../pages/parts/host-name.tsx';
import { type Html, html } from '../../pages/parts/html.ts';
import { type Breadcrumb, type Page, REL, Rows, VIEW_REL } from '../../pages/parts/layout.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse, streamedPage } from '../../pages/parts/respond.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { feedHref } from '../shared/atom.ts';
import { trackBody } from '../shared/json-stream.ts';
import { PageLinks } from '../shared/page-links.tsx';
import { type DirectoryView, repeatedParameters } from './directory.ts';

interface DirectoryProps {
  readonly directory: DirectoryView;
  readonly context: GatewayContext<'ftp'>;
}

/** Responds with the page of a directory. */
export function directoryPage(
  { directory, context }: DirectoryProps,
  headers: Readonly<Record<string, string>>,
): Response {
  const { entries } = directory.listing;
  const page = layoutOf({ directory, context });
  if (entries.length === 0) return pageResponse(context, page, { headers });
  const rows = directoryRows(directory, entries.at(requestedPage({ directory, context }).rows));
  return streamedPage(context, page, rows, { headers, ended: trackBody(context) });
}

/** The rows of one page: browsers are slow with a table of 50,000 rows. */
const PAGE_ROWS = 1000;

/** The part of a listing that a query requests. Pages count from 1; numbers out of range mean the first or the last. */
function requestedPage({ directory: { indices }, context: { view } }: DirectoryProps) {
  const pages = Math.max(1, Math.ceil(indices.length / PAGE_ROWS));
  const written = Number(/^\d{1,6}$/.exec(view.query.get('page') ?? '1')?.[0] ?? 1);
  const page = Math.min(Math.max(written, 1), pages);
  const first = (page - 1) * PAGE_ROWS;
  return { page, pages, first, rows: indices.slice(first, first + PAGE_ROWS) };
}

function layoutOf({ directory, context }: DirectoryProps): Page {
  const breadcrumbs = directoryBreadcrumbs({ directory, context });
  const entriesHaveTimes = directory.listing.entries.timed !== null;
  return {
    title: breadcrumbs.at(-1)?.text ?? '',
    kicker: 'FTP directory',
    canonical: directory.canonical,
    breadcrumbs,
    actions: actionsOf({ directory, context }),
    feed: entriesHaveTimes ? feedHref(context) : null,
    wide: true,
    content: <Content directory={directory} context={context} />,
  };
}

/** The server, then each directory down to this one. */
function directoryBreadcrumbs({ directory, context: { resolution, links, view } }: DirectoryProps): Breadcrumb[] {
  const root = rootOf(resolution);
  const { segments } = splitFtpPath(directory.canonical.slice(root.length));
  const steps = segments.slice(0, -1).map((segment, index) => ({
    text: directory.decode(decodeSegment(segment)) || '/',
    url: `${root}/${segments.slice(0, index + 1).join('/')}/`,
  }));
  return [{ text: readableServer(resolution.components), url: `${root}/` }, ...steps].map(({ text, url }, index) => ({
    text,
    href: index === steps.length ? null : links.hrefOf(url, repeatedParameters(view.query)),
  }));
}

/** The link to the server, without a path. */
function rootOf({ canonical, components: { path } }: GatewayContext<'ftp'>['resolution']): string {
  return canonical.slice(0, canonical.length - path.length);
}

function actionsOf({ directory, context: { resolution, links, view, authorization } }: DirectoryProps) {
  const repeated = repeatedParameters(view.query);
  const action = (text: string, query: Record<string, string>) => ({
    text,
    href: links.hrefOf(directory.canonical, { ...repeated, ...query }) ?? '',
  });
  return [
    action('JSON', { format: 'json' }),
    action('Raw listing', { format: 'raw' }),
    ...(directory.offersTls ? [action('Over TLS', { tls: 'explicit' })] : []),
    // A browser sends a password only to paths below the one where it was entered, so the login is at the root.
    ...(authorization === null
      ? [{ text: 'Log in', href: links.hrefOf(`${rootOf(resolution)}/`, { ...repeated, login: '' }) ?? '' }]
      : []),
  ].filter(({ href }) => href !== '');
}

function Content({ directory, context }: DirectoryProps): VNode {
  const { canonical, listing, welcome, notice, order, readme, decode } = directory;
  const { entries } = listing;
  const { page, pages, first, rows } = requestedPage({ directory, context });
  const hrefOf = (number: number) =>
    context.links.hrefOf(canonical, {
      ...repeatedParameters(context.view.query),
      sort: order.column,
      order: order.direction,
      page: String(number),
    });
  return (
    <>
      {[welcome, notice].map((text) => text !== null && <ServerWords text={text} />)}
      {listing.cut && (
        <Notice tone="caution" title="This list was cut">
          The server lists more than this gateway reads.
        </Notice>
      )}
      {entries.length + listing.unread.length === 0 && <Empty>This directory is empty.</Empty>}
      <Icons />
      {entries.length > 0 && <Table first={first} rows={rows.length} directory={directory} context={context} />}
      <PageLinks page={page} pages={pages} hasNext={page < pages} hrefOf={hrefOf} />
      {listing.unread.length > 0 && (
        <section class="unread">
          <h2>Lines that could not be read</h2>
          <pre dir="auto">{listing.unread.slice(0, PAGE_ROWS).map(decode).join('\n')}</pre>
        </section>
      )}
      {readme !== null && (
        <section class="readme" aria-labelledby="readme">
          <h2 id="readme">{decode(readme.name)}</h2>
          <pre dir="auto">{decode(readme.text).replace(/\r\n?/g, '\n')}</pre>
          {readme.cut && <p>This is the beginning of the file.</p>}
        </section>
      )}
    </>
  );
}

/** Text from the server, set apart from the text of this page. */
function ServerWords({ text }: { readonly text: string }): VNode {
  return (
    <figure class="server-words">
      <figcaption>The server says</figcaption>
      <pre dir="auto">{text}</pre>
    </figure>
  );
}

const HEADINGS: Readonly<Record<Column, string>> = { name: 'Name', size: 'Size', modified: 'Modified' };

interface TableProps extends DirectoryProps {
  /** The index of the first row in the listing, from 0. */
  readonly first: number;
  /** The number of rows. */
  readonly rows: number;
}

function countText(all: number, first: number, rows: number): string {
  const text = (value: number) => value.toLocaleString('en');
  if (rows < all) return `${text(first + 1)} to ${text(first + rows)} of ${text(all)} entries`;
  return all === 1 ? 'One entry' : `${text(all)} entries`;
}

function Table({ first, rows, directory, context }: TableProps): VNode {
  return (
    <table class="listing">
      <caption>{countText(directory.listing.entries.length, first, rows)}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <Heading column={column} directory={directory} context={context} />
          ))}
        </tr>
      </thead>
      <tbody>
        <Rows />
      </tbody>
    </table>
  );
}

function Heading({ column, directory, context }: DirectoryProps & { readonly column: Column }): VNode {
  const { order, canonical } = directory;
  const current = order.column === column;
  const next = current && order.direction === 'asc' ? 'desc' : 'asc';
  const href = context.links.hrefOf(canonical, {
    ...repeatedParameters(context.view.query),
    sort: column,
    order: next,
  });
  const sort = order.direction === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" class={column} aria-sort={current ? sort : 'none'}>
      <a {...(href !== null && { href })} rel={VIEW_REL}>
        {HEADINGS[column]}
        {column === 'modified' && clockOf(directory.listing.entries)}
        <span aria-hidden="true">{current ? (order.direction === 'asc' ? ' ↑' : ' ↓') : ''}</span>
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
  return html`<tr><td class="name">${ICONS[kind]} ${
    href === null ? text : html`<a href="${href}" rel="${REL}">${text}</a>`
  }${target !== null && html`<span class="target"> → <bdi>${decode(target)}</bdi></span>`}</td><td class="size">${
    size !== null && html`<span title="${grouped(size)} octets">${sizeText(size)}</span>`
  }</td><td class="modified">${
    modified !== null && html`<time datetime="${modified}">${timeText(modified)}</time>`
  }</td></tr>`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const STEP = 1024;

/** A size in the largest unit that gives at least 1: octets as an integer, larger units with one decimal. */
function sizeText(octets: number): string {
  let [amount, unit] = [octets, 0];
  for (; amount >= STEP && unit < UNITS.length - 1; unit++) amount /= STEP;
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
}

/** A time to the minute, in the time zone that the heading names. */
function timeText(time: ListedTime): string {
  return time.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
}

type Kind = ListingEntry['kind'];

/** Each path is 16 × 16 units and has the colour of the text. */
const DRAWINGS: Readonly<Record<Kind, { readonly word: string; readonly path: string }>> = {
  directory: { word: 'Directory', path: 'M1.5 3.5v9h13v-7.5h-6.5l-1.5-1.5z' },
  file: { word: 'File', path: 'M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5' },
  link: { word: 'Link', path: 'M2.5 12.5v-3q0-3 3-3h7.5M9.5 3l3.5 3.5l-3.5 3.5' },
  unknown: { word: 'Entry', path: 'M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5M6 10h4' },
};

/** The drawings that icons refer to: a page has each once. Screen readers read a word instead. */
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

/** The icon of each kind. */
const ICONS: Readonly<Record<Kind, Html>> = {
  directory: icon('directory'),
  file: icon('file'),
  link: icon('link'),
  unknown: icon('unknown'),
};

function icon(kind: Kind): Html {
  return html`<svg class="icon ${kind}" width="16" height="16" role="img" aria-label="${DRAWINGS[kind].word}"><use href="#icon-${kind}"></use></svg>`;
}
