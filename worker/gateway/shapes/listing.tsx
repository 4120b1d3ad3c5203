/**
 * Answers with a listing: JSON, a feed, or a page: a table whose headings are links that sort it, and the text that
 * explains it below.
 */
import type { VNode } from 'preact';
import {
  COLUMNS,
  type Column,
  DIRECTIONS,
  type ListingRows as Entries,
  type Listing,
  type ListingRow,
  type SortOrder,
} from '../../../src/open/opened.ts';
import { listingJson } from '../../../src/open/shape-json.ts';
import { readableServer } from '../../../src/readable-host.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { answerJson } from '../../http/response.ts';
import { trackBody } from '../../http/text-stream.ts';
import { grouped, sizeText } from '../../pages/parts/counted.ts';
import { type Html, html } from '../../pages/parts/html.ts';
import { type Breadcrumb, REL, Rows, VIEW_REL } from '../../pages/parts/layout.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse, streamedPage } from '../../pages/parts/respond.tsx';
import { entryHrefs } from '../contract/link-builder.ts';
import { aboutLink, absolute, longJson } from '../shared/json-stream.ts';
import { linkedText } from '../shared/linked-text.tsx';
import { PageLinks, pageNumber } from '../shared/page-parts.tsx';
import { Markup } from '../shared/text-content.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import { jsonLinks, listCaching, type ShapeContext, varying } from './context.ts';
import { FormOf } from './form.tsx';
import { feedOf } from './listing-feed.ts';
import { loginHref } from './passwords.ts';

export function respondWithListing(context: ShapeContext, listing: Listing): Response {
  const { format, feed } = context.view;
  const headers = { ...listCaching(context, listing), Vary: varying(context, 'Accept') };
  if (feed) return feedOf(context, listing, headers);
  return format === 'html' ? pageOf(context, listing, headers) : jsonOf(context, listing, headers);
}

/** The order that the address names, else that of the listing. */
function orderOf({ view: { query } }: ShapeContext, { order }: Listing): SortOrder | null {
  const [column, direction] = [query.get('sort'), query.get('order')];
  if (column === null && direction === null) return order;
  return {
    column: COLUMNS.find((known) => known === column) ?? COLUMNS[0],
    direction: DIRECTIONS.find((known) => known === direction) ?? DIRECTIONS[0],
  };
}

function jsonOf(context: ShapeContext, listing: Listing, headers: HeaderFields): Response {
  const { links, repeated } = context;
  const order = orderOf(context, listing);
  if (listing.json !== undefined)
    return answerJson({ ...aboutLink(context), ...listing.json(order, jsonLinks(context)) }, headers);
  const hrefOf = entryHrefs(links, listing.url, repeated);
  const open = (url: string | null) => {
    const href = url === null ? null : hrefOf(url);
    return href === null ? null : absolute(links, href);
  };
  const body = longJson(context, listingJson(listing, order, { open }), trackBody(context));
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } });
}

/** The rows of one page: browsers are slow with a table of 50,000 rows. */
const PAGE_ROWS = 1000;

interface ListingPageProps {
  readonly listing: Listing;
  /** `null` = that of the server. */
  readonly order: SortOrder | null;
  /** From 1. */
  readonly page: number;
  /** The address of this listing with these parameters; `null` if it has none. */
  readonly hrefWith: (query: Readonly<Record<string, string>>) => string | null;
}

function pageOf(context: ShapeContext, listing: Listing, headers: HeaderFields): Response {
  const { links, view, repeated, opener, authorization } = context;
  const { url, rows, others, noun, service = opener.name } = listing;
  const order = orderOf(context, listing);
  // A list may have become shorter: a number beyond its end means the last page.
  const page = Math.min(pageNumber(view), pagesOf(rows));
  const hrefWith: ListingPageProps['hrefWith'] = (query) => links.hrefOf(url, { ...repeated, ...query });
  const rowHref = entryHrefs(links, url, repeated);
  const canLogIn = opener.logIn !== undefined && authorization === null;
  const layout = viewerPage(context, {
    title: listing.title || readableServer(context.resolution.components),
    kicker: `${service} ${noun}`,
    canonical: url,
    ...breadcrumbsOf(context, listing),
    hrefWith,
    others: [
      ...others.map(({ text, options }) => [text, hrefWith(options)] as const),
      ['Log in', canLogIn ? loginHref(context, repeated) : null],
    ],
    hasFeed: rows.timed !== null,
    wide: true,
    content: <Content {...{ listing, order, page, hrefWith, links }} rowHref={rowHref} />,
  });
  if (rows.length === 0) return pageResponse(context, layout, { headers });
  const shown = rows.at(rows.sorted(order).slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS));
  const written = writtenRows(shown, listing, rowHref);
  return streamedPage(context, layout, written, { headers, ended: trackBody(context) });
}

