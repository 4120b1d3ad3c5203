/**
 * The thread of an article: the articles of its group that refer to it, or to the same earlier ones (RFC 5536 §3.2.10).
 * Nobody lists threads, so the overviews of the group are read from the first article on.
 */
import { decodeField } from '../../message/message.ts';
import type { ArticleTarget } from '../../protocols/nntp/commands.ts';
import { decodeOverview, type Overview } from '../../protocols/nntp/overview.ts';
import { MOST_HEADS } from '../../protocols/nntp/range.ts';
import { type GroupSummary, isEmptyGroup } from '../../protocols/nntp/response.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import type { ArticleMessage } from '../articles.ts';
import type { DiscussionThread } from '../opened.ts';
import { ThreadMembers } from '../threads.ts';
import { articlePlace, onAnotherServer } from './article.ts';
import { FRESH_GROUP, overviewText } from './groups.ts';
import { askForEither } from './literal-id.ts';
import type { NewsAccess, NewsOrigin, OriginContext } from './origin.ts';
import { readArticle } from './read-article.ts';
import type { RequestedThread } from './requested.ts';
import { articleUrl, withAdvice } from './server.ts';

/** The article numbers that are searched: a thread of a busy group ends before, and the answer says where. */
export const MOST_NUMBERS = 2000;
/** The numbers that one command asks for. A server without overviews is asked for no more headers. */
const BATCH = MOST_HEADS;
/** The articles of a thread. */
export const MOST_MEMBERS = 500;
/** The earlier articles of which the server is asked whether it still has them, the oldest first. */
export const MOST_ANCESTORS = 20;
/** The numbers around the article itself, if it is far behind the first one. */
const AROUND = 400;

export async function threadOf(
  { target, literal }: RequestedThread,
  origin: NewsOrigin,
  context: OriginContext,
): Promise<DiscussionThread> {
  const access = await withAdvice(() => origin.open(context));
  try {
    const { found, result } = await withAdvice(
      () => askForEither(target, literal, (either) => access.head(either)),
      onAnotherServer(target),
    );
    const article = readArticle(result, 'utf-8');
    const place = articlePlace(article, found);
    if (place === null) {
      throw new ProtocolError('not-found', 'The article names no group, so its thread cannot be found.');
    }
    const number =
      place.number === null || access.archive !== null ? await access.numberIn(place.group, result) : place.number;
    return await withAdvice(() => threadIn(access, { group: place.group, number, article, found }));
  } finally {
    access.close();
  }
}

interface PlacedArticle {
  readonly group: string;
  /** `null` = unknown. */
  readonly number: number | null;
  readonly article: ArticleMessage;
  readonly found: ArticleTarget;
}

async function threadIn(access: NewsAccess, placed: PlacedArticle): Promise<DiscussionThread> {
  const { links, archive } = access;
  const { group, number, article, found } = placed;
  const messageId = article.messageId ?? (found.kind === 'message' ? found.messageId : null);
  const ancestors = await ancestorsOf(access, placed);
  const summary = await access.summary(group);
  const numbers = [...ancestors.values()].flatMap((known) => known ?? []);
  const from = Math.min(...numbers, number ?? Number.POSITIVE_INFINITY);
  const ranges = rangesOf(summary, Number.isFinite(from) ? from : null, number);
  const { articles, charset, searched } = await membersIn(access, group, ranges, { ...article, messageId });
  const [first = null] = ancestors.keys();
  return {
    shape: 'thread',
    freshFor: FRESH_GROUP,
    server: links,
    archive,
    group,
    first: first === null ? articleUrl(links, found) : links.message(first),
    subject: articles[0]?.subject ?? article.subject,
    articles: articles.map(decodeOverview),
    searched,
    cut: searched !== null && (searched[1] < summary.high || isInParts(ranges)),
    charset,
    // In an archive, articles of one second share a place.
    isThis: (listed) =>
      number === null || archive !== null ? listed.messageId === messageId : listed.number === number,
    plain: () => overviewText(articles),
  };
}

/** The earlier articles of the thread that the server still has, the oldest first, with their numbers in the group. */
async function ancestorsOf(
  access: NewsAccess,
  { article, group }: PlacedArticle,
): Promise<ReadonlyMap<string, number | null>> {
  const asked = article.references.filter(access.links.isMessageId).slice(0, MOST_ANCESTORS);
  const heads = await access.heads(asked);
  const ancestors = new Map<string, number | null>();
  for (const [messageId, header] of heads) {
    ancestors.set(messageId, await access.numberIn(group, header));
  }
  return ancestors;
}

type NumberRange = readonly [from: number, to: number];

/**
 * The numbers to search, in their order.
 *
 * @param first - the number of the first article; `null` = unknown
 * @param own - the number of the article itself; `null` = unknown
 */
export function rangesOf(
  { low, high, ...rest }: GroupSummary,
  first: number | null,
  own: number | null,
): NumberRange[] {
  if (isEmptyGroup({ low, high, ...rest })) return [];
  const from = Math.max(low, Math.min(first ?? high - MOST_NUMBERS + 1, high));
  const to = Math.min(high, from + MOST_NUMBERS - 1);
  if (own === null || own <= to || own > high) return [[from, to]];
  // The article is far behind the first one: what is around it counts, too.
  const last = Math.min(high, own + AROUND / 2);
  const begin = last - AROUND + 1;
  return [
    [from, Math.min(to - AROUND, begin - 1)],
    [begin, last],
  ];
}

/** Whether numbers between the ranges are left out. */
function isInParts(ranges: readonly NumberRange[]): boolean {
  return ranges.some(([from], index) => index > 0 && from !== (ranges[index - 1]?.[1] ?? 0) + 1);
}

interface FoundMembers extends Pick<DiscussionThread, 'charset' | 'searched'> {
  readonly articles: readonly Overview[];
}

async function membersIn(
  access: NewsAccess,
  group: string,
  ranges: readonly NumberRange[],
  article: Pick<ArticleMessage, 'messageId' | 'references' | 'subject'>,
): Promise<FoundMembers> {
  const members = new ThreadMembers(article);
  const articles: Overview[] = [];
  let charset: string | null = null;
  let searched: NumberRange | null = null;
  for (const [from, to] of ranges.flatMap(batches)) {
    if (articles.length >= MOST_MEMBERS) break;
    const range = await access.range(group, from, to, ({ subject, ...overview }) =>
      members.has({ ...overview, subject: decodeField(subject) }),
    );
    articles.push(...range.articles.slice(0, MOST_MEMBERS - articles.length));
    charset ??= range.charset;
    searched = [searched?.[0] ?? from, to];
    if (range.isOneByOne) break;
  }
  return { articles, charset, searched };
}

function batches([from, to]: NumberRange): NumberRange[] {
  const all: NumberRange[] = [];
  for (let begin = from; begin <= to; begin += BATCH) all.push([begin, Math.min(to, begin + BATCH - 1)]);
  return all;
}
