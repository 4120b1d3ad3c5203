/** The thread around an article, from the overview of a group that it is in. */
import { type ArticleTarget, fetchOverview } from '../../../src/protocols/nntp/commands.ts';
import type { DecodedOverview } from '../../../src/protocols/nntp/overview.ts';
import type { NewsSession } from '../../../src/protocols/nntp/session.ts';
import { isGroup } from '../../../src/schemes/news/names.ts';
import { codeOf, isFailure } from '../../errors/gateway-error.ts';
import type { Article } from './article.ts';
import { type GroupView, groupView, PAGE } from './group-view.ts';
import type { ServerLinks } from './server.ts';
import type { Thread } from './threads.ts';

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
 * Fetches the thread around an article. The session must be ready for a command.
 *
 * @param masked - whether the domains of mail addresses are hidden
 * @returns `null` if the server has no overview with the article: the page shows it without its thread
 * @throws GatewayError `client-closed`
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

interface Place {
  readonly group: string;
  /** `null` = unknown: the article may be among the newest. */
  readonly number: number | null;
}

/** The group of the link, else the first group in which the server says that it has the article. */
function placeOf({ crossPosts, newsgroups }: Article, target: ArticleTarget): Place | null {
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
