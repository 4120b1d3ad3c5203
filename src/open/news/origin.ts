/**
 * Where groups and articles come from: a news server, or articles that were received before (draft-ietf-uri-url-03
 * §2.6). What is shown does not know which of them it was.
 */
import { codeOf, type GatewayCode, isFailure } from '../../net/failure.ts';
import type { Body } from '../../protocols/connection.ts';
import {
  type ArticleTarget,
  type FetchedArticle,
  type FetchedGroups,
  fetchArticle,
  fetchGroups,
  fetchHead,
  fetchHeadsOf,
  fetchOverview,
  findTarget,
  type GroupPage,
  selectGroup,
} from '../../protocols/nntp/commands.ts';
import type { Overview } from '../../protocols/nntp/overview.ts';
import { type FetchedRange, fetchRange } from '../../protocols/nntp/range.ts';
import type { GroupSummary } from '../../protocols/nntp/response.ts';
import type { NewsSession } from '../../protocols/nntp/session.ts';
import type { NewsTarget } from '../../schemes/news/request.ts';
import type { GroupMonth, ServerLinks } from '../articles.ts';
import { ALIVE, type LinkFinding, type Network } from '../contract.ts';
import { readArticle } from './read-article.ts';
import { type NewsServer, openSession, type SessionContext } from './server.ts';

/** The octets of an article, whose header can be read before the rest. */
export interface ArticleData extends Body {
  /** The header, with what came with it: at most `cap` octets. The next `read` returns them again. */
  header(cap: number): Promise<Uint8Array>;
}

/** An article that can be read. */
export interface OfferedArticle extends Omit<FetchedArticle, 'data'> {
  readonly data: ArticleData;
}

/** Groups and articles that can be asked for now. Each method throws a `ProtocolError` for what is not there. */
export interface NewsAccess {
  readonly links: ServerLinks;
  /** The name of the archive; `null` = this is a server. */
  readonly archive: string | null;
  /** The groups whose names match a pattern; `*` = all. */
  groups(wildmat: string): Promise<FetchedGroups>;
  /** The last articles of a group up to a number; `null` = the newest. */
  page(group: string, to: number | null, most: number): Promise<GroupPage>;
  /**
   * Articles of a group around the one that was fetched last.
   *
   * @param number - of that article; `null` = unknown, or without a meaning here
   */
  around(group: string, number: number | null, most: number): Promise<readonly Overview[]>;
  /** The header of an article, as octets. What follows it may be there, too. */
  head(target: ArticleTarget): Promise<Uint8Array>;
  /** The headers of the articles with these message-ids, as octets. Those that are not there are left out. */
  heads(messageIds: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The number of an article in a group, by its header; `null` = unknown. */
  numberIn(group: string, header: Uint8Array): Promise<number | null>;
  /** The numbers of a group, in which articles are then searched for. */
  summary(group: string): Promise<GroupSummary>;
  /**
   * The wanted articles of the group whose summary was asked for last.
   *
   * @param from - the lowest number
   * @param to - the highest number, inclusive
   */
  range(group: string, from: number, to: number, isWanted: (overview: Overview) => boolean): Promise<FetchedRange>;
  /** The months of a group. A server does not know them. */
  months(group: string): Promise<readonly GroupMonth[]>;
  /** Begins to fetch an article. Until its end was read, nothing else can be asked for. */
  article(target: ArticleTarget): Promise<OfferedArticle>;
  /** What says that a group or an article is there. */
  find(target: Exclude<NewsTarget, { kind: 'groups' }>): Promise<LinkFinding>;
  close(): void;
}

export type OriginContext = SessionContext & Pick<Network, 'userAgent'>;

export interface NewsOrigin {
  open(context: OriginContext): Promise<NewsAccess>;
  /** The error in the words of this origin. Absent = it is said as it is. */
  failureOf?(error: unknown): unknown;
}

export function serverOrigin(server: NewsServer): NewsOrigin {
  return { open: async (context) => accessOf(await openSession(context, server), server) };
}

function accessOf(session: NewsSession, { links }: NewsServer): NewsAccess {
  return {
    links,
    archive: null,
    groups: (wildmat) => fetchGroups(session, wildmat),
    page: (group, to, most) => fetchOverview(session, group, to, most),
    async around(group, number, most) {
      // Without a number, the article may be among the newest.
      return (await fetchOverview(session, group, number === null ? null : number + most / 2, most)).articles;
    },
    async head(target) {
      const { lines } = await fetchHead(session, target);
      return new TextEncoder().encode(lines.join('\r\n'));
    },
    heads: (messageIds) => fetchHeadsOf(session, messageIds),
    async numberIn(group, header) {
      const { crossPosts } = readArticle(header, null);
      return crossPosts.find((place) => place.group === group)?.number ?? null;
    },
    summary: (group) => selectGroup(session, group),
    range: (_group, from, to, isWanted) => fetchRange(session, from, to, isWanted),
    months: async () => [],
    article: (target) => fetchArticle(session, target),
    async find(target) {
      const { code, text } = await findTarget(session, target);
      return { ...ALIVE, reply: `${code} ${text}`.trimEnd() };
    },
    close: () => session.close(),
  };
}

/** Why another origin is asked: this one does not have it, does not show it, or cannot be asked. */
const TRY_ANOTHER: ReadonlySet<GatewayCode> = new Set([
  'not-found',
  'unauthorized',
  'forbidden',
  'not-implemented',
  'gateway-unreachable',
  'gateway-timeout',
  'gateway-tls',
  'gateway-protocol',
  'gateway-busy',
  'gateway-server-failure',
]);

/**
 * Asks one origin after the other, until one has what is asked for.
 *
 * @throws the error of the first origin, which the link means, unless a later one is damaged
 */
export async function firstOf<Result>(
  origins: readonly NewsOrigin[],
  ask: (origin: NewsOrigin) => Promise<Result>,
): Promise<Result> {
  let failure: unknown;
  for (const origin of origins) {
    try {
      return await ask(origin);
    } catch (cause) {
      const error = origin.failureOf?.(cause) ?? cause;
      if (!isFailure(error) || !TRY_ANOTHER.has(codeOf(error))) throw error;
      if (failure === undefined || codeOf(error) !== 'not-found') failure = error;
    }
  }
  throw failure;
}
