/** Answers with one page of a group's articles: as a page, as JSON, or as the overview lines. */
import type { Overview } from '../../../src/protocols/nntp/overview.ts';
import { absolute, linkJson } from '../shared/link-json.ts';
import { fetchOverview } from './fetch.ts';
import { groupFeed } from './group-feed.ts';
import { groupPage } from './group-page.tsx';
import { type GroupView, groupView, type ListedArticle } from './group-view.ts';
import type { Requested } from './requested.ts';
import { articleLink, type NewsContext, type NewsServer } from './server.ts';
import { NewsSession } from './session.ts';
import type { Thread } from './threads.ts';

type GroupRequest = Extract<Requested, { kind: 'group' }>;

const HEADERS = { 'Cache-Control': 'public, max-age=120', Vary: 'Accept' };

/** Answers with the newest articles of a group, or with those up to a number. */
export async function openGroup(
  context: NewsContext,
  server: NewsServer,
  { group, to }: GroupRequest,
): Promise<Response> {
  const session = await NewsSession.open(context, server);
  try {
    const page = await fetchOverview(session, group, to);
    const view = groupView(group, page, server.links, context.environment.NEWS_ADDRESSES === 'masked');
    if (context.view.feed) return groupFeed(context, view, HEADERS);
    if (context.view.format === 'json') return Response.json(groupJson(context, view), { headers: HEADERS });
    if (context.view.format === 'raw') return rawOverview(page.articles);
    return groupPage(context, view, HEADERS);
  } finally {
    session.close();
  }
}

function groupJson(context: NewsContext, view: GroupView): object {
  const { group, page, articles, server } = view;
  const url = server.group(group);
  const pageAt = (to: number | null): string | null => {
    const href = to === null ? null : context.links.hrefOf(url, { to: String(to), format: 'json' });
    return href === null ? null : absolute(context.links, href);
  };
  return {
    kind: 'group',
    ...linkJson(context.links, url),
    group,
    ...page.summary,
    range: page.range,
    charset: page.charset,
    articles: articles.map(({ date, ...article }) => ({
      ...article,
      date: date.moment?.toISOString() ?? null,
      ...linkJson(context.links, articleLink(server, group, article)),
    })),
    threads: view.threads.map(outline),
    older: pageAt(view.older),
    newer: pageAt(view.newer),
  };
}

interface Outline {
  /** `null` = the article is not on this page. */
  readonly number: number | null;
  readonly replies: readonly Outline[];
}

/** A thread as the numbers of its articles. It is no deeper than the number of articles on a page. */
function outline({ article, replies }: Thread<ListedArticle>): Outline {
  return { number: article?.number ?? null, replies: replies.map(outline) };
}

function rawOverview(articles: readonly Overview[]): Response {
  const lines = articles.map(({ number, subject, from, date, messageId, references, bytes, lines: count }) =>
    [
      number,
      subject,
      from,
      date,
      messageId === null ? '' : `<${messageId}>`,
      references.map((id) => `<${id}>`).join(' '),
      bytes,
      count,
    ].join('\t'),
  );
  return new Response(`${lines.join('\r\n')}\r\n`, {
    headers: { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
