/** Answers with groups: a list of them, or one page of the articles of one. */

import { canonicalize } from '../../../src/index.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { fetchGroups, fetchOverview } from '../../../src/protocols/nntp/commands.ts';
import type { GroupList } from '../../../src/protocols/nntp/group-list.ts';
import type { DecodedOverview, Overview } from '../../../src/protocols/nntp/overview.ts';
import { isMessageId, isWildmat } from '../../../src/schemes/news/request.ts';
import { responseWithJson } from '../../http/response.ts';
import { textStream, trackBody } from '../../http/text-stream.ts';
import { type FeedEntry, feedResponse } from '../shared/atom.ts';
import { longJson } from '../shared/json-stream.ts';
import { groupListPage } from './group-list-page.tsx';
import { authorText, groupPage, subjectText } from './group-page.tsx';
import { type GroupListView, type GroupView, groupView, PAGE } from './group-view.ts';
import { groupJson, groupListJson } from './json.ts';
import type { Requested } from './requested.ts';
import { articleLink, type NewsContext, type NewsServer, openSession, type SessionContext } from './server.ts';

/** The media type of lists for programs that want no JSON. */
export const PLAIN_TEXT = 'text/plain; charset=utf-8';

const LIST_HEADERS = { 'Cache-Control': 'public, max-age=300', Vary: 'Accept' };

export async function openGroupList(
  context: NewsContext,
  server: NewsServer,
  requested: Extract<Requested, { kind: 'groups' }>,
): Promise<Response> {
  const view = await fetchGroupList(context, server, requested);
  if (context.view.format === 'html') return groupListPage(context, view, LIST_HEADERS);
  const [body, type] =
    context.view.format === 'json'
      ? [longJson(...groupListJson(context.links, view), trackBody(context)), 'application/json']
      : [textStream(rawLines(view.groups), trackBody(context)), PLAIN_TEXT];
  return new Response(body, { headers: { ...LIST_HEADERS, 'Content-Type': type } });
}

export async function fetchGroupList(
  context: SessionContext,
  server: NewsServer,
  { wildmat, match }: Extract<Requested, { kind: 'groups' }>,
): Promise<GroupListView> {
  // With a search word the server need not send its whole list.
  const pattern = wildmat === '*' && match !== '' ? `*${match.toLowerCase()}*` : wildmat;
  if (!isWildmat(pattern)) throw new GatewayError('bad-request', 'Group names cannot contain these characters.');
  const session = await openSession(context, server);
  const { groups, truncated } = await fetchGroups(session, pattern).finally(() => session.close());
  return { wildmat, match, groups: match === '' ? groups : groups.matching(match), truncated, server: server.links };
}

/** A list of groups for programs that want no JSON. */
export function* rawLines(groups: GroupList): Generator<string> {
  for (const { name, description } of groups) yield `${description === null ? name : `${name}\t${description}`}\r\n`;
}

const GROUP_HEADERS = { 'Cache-Control': 'public, max-age=120', Vary: 'Accept' };

/** Answers with the newest articles of a group, or with those up to a number. */
export async function openGroup(
  context: NewsContext,
  server: NewsServer,
  { group, to }: Extract<Requested, { kind: 'group' }>,
): Promise<Response> {
  const { environment, links, view } = context;
  const session = await openSession(context, server);
  const page = await fetchOverview(session, group, to, PAGE).finally(() => session.close());
  const shown = groupView(group, page, server.links, environment.newsAddresses === 'masked');
  if (view.feed) return feedOf(context, shown);
  if (view.format === 'json') return responseWithJson(groupJson(links, shown), { headers: GROUP_HEADERS });
  if (view.format === 'html') return groupPage(context, shown, GROUP_HEADERS);
  return new Response(rawOverview(page.articles), { headers: { ...GROUP_HEADERS, 'Content-Type': PLAIN_TEXT } });
}

/** The overviews of articles for programs that want no JSON: the fields of a line have tabs between them. */
export function rawOverview(articles: readonly Overview[]): string {
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
  return `${lines.join('\r\n')}\r\n`;
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