function pagesOf({ length }: Pick<Entries, 'length'>): number {
  return Math.max(1, Math.ceil(length / PAGE_ROWS));
}

/** The server, then each step down to this listing. Without a path of its own, it has the breadcrumbs of its link. */
function breadcrumbsOf(
  { resolution, links, repeated }: ShapeContext,
  { url, path }: Listing,
): { readonly breadcrumbs?: readonly Breadcrumb[] } {
  if (path === null) return {};
  const server = { text: readableServer(resolution.components), url: /^[^:]+:\/\/[^/]*\//.exec(url)?.[0] ?? url };
  const breadcrumbs = [server, ...path].map(({ text, url }, index) => ({
    text,
    href: index === path.length ? null : links.hrefOf(url, repeated),
  }));
  return { breadcrumbs };
}

interface ListingProps extends ListingPageProps, Pick<ShapeContext, 'links'> {
  /** The address that opens the URL of a row. */
  readonly rowHref: RowHref;
}

function Content({ listing, order, page, hrefWith, links, rowHref }: ListingProps): VNode {
  const { rows, unread, words, readme, cut, broken, form, nothing, beside, url } = listing;
  const pages = pagesOf(rows);
  const sorting = order === null ? {} : { sort: order.column, order: order.direction };
  const hrefOf = (number: number) => hrefWith({ ...sorting, page: String(number) });
  return (
    <>
      {words.map((text) => (
        <ServerWords text={text} links={links} />
      ))}
      {cut && (
        <Notice tone="caution" title="This list is incomplete">
          The server lists more than this gateway reads.
        </Notice>
      )}
      {broken !== undefined && (
        <Notice tone="caution" title="This list is incomplete">
          {broken.message}
        </Notice>
      )}
      {form !== null && <FormOf form={form} links={links} />}
      {rows.length + unread.length === 0 && nothing !== null && <Empty>{nothing}</Empty>}
      <Icons />
      {rows.length > 0 && <Table {...{ listing, order, page, hrefWith }} />}
      <PageLinks page={page} pages={pages} hasNext={page < pages} hrefOf={hrefOf} />
      {unread.length > 0 && (
        <section class="unread">
          <h2>Lines that could not be read</h2>
          <pre dir="auto">{unread.slice(0, PAGE_ROWS).join('\n')}</pre>
        </section>
      )}
      {beside.length > 0 && (
        <Notice title="More directories belong to this one. They were not read.">
          <Markup
            of={[html`<ul>${beside.map((row) => html`<li>${rowLink(row, schemeOfUrl(url), rowHref)}</li>`)}</ul>`]}
          />
        </Notice>
      )}
      {readme !== null && (
        <section class="readme" aria-labelledby="readme">
          <h2 id="readme">{readme.name}</h2>
          <pre dir="auto">{linkedText(readme.text.replace(/\r\n?/g, '\n'), links)}</pre>
          {readme.cut && <p>This is the beginning of the file.</p>}
        </section>
      )}
    </>
  );
}

/** Text from the server, set apart from the text of this page. */
function ServerWords({ text, links }: { readonly text: string } & Pick<ShapeContext, 'links'>): VNode {
  return (
    <figure class="server-words">
      <figcaption>The server says</figcaption>
      <pre dir="auto">{linkedText(text, links)}</pre>
    </figure>
  );
}

const HEADINGS: Readonly<Record<Column, string>> = { name: 'Name', size: 'Size', modified: 'Modified' };

function Table({ listing: { rows, columns }, order, page, hrefWith }: ListingPageProps): VNode {
  return (
    <table class="listing">
      <caption>{countText(rows.length, (page - 1) * PAGE_ROWS)}</caption>
      {columns.length > 1 && (
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading {...{ column, rows, order, hrefWith }} />
            ))}
          </tr>
        </thead>
      )}
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

