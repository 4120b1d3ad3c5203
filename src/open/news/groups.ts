/** Groups: a list of them, or one page of the articles of one. */
import type { GroupPage } from '../../protocols/nntp/commands.ts';
import { decodeOverview, type Overview } from '../../protocols/nntp/overview.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { isWildmat } from '../../schemes/news/request.ts';
import type { ListedGroups } from '../articles.ts';
import type { Group, Groups } from '../opened.ts';
import type { NewsAccess, NewsOrigin, OriginContext } from './origin.ts';
import type { RequestedGroup, RequestedGroups } from './requested.ts';

/** Servers add groups by the day, and articles by the minute. In seconds. */
const FRESH_GROUPS = 300;
export const FRESH_GROUP = 120;

export async function groupsOf(
  { wildmat, match }: RequestedGroups,
  origin: NewsOrigin,
  context: OriginContext,
): Promise<Groups> {
  // With a search word the server need not send its whole list.
  const pattern = wildmat === '*' && match !== '' ? `*${match.toLowerCase()}*` : wildmat;
  if (!isWildmat(pattern)) {
    throw new ProtocolError('invalid-request', 'Group names cannot contain these characters.');
  }
  const access = await origin.open(context);
  const { links, archive } = access;
  const { groups: all, truncated } = await access.groups(pattern).finally(() => access.close());
  const groups = match === '' ? all : all.matching(match);
  return {
    shape: 'groups',
    freshFor: FRESH_GROUPS,
    server: links,
    archive,
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
  origin: NewsOrigin,
  context: OriginContext,
): Promise<Group> {
  const access = await origin.open(context);
  const { links, archive } = access;
  const [page, months] = await pageAndMonths(access, group, to).finally(() => access.close());
  const { summary, range, charset, articles } = page;
  return {
    shape: 'group',
    freshFor: FRESH_GROUP,
    server: links,
    archive,
    months,
    group,
    summary,
    range,
    charset,
    articles: articles.map(decodeOverview),
    ...adjacentPages(page),
    plain: () => overviewText(articles),
  };
}

async function pageAndMonths(access: NewsAccess, group: string, to: number | null) {
  return [await access.page(group, to, PAGE), await access.months(group)] as const;
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
