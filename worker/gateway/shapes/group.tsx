/**
 * Answers with the articles of a group: JSON, text, a feed, or a page: threads, with links to older and newer ones. The
 * pages of articles have the same breadcrumbs and threads.
 */

import type { VNode } from 'preact';
import { shortTime } from '../../../src/message/message.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { groupJson } from '../../../src/open/article-json.ts';
import { articleLink, type GroupArticles, type ListedArticle, type ServerLinks } from '../../../src/open/articles.ts';
import type { Group } from '../../../src/open/opened.ts';
import { type Thread, threads } from '../../../src/open/threads.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { answerJson, TEXT_TYPE } from '../../http/response.ts';
import { trackBody } from '../../http/text-stream.ts';
import { counted, grouped } from '../../pages/parts/counted.ts';
import { type Html, html } from '../../pages/parts/html.ts';
import { type Breadcrumb, type Page, Rows } from '../../pages/parts/layout.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse, streamedPage } from '../../pages/parts/respond.tsx';
import { type Feed, type FeedEntry, feedResponse } from '../shared/atom.ts';
import { aboutLink } from '../shared/json-stream.ts';
import { CharsetForm } from '../shared/text-content.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import { caching, jsonLinks, type ShapeContext, varying } from './context.ts';
import { hidesAddresses, maskArticles } from './masked.ts';

export function respondWithGroup(context: ShapeContext, group: Group): Response {
  const headers = { ...caching(context, group), Vary: varying(context, 'Accept') };
  const { format, feed } = context.view;
  if (format === 'raw') return new Response(group.plain(), { headers: { ...headers, 'Content-Type': TEXT_TYPE } });
  const shown = hidesAddresses(context) ? { ...group, articles: maskArticles(group.articles) } : group;
  if (feed) return articleFeed(context, shown, { id: shown.server.group(shown.group), title: shown.group }, headers);
  return format === 'json'
    ? answerJson({ ...aboutLink(context), ...groupJson(shown, jsonLinks(context)) }, headers)
    : pageOf(context, shown, headers);
}

/** The feed of a group or of a thread: its articles, the newest first. */
export function articleFeed(
  context: ShapeContext,
  view: GroupArticles,
  about: Pick<Feed, 'id' | 'title'>,
  headers: HeaderFields,
): Response {
  const { server, articles } = view;
  const entries: FeedEntry[] = [];
  let updated = new Date(0);
  for (const article of articles) {
    // An article without a date came after the article with the number before it.
    updated = article.date.moment ?? updated;
    entries.unshift(feedEntryOf(context, view, article, updated));
  }
  return feedResponse(context, { ...about, author: server.name, entries }, headers);
}

function feedEntryOf(
  { links }: ShapeContext,
  { group, server }: GroupArticles,
  article: ListedArticle,
  updated: Date,
): FeedEntry {
  const link = articleLink(server, group, article);
  const { messageId } = article;
  // The same article has the same id in the feed of every group and server.
  const id = messageId !== null && server.isMessageId(messageId) ? server.onAnyServer(messageId) : link;
  const title = subjectText(article.subject);
  return { id, title, updated, author: authorText(article), href: links.hrefOfCanonical(link) };
}

function pageOf(context: ShapeContext, view: Group, headers: HeaderFields): Response {
  const page = layoutOf(context, view);
  if (view.articles.length === 0) return pageResponse(context, page, { headers });
  const rows = threadRows(context, view, threads(view.articles));
  return streamedPage(context, page, rows, { headers, ended: trackBody(context) });
}

function layoutOf(context: ShapeContext, view: Group): Page {
  return viewerPage(context, {
    title: view.group,
    kicker: 'Newsgroup',
    breadcrumbs: breadcrumbsTo(context, view.server, null, view.group),
    repeated: viewParameters(context),
    hasFeed: true,
    wide: true,
    content: <Content context={context} view={view} />,
  });
}

interface GroupProps {
  readonly context: ShapeContext;
  readonly view: Group;
}

function Content({ context, view }: GroupProps): VNode {
  const { articles, range, charset } = view;
  if (range === null) return <Empty>This group has no articles.</Empty>;
  const [first, last] = range;
  return (
    <>
      <FromArchive archive={view.archive} what="These articles are" />
      <p class="count">{heading(view)}</p>
      {articles.length === 0 ? (
        <Empty>{`The articles from ${first} to ${last} have expired, or were cancelled.`}</Empty>
      ) : (
        <ol class="threads">
          <Rows />
        </ol>
      )}
      <Pager context={context} view={view} />
      <Months context={context} view={view} />
      {charset !== null && <CharsetForm context={context} charset={charset} query={viewParameters(context)} />}
    </>
  );
}

function heading({ articles, summary, range }: Group): string {
  const whole = range !== null && range[0] <= summary.low && range[1] >= summary.high;
  if (whole) return counted(articles.length, 'article');
  return `${grouped(articles.length)} of about ${grouped(summary.count)} articles: numbers ${range?.join(' to ')}`;
}

