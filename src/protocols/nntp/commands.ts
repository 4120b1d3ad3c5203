/**
 * What a reader asks a news server for: lists of groups, overviews of a group, and articles (RFC 3977 §6 to §8). The
 * results are plain data. Names that no command may contain are never sent.
 */
import { isGroup, isMessageId, isWildmat, type NewsTarget } from '../../schemes/news/request.ts';
import { protocolLimits } from '../limits.ts';
import { ProtocolError } from '../protocol-error.ts';
import type { DataStream } from './data-block.ts';
import { GroupList, LONGEST_PIECE } from './group-list.ts';
import { type FetchedRange, fetchHeads, fetchRange } from './range.ts';
import {
  type GroupSummary,
  isEmptyGroup,
  type NntpStatus,
  parseArticleStatus,
  parseGroupSummary,
  refusal,
} from './response.ts';
import type { Lines, NewsSession } from './session.ts';

const GROUP_SELECTED = 211;
const LIST_FOLLOWS = 215;
const ARTICLE_FOLLOWS = 220;
const HEAD_FOLLOWS = 221;
const ARTICLE_EXISTS = 223;

/** Groups of a server. */
export interface FetchedGroups {
  readonly groups: GroupList;
  /** Whether the server has more than the list keeps. */
  readonly truncated: boolean;
}

/**
 * The groups whose names match, with their descriptions and, if the server counts them, their numbers of articles.
 *
 * @param wildmat - such as `comp.*`; `*` = all groups
 */
export async function fetchGroups(session: NewsSession, wildmat = '*'): Promise<FetchedGroups> {
  // RFC 6048 §2.2. For all groups the wildmat is left out, because some servers do not support it.
  const counted = (await session.capabilities()).get('LIST')?.includes('COUNTS') ?? false;
  const argument = wildmat === '*' ? '' : ` ${sendable(wildmat, isWildmat)}`;
  await session.expect(`LIST ${counted ? 'COUNTS' : 'ACTIVE'}${argument}`, LIST_FOLLOWS);
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

/** Selects a group: the estimated number of its articles, and the range of their numbers. */
export async function selectGroup(session: NewsSession, group: string): Promise<GroupSummary> {
  const { text } = await session.expect(groupCommand(group), GROUP_SELECTED);
  const summary = parseGroupSummary(text);
  if (summary === null) throw new ProtocolError('malformed', 'The news server’s reply about the group cannot be read.');
  return summary;
}

export interface GroupPage extends FetchedRange {
  readonly summary: GroupSummary;
  /** The requested article numbers, both inclusive; `null` if the group is empty. */
  readonly range: readonly [from: number, to: number] | null;
}

/**
 * Overviews of the last articles of a group up to a number.
 *
 * @param to - the highest article number; `null` = the newest
 * @param most - the most article numbers, including those of missing articles
 */
export async function fetchOverview(
  session: NewsSession,
  group: string,
  to: number | null,
  most: number,
): Promise<GroupPage> {
  const summary = await selectGroup(session, group);
  if (isEmptyGroup(summary)) return { summary, range: null, articles: [], charset: null, isOneByOne: false };
  const last = Math.max(summary.low, Math.min(to ?? summary.high, summary.high));
  const first = Math.max(summary.low, last - most + 1);
  return { summary, range: [first, last], ...(await fetchRange(session, first, last)) };
}

/** One article, by its message-id or by its number in a group. */
export type ArticleTarget = Extract<NewsTarget, { kind: 'message' | 'article' }>;

/** The numbers of the articles before and after one in its group; `null` = none, or unknown. */
export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

export interface FetchedArticle {
  readonly messageId: string | null;
  /** Header and body. */
  readonly data: DataStream;
  readonly neighbours: Neighbours;
}

/** Begins to fetch an article. Until its end was read, the session serves only its data. */
export async function fetchArticle(session: NewsSession, target: ArticleTarget): Promise<FetchedArticle> {
  if (target.kind === 'article') return fetchNumbered(session, target.group, target.number);
  await session.expect(`ARTICLE ${named(target.messageId)}`, ARTICLE_FOLLOWS);
  return { messageId: target.messageId, data: session.data(), neighbours: { previous: null, next: null } };
}

/** Adjacent numbers may not exist, so LAST and NEXT ask the server for them (RFC 3977 §6.1.3, §6.1.4). */
async function fetchNumbered(session: NewsSession, group: string, number: number): Promise<FetchedArticle> {
  await selectGroup(session, group);
  const select = `STAT ${number}`;
  await session.pipeline(select, 'LAST', select, 'NEXT', `ARTICLE ${number}`);
  await session.status();
  const previous = articleNumberOf(await session.status());
  await session.status();
  const next = articleNumberOf(await session.status());
  const status = await session.status();
  if (status.code !== ARTICLE_FOLLOWS) throw refusal(status);
  const messageId = parseArticleStatus(status.text)?.messageId ?? null;
  return { messageId, data: session.data(), neighbours: { previous, next } };
}

function articleNumberOf({ code, text }: NntpStatus): number | null {
  return code === ARTICLE_EXISTS ? (parseArticleStatus(text)?.number ?? null) : null;
}

/** The header of an article as the lines of its fields, which `parseFields` of `src/message/header.ts` reads. */
export async function fetchHead(session: NewsSession, target: ArticleTarget): Promise<Lines> {
  await session.expect(await articleCommand(session, 'HEAD', target), HEAD_FOLLOWS);
  return session.lines(protocolLimits.multilineReply);
}

/**
 * The headers of the articles with these message-ids, as octets. Those that the server does not have are left out.
 *
 * @throws ProtocolError `invalid-request` for an id that no command can contain
 */
export async function fetchHeadsOf(
  session: NewsSession,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  return (await fetchHeads(session, messageIds, named)).heads;
}

/**
 * Asks whether the server has a group or an article, and fetches neither.
 *
 * @returns the status that says so
 * @throws ProtocolError for the status that says that it does not
 */
export async function findTarget(
  session: NewsSession,
  target: Exclude<NewsTarget, { kind: 'groups' }>,
): Promise<NntpStatus> {
  if (target.kind === 'group') return session.expect(groupCommand(target.group), GROUP_SELECTED);
  return session.expect(await articleCommand(session, 'STAT', target), ARTICLE_EXISTS);
}

/** A command about an article, whose group is selected first if the target names it by number. */
async function articleCommand(session: NewsSession, command: string, target: ArticleTarget): Promise<string> {
  if (target.kind === 'message') return `${command} ${named(target.messageId)}`;
  await session.expect(groupCommand(target.group), GROUP_SELECTED);
  return `${command} ${target.number}`;
}

function groupCommand(group: string): string {
  return `GROUP ${sendable(group, isGroup)}`;
}

function named(messageId: string): string {
  return `<${sendable(messageId, isMessageId)}>`;
}

/** A name, if a command may contain it: no name can add a second command or argument. */
function sendable(name: string, isName: (name: string) => boolean): string {
  if (!isName(name)) throw new ProtocolError('invalid-request', 'NNTP cannot request this.');
  return name;
}
