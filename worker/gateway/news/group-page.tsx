/** A group as a page: its articles in threads, with links to older and newer ones. */
import type { VNode } from 'preact';
import type { Thread } from '../../../src/schemes/news/threads.ts';
import type { Page } from '../../pages/layout.tsx';
import { Empty } from '../../pages/notice.tsx';
import { CharsetForm } from '../shared/charset-form.tsx';
import { shortDate } from '../shared/message.ts';
import type { GroupView, ListedArticle } from './group-view.ts';
import { breadcrumbsTo, formatActions, viewParameters } from './page-navigation.ts';
import { articleLink, type NewsContext } from './server.ts';

/** Deeper replies are not indented further: a telephone has no room for them. */
const DEEPEST_INDENT = 8;

export function groupPage(context: NewsContext, view: GroupView): Page {
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
        <Threads context={context} view={view} threads={view.threads} depth={0} />
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

interface ThreadsProps extends Props {
  readonly threads: readonly Thread<ListedArticle>[];
  readonly depth: number;
}

/** Threads as nested lists. They are no deeper than the number of articles on a page. */
function Threads({ threads, depth, ...props }: ThreadsProps): VNode {
  return (
    <ol class="threads">
      {threads.map((thread) => (
        <li>
          <Row thread={thread} depth={depth} {...props} />
          {thread.replies.length > 0 && <Threads threads={thread.replies} depth={depth + 1} {...props} />}
        </li>
      ))}
    </ol>
  );
}

interface RowProps extends Props {
  readonly thread: Thread<ListedArticle>;
  readonly depth: number;
}

function Row({ context, view, thread: { article, absent }, depth }: RowProps): VNode {
  const indent = `thread depth-${Math.min(depth, DEEPEST_INDENT)}`;
  if (article === null) {
    return (
      <div class={`${indent} absent`}>
        {absent === null ? 'Replies of one subject' : 'An article that is not on this page'}
      </div>
    );
  }
  const { subject, author, date, lines } = article;
  // A charset that the visitor chose for the group also applies to its articles.
  const { charset } = context.view;
  const query = charset === null ? {} : { charset };
  const href = context.links.hrefOf(articleLink(view.server, view.group, article), query);
  const title = subject.trim() === '' ? '(no subject)' : subject;
  return (
    <div class={indent}>
      <span class="subject" dir="auto">
        {href === null ? title : <a href={href}>{title}</a>}
      </span>
      <span class="author" dir="auto" title={author.address === '' ? undefined : author.address}>
        {author.name || author.address || '(nobody)'}
      </span>
      {date.moment === null ? (
        <span class="date">{date.text}</span>
      ) : (
        <time class="date" datetime={date.moment.toISOString()}>
          {shortDate(date.moment)}
        </time>
      )}
      {lines !== null && <span class="lines">{`${lines} line${lines === 1 ? '' : 's'}`}</span>}
    </div>
  );
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
