/**
 * The overviews of a range of articles in the selected group: by OVER (RFC 3977 §8.3) or XOVER (RFC 2980 §2.8), and
 * from the headers where a server has neither, or where a line does not say in which charset it is.
 */
import { declaredCharset, FALLBACK_CHARSET } from '../../message/charset.ts';
import { fieldOf, firstFieldOf, parseFields, parseStructured } from '../../message/header.ts';
import { isUtf8 } from '../../octets/charset.ts';
import { collect } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import {
  defaultFormat,
  messageIds,
  type Overview,
  type OverviewField,
  parseOverview,
  parseOverviewFormat,
  parseXref,
  quantity,
} from './overview.ts';
import { type NntpStatus, refusal } from './response.ts';
import type { NewsSession } from './session.ts';

const LIST_FOLLOWS = 215;
const HEAD_FOLLOWS = 221;
const OVERVIEW_FOLLOWS = 224;
/** The statuses of a range without articles, which is not an error (RFC 3977 §8.3.2; XOVER answers 420). */
const NO_ARTICLES: ReadonlySet<number> = new Set([420, 421, 422, 423]);
/** The statuses of servers that have no overviews. */
const NO_OVERVIEWS: ReadonlySet<number> = new Set([500, 501, 503]);

/** The most articles whose headers are fetched, one by one. */
export const MOST_HEADS = 200;

/** The articles of a range of numbers. */
export interface FetchedRange {
  /** In the order of their numbers. Missing numbers are articles that expired or were cancelled. */
  readonly articles: readonly Overview[];
  /** The charset in which texts were decoded that are not UTF-8 and declare none; `null` = there are no such texts. */
  readonly charset: string | null;
  /** Whether the server has no overviews, so that each header was fetched. */
  readonly isOneByOne: boolean;
}

/**
 * Fetches the overviews of a range in the selected group. Without overviews, the server is asked for the headers of the
 * last {@link MOST_HEADS} numbers.
 *
 * @param first - the lowest number
 * @param last - the highest number, inclusive
 * @param isWanted - whether an article belongs to the result; its texts may be in a wrong charset. Absent = all do
 */
export async function fetchRange(
  session: NewsSession,
  first: number,
  last: number,
  isWanted: (article: Overview) => boolean = () => true,
): Promise<FetchedRange> {
  const command = (await session.capabilities()).has('OVER') ? 'OVER' : 'XOVER';
  await session.pipeline('LIST OVERVIEW.FMT', `${command} ${first}-${last}`);
  const format = await readFormat(session);
  const status = await session.status();
  if (NO_ARTICLES.has(status.code)) return { articles: [], charset: null, isOneByOne: false };
  if (NO_OVERVIEWS.has(status.code)) {
    const { articles, ...range } = await fromHeads(session, Math.max(first, last - MOST_HEADS + 1), last);
    return { ...range, articles: articles.filter(isWanted) };
  }
  if (status.code !== OVERVIEW_FOLLOWS) throw refusal(status);
  // References may be long. Articles outside the requested range are ignored.
  const most = last - first + 1;
  const { lines, charset, guessed, complete } = await session.lines(
    Math.min(most * protocolLimits.line, protocolLimits.listing),
  );
  const articles: Overview[] = [];
  const unclear: number[] = [];
  for (const [index, line] of lines.slice(0, most).entries()) {
    const overview = parseOverview(line, format);
    if (overview === null || overview.number < first || overview.number > last || !isWanted(overview)) continue;
    articles.push(overview);
    if (guessed.has(index)) unclear.push(overview.number);
  }
  articles.sort((a, b) => a.number - b.number);
  // No command can follow a list that was cut.
  const range = { articles, charset, isOneByOne: false };
  return unclear.length === 0 || !complete ? range : declared(session, range, unclear);
}

