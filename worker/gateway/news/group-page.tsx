/** A group as a page: its articles in threads, with links to older and newer ones. */
import type { VNode } from 'preact';
import type { Thread } from '../../../src/schemes/news/threads.ts';
import { counted } from '../../pages/counted.ts';
import { type Html, html } from '../../pages/html.ts';
import { type Page, Rows } from '../../pages/layout.tsx';
import { Empty } from '../../pages/notice.tsx';
import { pageResponse, streamedPage } from '../../pages/respond.tsx';
import { CharsetForm } from '../shared/charset-form.tsx';
import { shortTime } from '../shared/message.ts';
import { trackBody } from '../shared/track-body.ts';
import type { GroupView, ListedArticle } from './group-view.ts';
import { breadcrumbsTo, formatActions, viewParameters } from './page-navigation.ts';
import { articleLink, type NewsContext } from './server.ts';

/** Deeper replies are not indented further: a telephone has no room for them. */
const DEEPEST_INDENT = 8;

/** Responds with the page of a group. */
export function groupPage(context: NewsContext, view: GroupView, headers: Readonly<Record<string, string>>): Response {
  const page = layoutOf(context, view);
  if (view.articles.length === 0) return pageResponse(context, page, { headers });
  return streamedPage(context, page, threadRows(context, view), { headers, ended: trackBody(context) });
}

function layoutOf(context: NewsContext, view: GroupView): Page {
  return {
    title: view.group,
    kicker: 'Newsgroup',
    canonical: context.links.canonical,
    breadcrumbs: breadcrumbsTo(context, view.server, null, view.group),
    actions: formatActions(context, ['JSON', 'json'], ['Plain text', 'raw']),
    wide: true,
    content: <Content context={context} view={view} />,
  };
}

interface Props {
  readonly context: NewsContext;
  readonly view: GroupView;
}

function Content({ context, view }: Props): VNode {
  const { articles, page } = view;
  if (page.range === null) return <Empty>There is no article in this group.</Empty>;
  const [first, last] = page.range;
  return (
    <>
      <p class="count">{heading(view)}</p>
      {articles.length === 0 ? (
        <Empty>{`The articles from ${first} to ${last} have expired, or were cancelled.`}</Empty>
      ) : (
        <ol class="threads">
          <Rows />
        </ol>
      )}
      <Pager context={context} view={view} />
      {page.charset !== null && (
        <CharsetForm context={context} charset={page.charset} query={viewParameters(context)} />
      )}
    </>
  );
}

function heading({ articles, page: { summary, range } }: GroupView): string {
  const shown = articles.length.toLocaleString('en');
  const whole = range !== null && range[0] <= summary.low && range[1] >= summary.high;
  if (whole) return `${shown} article${articles.length === 1 ? '' : 's'}`;
  return `${shown} of about ${summary.count.toLocaleString('en')} articles: numbers ${range?.join(' to ')}`;
}

/** The items of the outermost list. Replies stand in lists of their own, no deeper than the articles on a page. */
function* threadRows(context: NewsContext, view: GroupView): Generator<Html> {
  const row = rowWriter(context, view);
  for (const thread of view.threads) yield* items(thread, 0);

  function* items({ article, absent, replies }: Thread<ListedArticle>, depth: number): Generator<Html> {
    yield html`<li><div class="thread depth-${Math.min(depth, DEEPEST_INDENT)}${article === null && ' absent'}">${
      article === null ? absence(absent) : row(article)
    }</div>`;
    if (replies.length > 0) {
      yield html`<ol class="threads">`;
      for (const reply of replies) yield* items(reply, depth + 1);
      yield html`</ol>`;
    }
    yield html`</li>`;
  }
}

function absence(messageId: string | null): string {
  return messageId === null ? 'Replies of one subject' : 'An article that is not on this page';
}

/** Writes the row of an article. A charset that the visitor chose for the group also applies to its articles. */
function rowWriter({ links, view: { charset } }: NewsContext, { server, group }: GroupView) {
  const query = charset === null ? undefined : { charset };
  return (article: ListedArticle): Html => {
    const { subject, author, date, lines } = article;
    const href = links.hrefOfCanonical(articleLink(server, group, article), query);
    const title = subject.trim() === '' ? '(no subject)' : subject;
    const { address } = author;
    const time = date.moment?.toISOString() ?? null;
    return html`<span class="subject" dir="auto">${href === null ? title : html`<a href="${href}">${title}</a>`}</span><span class="author" dir="auto"${
      address !== '' && html` title="${address}"`
    }>${author.name || address || '(nobody)'}</span>${
      time === null
        ? html`<span class="date">${date.text}</span>`
        : html`<time class="date" datetime="${time}">${shortTime(time)}</time>`
    }${lines !== null && html`<span class="lines">${counted(lines, 'line')}</span>`}`;
  };
}

function Pager({ context, view }: Props): VNode | null {
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
