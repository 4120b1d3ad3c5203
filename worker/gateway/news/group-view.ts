/**
 * The data that pages, JSON and feeds of groups show: lists of groups, a group's articles, decoded and in threads, and
 * the thread around an article.
 */
import {
  type ArticleTarget,
  type FetchedGroups,
  fetchOverview,
  type GroupPage,
} from '../../../src/protocols/nntp/commands.ts';
import { type DecodedOverview, decodeOverview } from '../../../src/protocols/nntp/overview.ts';
import type { NewsSession } from '../../../src/protocols/nntp/session.ts';
import { isGroup } from '../../../src/schemes/news/request.ts';
import { maskAddresses } from '../../../src/text/mentions.ts';
import { codeOf, isFailure } from '../../errors/gateway-error.ts';
import { type Article, maskPerson } from './article.ts';
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

/** The view of one page of a group. `masked`: the domains of mail addresses are hidden. */
export function groupView(
  group: string,
  { articles: overviews, ...page }: GroupPage,
  server: ServerLinks,
  masked: boolean,
): GroupView {
  const decoded = overviews.map(decodeOverview);
  const articles = masked ? decoded.map(maskOverview) : decoded;
  return { group, page, articles, threads: threads(articles), ...adjacentPages(page), server };
}

function maskOverview(article: DecodedOverview): DecodedOverview {
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

export interface GroupListView extends FetchedGroups {
  readonly wildmat: string;
  /** A word in the name or description of every listed group; empty = all groups. */
  readonly match: string;
  readonly server: ServerLinks;
}

/** The place of an article in a group. */
export interface ArticleThread extends Pick<GroupView, 'group' | 'server'> {
  /** The number of the article in the group. */
  readonly number: number;
  /** The thread that the article is in. */
  readonly thread: Thread<DecodedOverview>;
  /** Every article of the thread. */
  readonly articles: readonly DecodedOverview[];
  /** The articles before and after this one, in the order in which the page of the group lists them. */
  readonly previous: DecodedOverview | null;
  readonly next: DecodedOverview | null;
}

/**
 * Fetches the thread around an article. The session must be ready for a command. `null` if the server has no overview
 * with the article: the page shows it without its thread.
 */
export async function fetchThread(
  session: NewsSession,
  article: Article,
  target: ArticleTarget,
  server: ServerLinks,
  masked: boolean,
): Promise<ArticleThread | null> {
  const place = placeOf(article, target);
  if (place === null) return null;
  try {
    // The article in the middle of a page: there may be replies after it.
    const to = place.number === null ? null : place.number + PAGE / 2;
    const view = groupView(place.group, await fetchOverview(session, place.group, to, PAGE), server, masked);
    return threadIn(view, (listed) =>
      place.number === null ? listed.messageId === article.messageId : listed.number === place.number,
    );
  } catch (error) {
    if (isFailure(error) && codeOf(error) !== 'client-closed') return null;
    throw error;
  }
}

/**
 * The group of the link, else the first group in which the server says that it has the article. Without a number, the
 * article may be among the newest.
 */
function placeOf(
  { crossPosts, newsgroups }: Article,
  target: ArticleTarget,
): { readonly group: string; readonly number: number | null } | null {
  if (target.kind === 'article') return target;
  const known = crossPosts.find(({ group }) => isGroup(group));
  if (known !== undefined) return known;
  const [group] = newsgroups;
  return group === undefined ? null : { group, number: null };
}

function threadIn(
  { group, server, threads }: GroupView,
  isArticle: (listed: DecodedOverview) => boolean,
): ArticleThread | null {
  const listed = threads.map((thread) => ({ thread, articles: [...articlesIn(thread)] }));
  const found = listed.find(({ articles }) => articles.some(isArticle));
  if (found === undefined) return null;
  const order = listed.flatMap(({ articles }) => articles);
  const index = order.findIndex(isArticle);
  const number = order[index]?.number ?? 0;
  return { group, server, number, ...found, previous: order[index - 1] ?? null, next: order[index + 1] ?? null };
}

/** The articles of a thread in the order of its rows. It is no deeper than the articles on a page. */
function* articlesIn({ article, replies }: Thread<DecodedOverview>): Generator<DecodedOverview> {
  if (article !== null) yield article;
  for (const reply of replies) yield* articlesIn(reply);
}
