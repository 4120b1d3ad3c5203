/**
 * Fetches groups, overviews and articles from a news server. The results are plain data; other modules turn them into
 * pages and JSON.
 */

import { protocolLimits } from '../../../src/protocols/limits.ts';
import { GroupList, LONGEST_PIECE } from '../../../src/protocols/nntp/group-list.ts';
import {
  defaultFormat,
  type Overview,
  type OverviewField,
  parseOverview,
  parseOverviewFormat,
} from '../../../src/protocols/nntp/overview.ts';
import {
  type GroupSummary,
  isEmptyGroup,
  parseArticleStatus,
  parseGroupSummary,
  type Status,
} from '../../../src/protocols/nntp/response.ts';
import { type FailureLink, GatewayError } from '../../errors/gateway-error.ts';
import type { DataStream } from './data-stream.ts';
import type { ArticleTarget } from './requested.ts';
import type { NewsSession } from './session.ts';
import { noArticles, statusError } from './status.ts';

/** Articles on one page of a group. */
export const PAGE = 200;
/** The limit of the overview of one page, in octets. References may be long. */
const LARGEST_PAGE = PAGE * protocolLimits.line;

/** Groups of a server. */
export interface FetchedGroups {
  readonly groups: GroupList;
  /** Whether the server has more than this gateway lists. */
  readonly truncated: boolean;
}

const LIST_FOLLOWS = 215;
const GROUP_SELECTED = 211;
const OVERVIEW_FOLLOWS = 224;
const ARTICLE_FOLLOWS = 220;
const ARTICLE_EXISTS = 223;

/** The groups whose names match, with their descriptions and, if the server counts them, their numbers of articles. */
export async function fetchGroups(session: NewsSession, wildmat: string): Promise<FetchedGroups> {
  // RFC 6048 §2.2. For all groups the wildmat is left out, because some servers do not support it.
  const counted = (await session.capabilities()).get('LIST')?.includes('COUNTS') ?? false;
  const argument = wildmat === '*' ? '' : ` ${wildmat}`;
  const status = await session.command(`LIST ${counted ? 'COUNTS' : 'ACTIVE'}${argument}`);
  if (status.code !== LIST_FOLLOWS) throw statusError(status);
  const active = await session.pieces(protocolLimits.listing, LONGEST_PIECE);
  // No command can follow a list that was cut.
  const descriptions = active.complete ? await fetchDescriptions(session, argument) : [];
  const groups = GroupList.of(active.texts, descriptions, protocolLimits.listingEntries);
  return { groups, truncated: !active.complete || groups.cut };
}

/** Descriptions are optional: not every server has them. */
async function fetchDescriptions(session: NewsSession, argument: string): Promise<readonly string[]> {
  const status = await session.command(`LIST NEWSGROUPS${argument}`);
  return status.code === LIST_FOLLOWS ? (await session.pieces(protocolLimits.listing, LONGEST_PIECE)).texts : [];
}

export interface GroupPage {
  readonly summary: GroupSummary;
  /** The requested article numbers, both inclusive; `null` if the group is empty. */
  readonly range: readonly [from: number, to: number] | null;
  /** In the order of their numbers. Missing numbers are articles that expired or were cancelled. */
  readonly articles: readonly Overview[];
  /** The charset in which lines that are not UTF-8 were decoded; `null` = all lines are UTF-8. */
  readonly charset: string | null;
}

/**
 * One page of a group: its last articles up to a number.
 *
 * @param to - the highest article number on the page; `null` = the newest
 */
export async function fetchOverview(session: NewsSession, group: string, to: number | null): Promise<GroupPage> {
  const summary = await selectGroup(session, group);
  const nothing = { summary, articles: [], charset: null };
  if (isEmptyGroup(summary)) return { ...nothing, range: null };
  const last = Math.max(summary.low, Math.min(to ?? summary.high, summary.high));
  const first = Math.max(summary.low, last - PAGE + 1);
  const command = (await session.capabilities()).has('OVER') ? 'OVER' : 'XOVER';
  await session.pipeline('LIST OVERVIEW.FMT', `${command} ${first}-${last}`);
  const format = await readFormat(session);
  const status = await session.status();
  if (noArticles.has(status.code)) return { ...nothing, range: [first, last] };
  if (status.code !== OVERVIEW_FOLLOWS) throw statusError(status);
  // Articles outside the requested range are ignored.
  const { lines, charset } = await session.lines(LARGEST_PAGE);
  const articles = lines.slice(0, PAGE).flatMap((line) => parseOverview(line, format) ?? []);
  return {
    summary,
    range: [first, last],
    articles: articles.filter(({ number }) => number >= first && number <= last).sort((a, b) => a.number - b.number),
    charset,
  };
}

async function readFormat(session: NewsSession): Promise<readonly OverviewField[]> {
  const status = await session.status();
  if (status.code !== LIST_FOLLOWS) return defaultFormat;
  const { lines } = await session.lines(protocolLimits.multilineReply);
  return parseOverviewFormat(lines);
}

async function selectGroup(session: NewsSession, group: string): Promise<GroupSummary> {
  const status = await session.command(`GROUP ${group}`);
  if (status.code !== GROUP_SELECTED) throw statusError(status);
  const summary = parseGroupSummary(status.text);
  if (summary === null)
    throw new GatewayError('gateway-protocol', 'The news server’s reply about the group cannot be read.');
  return summary;
}

/** The numbers of the articles before and after one in its group; `null` = none, or unknown. */
export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

export interface FetchedArticle {
  readonly messageId: string | null;
  readonly data: DataStream;
  readonly neighbours: Neighbours;
}

/** Begins to fetch an article. From then on the session serves only its data. */
export async function fetchArticle(session: NewsSession, target: ArticleTarget): Promise<FetchedArticle> {
  if (target.kind === 'article') return fetchNumbered(session, target);
  const { messageId } = target;
  const status = await session.command(`ARTICLE <${messageId}>`);
  if (status.code !== ARTICLE_FOLLOWS) throw statusError(status, [onAnotherServer(messageId)]);
  return { messageId, data: session.data(), neighbours: { previous: null, next: null } };
}

/** The explorer with a link to the article, whose server is left to the visitor. */
function onAnotherServer(messageId: string): FailureLink {
  const url = encodeURIComponent(`news://news.example/${messageId}`);
  return { text: 'Change the server', href: `/inspect?url=${url}` };
}

/** Adjacent numbers may not exist, so LAST and NEXT ask the server for them (RFC 3977 §6.1.3, §6.1.4). */
async function fetchNumbered(
  session: NewsSession,
  { group, number }: { readonly group: string; readonly number: number },
): Promise<FetchedArticle> {
  await selectGroup(session, group);
  const select = `STAT ${number}`;
  await session.pipeline(select, 'LAST', select, 'NEXT', `ARTICLE ${number}`);
  await session.status();
  const previous = articleNumberOf(await session.status());
  await session.status();
  const next = articleNumberOf(await session.status());
  const status = await session.status();
  if (status.code !== ARTICLE_FOLLOWS) throw statusError(status);
  const messageId = parseArticleStatus(status.text)?.messageId ?? null;
  return { messageId, data: session.data(), neighbours: { previous, next } };
}

function articleNumberOf({ code, text }: Status): number | null {
  return code === ARTICLE_EXISTS ? (parseArticleStatus(text)?.number ?? null) : null;
}