async function readFormat(session: NewsSession): Promise<readonly OverviewField[]> {
  const status = await session.status();
  if (status.code !== LIST_FOLLOWS) return defaultFormat;
  const { lines } = await session.lines(protocolLimits.multilineReply);
  return parseOverviewFormat(lines);
}

/** Overviews whose texts are replaced by those of the headers, which say in which charset they are. */
async function declared(session: NewsSession, range: FetchedRange, unclear: readonly number[]): Promise<FetchedRange> {
  const { heads } = await fetchHeads(session, unclear.slice(-MOST_HEADS), String);
  const clear = new Map<number, Overview>();
  for (const [number, header] of heads) {
    const { charset, ...overview } = overviewOf(number, header, null);
    if (charset === null) clear.set(number, overview);
  }
  const articles = range.articles.map((article): Overview => {
    const { subject, from } = clear.get(article.number) ?? article;
    return { ...article, subject, from };
  });
  return { ...range, articles, charset: clear.size === unclear.length ? null : range.charset };
}

async function fromHeads(session: NewsSession, first: number, last: number): Promise<FetchedRange> {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const { heads, refused } = await fetchHeads(session, numbers, String);
  if (heads.size === 0 && refused !== null) throw refusal(refused);
  const found = [...heads].map(([number, header]) => overviewOf(number, header, session.charset));
  return {
    articles: found.map(({ charset: _, ...article }) => article),
    charset: found.find(({ charset }) => charset !== null)?.charset ?? null,
    isOneByOne: true,
  };
}

interface Heads<Key> {
  /** By what names the articles; those that the server does not have are left out. */
  readonly heads: ReadonlyMap<Key, Uint8Array>;
  /** The last status that says more than that an article is missing; `null` = there was none. */
  readonly refused: NntpStatus | null;
}

/**
 * Fetches the headers of articles with one request.
 *
 * @param argument - names the article in a command
 */
export async function fetchHeads<Key>(
  session: NewsSession,
  keys: readonly Key[],
  argument: (key: Key) => string,
): Promise<Heads<Key>> {
  const heads = new Map<Key, Uint8Array>();
  let refused: NntpStatus | null = null;
  if (keys.length > 0) await session.pipeline(...keys.map((key) => `HEAD ${argument(key)}`));
  for (const key of keys) {
    const status = await session.status();
    if (status.code !== HEAD_FOLLOWS) {
      refused = NO_ARTICLES.has(status.code) ? refused : status;
      continue;
    }
    const data = session.data();
    const { octets, complete } = await collect(data, protocolLimits.multilineReply);
    heads.set(key, octets);
    // The rest of a long header stands before the next status.
    if (!complete) await collect({ read: () => data.read(), unread: () => {} }, protocolLimits.listing);
  }
  return { heads, refused };
}

/**
 * The overview of an article by its header, decoded as that of an article that is read.
 *
 * @returns with the charset of texts that declare none, as in {@link FetchedRange}
 */
function overviewOf(number: number, header: Uint8Array, chosen: string | null): Overview & { charset: string | null } {
  const undecoded = parseFields(header, null);
  const { parameters } = parseStructured(fieldOf(undecoded, 'Content-Type') ?? '');
  const label = chosen ?? declaredCharset(parameters.get('charset') ?? null);
  const fields = label === null ? undecoded : parseFields(header, label);
  const value = (...names: string[]): string => firstFieldOf(fields, ...names).replaceAll('\t', ' ');
  return {
    number,
    // RFC 850 §2.1: early programs wrote Title and Posted.
    subject: value('Subject', 'Title'),
    from: value('From'),
    date: value('Date', 'Posted'),
    messageId: messageIds(value('Message-ID'))[0] ?? null,
    references: messageIds(value('References')),
    bytes: null,
    lines: quantity(value('Lines')),
    crossPosts: parseXref(value('Xref')),
    charset: chosen ?? (label !== null || isUtf8(header) ? null : FALLBACK_CHARSET),
  };
}
