/** Groups: a list of them, or one page of the articles of one. */
import { fetchGroups, fetchOverview, type GroupPage } from '../../protocols/nntp/commands.ts';
import { decodeOverview, type Overview } from '../../protocols/nntp/overview.ts';
import type { NewsSession } from '../../protocols/nntp/session.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { isWildmat } from '../../schemes/news/request.ts';
import type { ListedGroups } from '../articles.ts';
import type { Group, Groups } from '../opened.ts';
import type { RequestedGroup, RequestedGroups } from './requested.ts';
import { type NewsServer, openSession, type SessionContext } from './server.ts';

/** Servers add groups by the day, and articles by the minute. In seconds. */
const FRESH_GROUPS = 300;
export const FRESH_GROUP = 120;

export async function groupsOf(
  { wildmat, match }: RequestedGroups,
  server: NewsServer,
  context: SessionContext,
): Promise<Groups> {
  // With a search word the server need not send its whole list.
  const pattern = wildmat === '*' && match !== '' ? `*${match.toLowerCase()}*` : wildmat;
  if (!isWildmat(pattern)) {
    throw new ProtocolError('invalid-request', 'Group names cannot contain these characters.');
  }
  const session = await openSession(context, server);
  const { groups: all, truncated } = await fetchGroups(session, pattern).finally(() => session.close());
  const groups = match === '' ? all : all.matching(match);
  return {
    shape: 'groups',
    freshFor: FRESH_GROUPS,
    server: server.links,
    wildmat,
    match,
    groups,
    truncated,
    plain: () => groupLines(groups),
  };
}

function* groupLines(groups: ListedGroups): Generator<string> {
  for (const { name, description } of groups) yield `${description === null ? name : `${name}\t${description}`}\r\n`;
}

/** The article numbers on one page of a group. */
export const PAGE = 200;

export async function groupOf(
  { group, to }: RequestedGroup,
  server: NewsServer,
  context: SessionContext,
): Promise<Group> {
  const session = await openSession(context, server);
  const page = await fetchPage(session, group, to).finally(() => session.close());
  const { summary, range, charset, articles } = page;
  return {
    shape: 'group',
    freshFor: FRESH_GROUP,
    server: server.links,
    group,
    summary,
    range,
    charset,
    articles: articles.map(decodeOverview),
    ...adjacentPages(page),
    plain: () => overviewText(articles),
  };
}

/** Fetches the overviews of a page. @param to - the highest article number; `null` = the newest */
export function fetchPage(session: NewsSession, group: string, to: number | null): Promise<GroupPage> {
  return fetchOverview(session, group, to, PAGE);
}

function adjacentPages({ summary, range }: GroupPage): Pick<Group, 'older' | 'newer'> {
  if (range === null) return { older: null, newer: null };
  const [first, last] = range;
  return {
    older: first > summary.low ? first - 1 : null,
    newer: last < summary.high ? Math.min(last + PAGE, summary.high) : null,
  };
}

/** The overviews as the server has them: the fields of a line have tabs between them. */
export function overviewText(articles: readonly Overview[]): string {
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
