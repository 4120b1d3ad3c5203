/** Answers with the thread of an article: a page, JSON, text, or a feed of its replies. */

import type { VNode } from 'preact';
import { threadJson } from '../../../src/open/article-json.ts';
import { threadLink } from '../../../src/open/articles.ts';
import type { DiscussionThread } from '../../../src/open/opened.ts';
import { threads } from '../../../src/open/threads.ts';
import { answerJson, TEXT_TYPE } from '../../http/response.ts';
import { trackBody } from '../../http/text-stream.ts';
import { counted } from '../../pages/parts/counted.ts';
import { type Page, Rows } from '../../pages/parts/layout.tsx';
import { Empty } from '../../pages/parts/notice.tsx';
import { pageResponse, streamedPage } from '../../pages/parts/respond.tsx';
import { aboutLink } from '../shared/json-stream.ts';
import { threadHref, withQuery } from '../shared/message-html.ts';
import { CharsetForm } from '../shared/text-content.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import { caching, jsonLinks, type ShapeContext, varying } from './context.ts';
import { articleFeed, breadcrumbsTo, FromArchive, subjectText, threadRows, viewParameters } from './group.tsx';
import { hidesAddresses, maskArticles, maskSubject } from './masked.ts';

export function respondWithThread(ofLink: ShapeContext, thread: DiscussionThread): Response {
  const context = contextOf(ofLink, thread);
  const headers = { ...caching(context, thread), Vary: varying(context, 'Accept') };
  const { format, feed } = context.view;
  if (format === 'raw') return new Response(thread.plain(), { headers: { ...headers, 'Content-Type': TEXT_TYPE } });
  const shown = hidesAddresses(context)
    ? { ...thread, subject: maskSubject(thread.subject), articles: maskArticles(thread.articles) }
    : thread;
  const { first, subject, articles } = shown;
  if (feed) return articleFeed(context, shown, { id: threadLink(first), title: subjectText(subject) }, headers);
  if (format === 'json') {
    return answerJson({ ...aboutLink(context), ...threadJson(shown, jsonLinks(context)) }, headers);
  }
  const page = pageOf(context, shown);
  if (articles.length === 0) return pageResponse(context, page, { headers });
  const current = articles.find(thread.isThis)?.number;
  const rows = threadRows(context, shown, threads(articles), current);
  return streamedPage(context, page, rows, { headers, ended: trackBody(context) });
}

/** All addresses of a thread are those of its first article, by whatever article it was opened. */
function contextOf(context: ShapeContext, { first }: DiscussionThread): ShapeContext {
  const { links } = context;
  const href = threadHref(links, first);
  return { ...context, links: { ...links, self: (query = {}) => withQuery(href, query) } };
}

function pageOf(context: ShapeContext, thread: DiscussionThread): Page {
  const { server, group, first, subject } = thread;
  const title = subjectText(subject);
  return viewerPage(context, {
    title,
    kicker: 'Thread',
    breadcrumbs: breadcrumbsTo(context, server, group, title),
    canonical: first,
    address: context.links.root + context.links.self(),
    repeated: viewParameters(context),
    hasFeed: true,
    wide: true,
    content: <Content context={context} thread={thread} />,
  });
}

interface ThreadProps {
  readonly context: ShapeContext;
  readonly thread: DiscussionThread;
}

function Content({ context, thread }: ThreadProps): VNode {
  const { archive, articles, group, searched, cut, charset } = thread;
  return (
    <>
      <FromArchive archive={archive} what="These articles are" />
      {articles.length === 0 ? (
        <Empty>The server no longer lists the articles of this thread.</Empty>
      ) : (
        <>
          <p class="count">{`${counted(articles.length, 'article')} in ${group}`}</p>
          <ol class="threads">
            <Rows />
          </ol>
        </>
      )}
      {cut && searched !== null && (
        <p class="not-shown">{`There may be more: numbers ${searched.join(' to ')} of the group were searched.`}</p>
      )}
      {charset !== null && <CharsetForm context={context} charset={charset} query={viewParameters(context)} />}
    </>
  );
}
