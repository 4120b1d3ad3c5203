/** A group as a page: its articles in threads, with links to older and newer ones. */
import type { VNode } from 'preact';
import { type Page, Rows } from '../../pages/parts/layout.tsx';
import { Empty } from '../../pages/parts/notice.tsx';
import { pageResponse, streamedPage } from '../../pages/parts/respond.tsx';
import { feedHref } from '../shared/atom.ts';
import { trackBody } from '../shared/json-stream.ts';
import { otherFormats } from '../shared/page-parts.tsx';
import { CharsetForm } from '../shared/text-content.tsx';
import type { GroupView } from './group-view.ts';
import { breadcrumbsTo, threadRows, viewParameters } from './page-parts.ts';
import type { NewsContext } from './server.ts';

/** Responds with the page of a group. */
export function groupPage(context: NewsContext, view: GroupView, headers: Readonly<Record<string, string>>): Response {
  const page = layoutOf(context, view);
  if (view.articles.length === 0) return pageResponse(context, page, { headers });
  return streamedPage(context, page, threadRows(context, view, view.threads), { headers, ended: trackBody(context) });
}

function layoutOf(context: NewsContext, view: GroupView): Page {
  return {
    title: view.group,
    kicker: 'Newsgroup',
    canonical: context.links.canonical,
    breadcrumbs: breadcrumbsTo(context, view.server, null, view.group),
    actions: otherFormats(context.links, 'Plain text', viewParameters(context)),
    feed: feedHref(context),
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
  if (page.range === null) return <Empty>This group has no articles.</Empty>;
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
