/** The data that pages, JSON and feeds of groups show: lists of groups, and a group's articles, decoded and in threads. */

import { decodeField, type Person, peopleOf, readDate, type WrittenDate } from '../../../src/message/message.ts';
import type { GroupList } from '../../../src/protocols/nntp/group-list.ts';
import type { Overview } from '../../../src/protocols/nntp/overview.ts';
import { maskAddresses } from '../../../src/text/mentions.ts';
import { type FetchedGroups, type GroupPage, PAGE } from './fetch.ts';
import { maskPerson } from './mask-addresses.ts';
import type { ServerLinks } from './server.ts';
import { type Thread, threads } from './threads.ts';

/** An article in a list, with encoded words decoded. */
export interface ListedArticle extends Omit<Overview, 'from' | 'date'> {
  readonly author: Person;
  readonly date: WrittenDate;
}

export interface GroupView {
  readonly group: string;
  readonly page: Omit<GroupPage, 'articles'>;
  readonly articles: readonly ListedArticle[];
  readonly threads: readonly Thread<ListedArticle>[];
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
  const articles = overviews.map((overview) => listedArticle(overview, masked));
  return { group, page, articles, threads: threads(articles), ...adjacentPages(page), server };
}

function listedArticle({ from, date, ...overview }: Overview, masked: boolean): ListedArticle {
  const author = peopleOf(from)[0] ?? { name: decodeField(from), address: '' };
  const subject = decodeField(overview.subject);
  return {
    ...overview,
    subject: masked ? maskAddresses(subject) : subject,
    author: masked ? maskPerson(author) : author,
    date: readDate(date),
  };
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
