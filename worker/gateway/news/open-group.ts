/** Answers with groups: a list of them, or one page of the articles of one. */
import { canonicalize } from '../../../src/index.ts';
import { fetchGroups, fetchOverview } from '../../../src/protocols/nntp/commands.ts';
import type { GroupList } from '../../../src/protocols/nntp/group-list.ts';
import type { DecodedOverview, Overview } from '../../../src/protocols/nntp/overview.ts';
import { isMessageId, isWildmat } from '../../../src/schemes/news/request.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { textStream } from '../../http/text-stream.ts';
import { type FeedEntry, feedResponse } from '../shared/atom.ts';
import { longJson, trackBody } from '../shared/json-stream.ts';
import { groupListPage } from './group-list-page.tsx';
import { groupPage } from './group-page.tsx';
import { type GroupView, groupListView, groupView, PAGE } from './group-view.ts';
import { groupJson, groupListJson } from './json.ts';
import { authorText, subjectText } from './page-parts.ts';
import type { Requested } from './requested.ts';
import { articleLink, type NewsContext, type NewsServer, openSession } from './server.ts';

const LIST_HEADERS = { 'Cache-Control': 'public, max-age=300', Vary: 'Accept' };

/** Answers with a list of groups. */
export async function openGroupList(
  context: NewsContext,
  server: NewsServer,
  { wildmat, match }: Extract<Requested, { kind: 'groups' }>,
): Promise<Response> {
  // With a search word the server need not send its whole list.
  const pattern = wildmat === '*' && match !== '' ? `*${match.toLowerCase()}*` : wildmat;
  if (!isWildmat(pattern)) throw new GatewayError('bad-request', 'Group names cannot contain these characters.');
  const session = await openSession(context, server);
  try {
    const list = await fetchGroups(session, pattern);
    const view = groupListView(wildmat, match, list, server.links);
    if (context.view.format === 'json') {
      return new Response(longJson(...groupListJson(context.links, view), trackBody(context)), {
        headers: { ...LIST_HEADERS, 'Content-Type': 'application/json' },
      });
    }
    if (context.view.format === 'raw') return rawList(context, view.groups);
    return groupListPage(context, view, LIST_HEADERS);
  } finally {
    session.close();
  }
}

function rawList(context: NewsContext, groups: GroupList): Response {
  return new Response(textStream(rawLines(groups), trackBody(context)), {
    headers: { ...LIST_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

function* rawLines(groups: GroupList): Generator<string> {
  for (const { name, description } of groups) yield `${description === null ? name : `${name}\t${description}`}\r\n`;
}

const GROUP_HEADERS = { 'Cache-Control': 'public, max-age=120', Vary: 'Accept' };

/** Answers with the newest articles of a group, or with those up to a number. */
export async function openGroup(
  context: NewsContext,
  server: NewsServer,
  { group, to }: Extract<Requested, { kind: 'group' }>,
): Promise<Response> {
  const session = await openSession(context, server);
  try {
    const page = await fetchOverview(session, group, to, PAGE);
    const view = groupView(group, page, server.links, context.environment.newsAddresses === 'masked');
    if (context.view.feed) return feedOf(context, view);
    if (context.view.format === 'json')
      return Response.json(groupJson(context.links, view), { headers: GROUP_HEADERS });
    if (context.view.format === 'raw') return rawOverview(page.articles);
    return groupPage(context, view, GROUP_HEADERS);
  } finally {
    session.close();
  }
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
    headers: { ...GROUP_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/** The feed of a group: the articles of its page, the newest first. */
function feedOf(context: NewsContext, view: GroupView): Response {
  const { group, server, articles } = view;
  const entries: FeedEntry[] = [];
  let updated = new Date(0);
  for (const article of articles) {
    // An article without a date came after the article with the number before it.
    updated = article.date.moment ?? updated;
    entries.unshift(entryOf(context, view, article, updated));
  }
  return feedResponse(context, { id: server.group(group), title: group, author: server.name, entries }, GROUP_HEADERS);
}

function entryOf(
  { links }: NewsContext,
  { group, server }: GroupView,
  article: DecodedOverview,
  updated: Date,
): FeedEntry {
  const link = articleLink(server, group, article);
  const { messageId } = article;
  // The same article has the same id in the feed of every group and server.
  const id = messageId !== null && isMessageId(messageId) ? canonicalize(`mid:${encodeURIComponent(messageId)}`) : link;
  const title = subjectText(article.subject);
  return { id, title, updated, author: authorText(article), href: links.hrefOfCanonical(link) };
}
