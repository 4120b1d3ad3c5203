/**
 * The data that pages, JSON and feeds of groups show: lists of groups, a group's articles, decoded and in threads, and
 * the thread around an article.
 */

import { codeOf, isFailure } from '../../../src/net/failure.ts';
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
import { type Article, maskPerson } from './article.ts';
import type { ServerLinks } from './server.ts';

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
  readonly number: number;
  readonly thread: Thread<DecodedOverview>;
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

/** The values of an article that threading needs. */
export type Threadable = Pick<DecodedOverview, 'messageId' | 'references' | 'subject'>;

export interface Thread<Article> {
  /** `null` = an article that is not on this page, although others refer to it. */
  readonly article: Article | null;
  /** The message-id of the missing article; `null` if the replies were grouped by subject. */
  readonly absent: string | null;
  readonly replies: readonly Thread<Article>[];
}

interface Node<Article> extends Thread<Article> {
  readonly replies: Node<Article>[];
  parent: Node<Article> | null;
}

/** The number of ancestors to try. A header may name thousands. */
const MOST_REFERENCES = 50;

/**
 * Groups articles into threads, in the order of the input, from their References (RFC 5536 §3.2.10), by J. Zawinski's
 * algorithm. They are one page of a group, so many parents are missing: replies to the same missing one are grouped.
 */
export function threads<Article extends Threadable>(articles: readonly Article[]): Thread<Article>[] {
  const nodes = articles.map((article): Node<Article> => ({ article, absent: null, replies: [], parent: null }));
  const byId = new Map<string, Node<Article>>();
  for (const node of nodes) {
    const id = node.article?.messageId;
    if (id && !byId.has(id)) byId.set(id, node);
  }
  for (const node of nodes) adopt(node, byId);
  return gather(nodes.filter(({ parent }) => parent === null));
}

/** Puts an article under its nearest ancestor on the page. Wrong References must not create a loop. */
function adopt<Article extends Threadable>(node: Node<Article>, byId: ReadonlyMap<string, Node<Article>>): void {
  for (const id of (node.article?.references ?? []).slice(-MOST_REFERENCES).reverse()) {
    const parent = byId.get(id);
    if (parent === undefined || descends(parent, node)) continue;
    node.parent = parent;
    parent.replies.push(node);
    return;
  }
}

function descends<Article>(node: Node<Article>, from: Node<Article>): boolean {
  for (let up: Node<Article> | null = node; up !== null; up = up.parent) if (up === from) return true;
  return false;
}

/** Joins the threads whose first article is missing: those with the same oldest reference, or else the same subject. */
function gather<Article extends Threadable>(roots: readonly Node<Article>[]): Node<Article>[] {
  const beginnings = new Map<string, Node<Article>>();
  for (const root of roots) {
    const { references = [], subject = '' } = root.article ?? {};
    if (references.length === 0 && !isReply(subject)) beginnings.set(`subject ${bare(subject)}`, root);
  }
  const gathered = new Map<string | Node<Article>, Node<Article>[]>();
  for (const root of roots) {
    const key = keyOf(root, beginnings);
    const group = gathered.get(key);
    if (group === undefined) gathered.set(key, [root]);
    else group.push(root);
  }
  return [...gathered.values()].flatMap((group) => together(group));
}

/** The key of a root's thread: its oldest reference; its subject if it is a reply without references; or itself. */
function keyOf<Article extends Threadable>(
  root: Node<Article>,
  beginnings: ReadonlyMap<string, unknown>,
): string | Node<Article> {
  const { references = [], subject = '' } = root.article ?? {};
  const [oldest] = references;
  if (oldest !== undefined) return `root ${oldest}`;
  const bySubject = `subject ${bare(subject)}`;
  const fallsBack = isReply(subject) || beginnings.get(bySubject) === root;
  return fallsBack && bare(subject) !== '' ? bySubject : root;
}

/** Joins several roots into one thread: under the article that began it, or else under a missing article. */
function together<Article extends Threadable>(roots: readonly Node<Article>[]): Node<Article>[] {
  const [first] = roots;
  if (first === undefined || roots.length === 1) return [...roots];
  const opening = roots.find(({ article }) => article?.references.length === 0 && !isReply(article.subject));
  if (opening === undefined) {
    return [{ article: null, absent: first.article?.references[0] ?? null, replies: [...roots], parent: null }];
  }
  for (const root of roots) if (root !== opening) opening.replies.push(root);
  return [opening];
}

/** The reply prefixes that mail and news programs write in several languages. */
const REPLY = /^\s*(?:(?:re|aw|sv|antw|odp|vs|ynt)(?:\s*(?:\[\d+\]|\^\d+))?\s*:\s*)+/i;

function isReply(subject: string): boolean {
  return REPLY.test(subject);
}

function bare(subject: string): string {
  return subject.replace(REPLY, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