interface HeadingProps extends Pick<ListingPageProps, 'order' | 'hrefWith'> {
  readonly column: Column;
  readonly rows: Entries;
}

function Heading({ column, rows, order, hrefWith }: HeadingProps): VNode {
  const current = order?.column === column;
  const ascending = order?.direction === 'asc';
  const href = hrefWith({ sort: column, order: current && ascending ? 'desc' : 'asc' });
  return (
    <th scope="col" class={column} aria-sort={current ? (ascending ? 'ascending' : 'descending') : 'none'}>
      <a {...(href !== null && { href })} rel={VIEW_REL}>
        {HEADINGS[column]}
        {column === 'modified' && clockOf(rows)}
        <span aria-hidden="true">{current ? (ascending ? ' ↑' : ' ↓') : ''}</span>
      </a>
    </th>
  );
}

/**
 * The time zone of the times, for the heading; `null` if no entry has a time. LIST does not contain the server's zone.
 */
function clockOf({ timed }: Entries): string | null {
  if (timed === null) return null;
  return timed.endsWith('Z') ? ' (UTC)' : ' (server time)';
}

type RowHref = (url: string) => string | null;

function* writtenRows(rows: Iterable<ListingRow>, { columns, url }: Listing, rowHref: RowHref): Generator<Html> {
  const scheme = schemeOfUrl(url);
  for (const row of rows) {
    yield html`<tr>${columns.map((column) => html`<td class="${column}">${CELLS[column](row, scheme, rowHref)}</td>`)}</tr>`;
  }
}

/** What a row has in each column. */
const CELLS: Readonly<Record<Column, (row: ListingRow, scheme: string, rowHref: RowHref) => Html | false>> = {
  name: (row, scheme, rowHref) =>
    html`${row.kind !== 'name' && html`${DRAWINGS[row.kind].icon} `}${rowLink(row, scheme, rowHref)}${
      row.target !== null && html`<span class="target"> → <bdi>${row.target}</bdi></span>`
    }`,
  size: ({ size }) => size !== null && html`<span title="${grouped(size)} octets">${sizeText(size)}</span>`,
  modified: ({ modified }) => modified !== null && html`<time datetime="${modified}">${timeText(modified)}</time>`,
};

/**
 * The name of a row, and the server of one that another protocol has.
 *
 * @param scheme - that of the listing
 */
function rowLink({ kind, name, url }: ListingRow, scheme: string, rowHref: RowHref): Html {
  const href = url === null ? null : rowHref(url);
  const text = html`<bdi>${name === '' ? '(without a name)' : name}${kind === 'directory' && '/'}</bdi>`;
  const link = href === null ? text : html`<a href="${href}" rel="${REL}">${text}</a>`;
  if (url === null || url.startsWith(scheme)) return link;
  const [, other = '', server] = /^([^:]+):(?:\/\/([^/]*))?/.exec(url) ?? [];
  return html`${link} <span class="tag">${other}</span>${server !== undefined && html` <small>${server}</small>`}`;
}

/** The scheme of a URL, with its colon. */
function schemeOfUrl(url: string): string {
  return url.slice(0, url.indexOf(':') + 1);
}

/** A time to the minute, in the time zone that the heading names. */
function timeText(time: string): string {
  return time.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
}

/** The kinds of rows with a drawing. */
type DrawnKind = Exclude<ListingRow['kind'], 'name'>;

/** A drawing of 16 × 16 units in the colour of the text, and the icon that shows it. Screen readers read the word. */
const drawing = (kind: DrawnKind, word: string, path: string) => ({
  path,
  icon: html`<svg class="icon ${kind}" width="16" height="16" role="img" aria-label="${word}"><use href="#icon-${kind}"></use></svg>`,
});

const DRAWINGS: Readonly<Record<DrawnKind, ReturnType<typeof drawing>>> = {
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