function Pager({ context, view }: GroupProps): VNode | null {
  const { older, newer } = view;
  if (older === null && newer === null) return null;
  const href = (to: number): string => context.links.self({ ...viewParameters(context), to: String(to) });
  return (
    <nav class="pager" aria-label="More articles">
      {older !== null && (
        <a href={href(older)} rel="prev">
          Older
        </a>
      )}
      {newer !== null && (
        <a href={href(newer)} rel="next">
          Newer
        </a>
      )}
    </nav>
  );
}

interface FromArchiveProps {
  readonly archive: string | null;
  /** Such as `This article is`. */
  readonly what: string;
}

/** Says which archive something is from: a server may have, or have had, more. */
export function FromArchive({ archive, what }: FromArchiveProps): VNode | null {
  if (archive === null) return null;
  return <Notice>{`${what} from the news archive “${displayText(archive)}”, and not from a server.`}</Notice>;
}

/** The months of a group in an archive, by years. */
function Months({ context, view }: GroupProps): VNode | null {
  const { months } = view;
  if (months.length === 0) return null;
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))];
  const href = (to: number): string => context.links.self({ ...viewParameters(context), to: String(to) });
  return (
    <details class="months">
      <summary>By month</summary>
      {years.map((year) => (
        <p>
          {`${year}:`}
          {months
            .filter(({ month }) => month.startsWith(year))
            .map(({ month, count, to }) => (
              <>
                {' '}
                <a href={href(to)} title={counted(count, 'article')}>
                  {month.slice(5)}
                </a>
              </>
            ))}
        </p>
      ))}
    </details>
  );
}

/** The server, the group if there is one, and the page itself. */
export function breadcrumbsTo(
  { links }: ShapeContext,
  server: ServerLinks,
  group: string | null,
  title: string,
): Breadcrumb[] {
  const parent = group === null ? [] : [{ text: group, href: links.hrefOf(server.group(group)) }];
  return [{ text: server.name, href: links.hrefOf(server.groups('*')) }, ...parent, { text: title, href: null }];
}

/** The parameters of the request without its format. */
export function viewParameters({ view }: ShapeContext): Record<string, string> {
  return Object.fromEntries([...view.query].filter(([name]) => name !== 'format'));
}

/** Deeper replies are not indented further: a telephone has no room for them. */
const DEEPEST_INDENT = 8;

/**
 * Threads, on the page of a group and on that of each of its articles, `current`: the items of the outermost list.
 * Replies stand in lists of their own, no deeper than the articles on a page.
 */
export function* threadRows(
  context: ShapeContext,
  view: Pick<GroupArticles, 'server' | 'group'>,
  shown: readonly Thread<ListedArticle>[],
  current?: number,
): Generator<Html> {
  for (const thread of shown) yield* items(thread, 0);

  function* items({ article, absent, replies }: Thread<ListedArticle>, depth: number): Generator<Html> {
    const isCurrent = article !== null && article.number === current;
    yield html`<li><div class="thread depth-${Math.min(depth, DEEPEST_INDENT)}${article === null && ' absent'}${
      isCurrent && ' current'
    }">${article === null ? absence(context, view, absent) : row(context, view, article, isCurrent)}</div>`;
    if (replies.length > 0) {
      yield html`<ol class="threads">`;
      for (const reply of replies) yield* items(reply, depth + 1);
      yield html`</ol>`;
    }
    yield html`</li>`;
  }
}

function absence({ links }: ShapeContext, { server }: Pick<GroupArticles, 'server'>, messageId: string | null): Html {
  if (messageId === null) return html`Replies with the same subject`;
  const href = server.isMessageId(messageId) ? links.hrefOf(server.message(messageId)) : null;
  const text = 'An earlier article that is not in this list';
  return href === null ? html`${text}` : html`<a href="${href}">${text}</a>`;
}

/** The row of an article. A charset that the visitor chose for the group also applies to its articles. */
function row(
  { links, view: { charset } }: ShapeContext,
  { server, group }: Pick<GroupArticles, 'server' | 'group'>,
  article: ListedArticle,
  isCurrent: boolean,
): Html {
  const { date, lines } = article;
  const href = links.hrefOfCanonical(articleLink(server, group, article), charset === null ? undefined : { charset });
  const title = subjectText(article.subject);
  const { address } = article.author;
  const time = date.moment?.toISOString() ?? null;
  return html`<span class="subject" dir="auto">${
    href === null ? title : html`<a href="${href}"${isCurrent && html` aria-current="page"`}>${title}</a>`
  }</span> <span class="author" dir="auto"${address !== '' && html` title="${displayText(address)}"`}>${authorText(article)}</span> ${
    time === null
      ? html`<span class="date">${displayText(date.text)}</span>`
      : html`<time class="date" datetime="${time}">${shortTime(time)}</time>`
  }${lines !== null && html` <span class="lines">${counted(lines, 'line')}</span>`}`;
}

export function subjectText(subject: string): string {
  return subject.trim() === '' ? '(no subject)' : displayText(subject);
}

export function authorText({ author: { name, address } }: Pick<ListedArticle, 'author'>): string {
  return displayText(name || address) || '(nobody)';
}
