/** The data that pages, JSON and feeds of groups show: lists of groups, and a group's articles, decoded and in threads. */

import type { FetchedGroups, GroupPage } from '../../../src/protocols/nntp/commands.ts';
import type { GroupList } from '../../../src/protocols/nntp/group-list.ts';
import { type DecodedOverview, decodeOverview } from '../../../src/protocols/nntp/overview.ts';
import { maskAddresses } from '../../../src/text/mentions.ts';
import { maskPerson } from './mask-addresses.ts';
import type { ServerLinks } from './server.ts';
import { type Thread, threads } from './threads.ts';

/** Articles on one page of a group. */
export const PAGE = 200;

export interface GroupView {
  readonly group: string;
  readonly page: Omit<GroupPage, 'articles'>;
  readonly articles: readonly DecodedOverview[];
  readonly threads: readonly Thread<DecodedOverview>[];
  /** The highest number on the page of older articles; `null` = there is none. */
  readonly older: number | null;
  /** The highest number on the page of newer articles; `null` = there is none. */
  readonly newer: number | null;
  readonly server: ServerLinks;
}

/**
 * The view of one page of a group.
 *
 * @param masked - whether the domains of mail addresses are hidden
 */
export function groupView(
  group: string,
  { articles: overviews, ...page }: GroupPage,
  server: ServerLinks,
  masked: boolean,
): GroupView {
  const decoded = overviews.map(decodeOverview);
  const articles = masked ? decoded.map(maskArticle) : decoded;
  return { group, page, articles, threads: threads(articles), ...adjacentPages(page), server };
}

function maskArticle(article: DecodedOverview): DecodedOverview {
  return { ...article, subject: maskAddresses(article.subject), author: maskPerson(article.author) };
}

function adjacentPages({ summary, range }: GroupView['page']): Pick<GroupView, 'older' | 'newer'> {
  if (range === null) return { older: null, newer: null };
  const [first, last] = range;
  return {
    older: first > summary.low ? first - 1 : null,
    newer: last < summary.high ? Math.min(last + PAGE, summary.high) : null,
  };
}

export interface GroupListView {
  readonly wildmat: string;
  /** Sorted by name. */
  readonly groups: GroupList;
  /** Whether the server has more groups than this gateway lists. */
  readonly truncated: boolean;
  /** A word in the name or description of every listed group; empty = all groups. */
  readonly match: string;
  readonly server: ServerLinks;
}

/**
 * The view of a list of groups: only the groups with a word.
 *
 * @param match - the word, in any case; empty = all groups
 */
export function groupListView(
  wildmat: string,
  match: string,
  { groups, truncated }: FetchedGroups,
  server: ServerLinks,
): GroupListView {
  return { wildmat, match, groups: match === '' ? groups : groups.matching(match), truncated, server };
}
