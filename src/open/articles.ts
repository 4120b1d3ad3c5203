/** Groups and their articles, as JSON and pages show them. */
import { type Canonical, canonicalize } from '../index.ts';
import type { Message } from '../message/message.ts';
import type { Body } from '../protocols/connection.ts';
import type { ListedGroup } from '../protocols/nntp/group-list.ts';
import type { CrossPost, DecodedOverview } from '../protocols/nntp/overview.ts';
import type { FoundPart } from './message-parts.ts';
import type { MessageText } from './message-text.ts';

export type { ListedGroup } from '../protocols/nntp/group-list.ts';

/** Makes the canonical links to what one server has. */
export interface ServerLinks {
  /** The name of the server, for people. */
  readonly name: string;
  /** The groups whose names match a pattern; `*` = all. */
  groups(pattern: string): Canonical;
  group(name: string): Canonical;
  /** An article by its message-id, which is the same on every server. */
  message(messageId: string): Canonical;
  /** The same, without this server. */
  onAnyServer(messageId: string): Canonical;
  /**
   * The same as a news link without a server, which RFC 1738 §3.7 prefers to links with numbers: those mean an article
   * on one server only.
   */
  preferred(messageId: string): Canonical;
  /** An article by its number on this server. */
  articleByNumber(group: string, number: number): Canonical;
  /** Whether servers can be asked for a group of this name. */
  isGroup(name: string): boolean;
  /** Whether servers can be asked for this message-id. */
  isMessageId(text: string): boolean;
}

/** The groups of a list in the order of their names. There may be 50,000, so each becomes an object in its turn. */
export interface ListedGroups extends Iterable<ListedGroup> {
  readonly size: number;
  names(): Iterable<string>;
}

/** An article in the list of a group. */
export type ListedArticle = DecodedOverview;

/** Articles of one group, in the order of their numbers. */
export interface GroupArticles {
  readonly server: ServerLinks;
  readonly group: string;
  readonly articles: readonly ListedArticle[];
}

/** The link to an article: by its message-id if servers can be asked for it, else by its number. */
export function articleLink(
  server: ServerLinks,
  group: string,
  { messageId, number }: Pick<ListedArticle, 'messageId' | 'number'>,
): Canonical {
  const isKnown = messageId !== null && server.isMessageId(messageId);
  return isKnown ? server.message(messageId) : server.articleByNumber(group, number);
}

/** The link of an article that is the same on every server; `null` if no link can have its message-id. */
export function newsLink(server: ServerLinks, messageId: string | null): Canonical | null {
  return messageId !== null && server.isMessageId(messageId) ? server.preferred(messageId) : null;
}

/** A month in which articles of a group were written. */
export interface GroupMonth {
  /** `1991-03`. */
  readonly month: string;
  /** The number of its articles. */
  readonly count: number;
  /** The number of its last article. */
  readonly to: number;
}

/** A list of groups of articles. */
export interface Groups {
  readonly shape: 'groups';
  /** How long other readers may get the same list, in seconds. */
  readonly freshFor: number;
  readonly server: ServerLinks;
  /** The name of the archive that has them; `null` = a server does. */
  readonly archive: string | null;
  /** The pattern of their names; `*` = all. */
  readonly wildmat: string;
  /** A word in the name or description of every listed group; empty = none was asked for. */
  readonly match: string;
  readonly groups: ListedGroups;
  /** Whether the server has more groups than were read. */
  readonly truncated: boolean;
  /** The same as text for programs that want no JSON: lines with their ends. */
  plain(): Iterable<string>;
}

/** Some of the articles of a group: the newest, or those up to a number. */
export interface Group extends GroupArticles {
  readonly shape: 'group';
  /** How long other readers may get the same articles, in seconds. */
  readonly freshFor: number;
  /** The estimated number of all articles, and the lowest and the highest of their numbers. */
  readonly summary: { readonly count: number; readonly low: number; readonly high: number };
  /** The numbers that were asked for, both inclusive; `null` if the group is empty. */
  readonly range: readonly [from: number, to: number] | null;
  /** Of lines that are not UTF-8; `null` = all are. */
  readonly charset: string | null;
  /** The highest number on the page of older articles; `null` = there is none. */
  readonly older: number | null;
  /** The highest number on the page of newer articles; `null` = there is none. */
  readonly newer: number | null;
  /** The name of the archive that has the articles, whose numbers are positions by date; `null` = a server has them. */
  readonly archive: string | null;
  /** The oldest first. Empty = unknown. */
  readonly months: readonly GroupMonth[];
  /** The same as text for programs that want no JSON. */
  plain(): string;
}

/**
 * The link to the thread of an article, which the link of the article begins: news links have none of their own.
 *
 * @param article - the canonical link of the article
 */
export function threadLink(article: Canonical): Canonical {
  return canonicalize(`${article}/thread`);
}

/** The thread of an article: the articles of its group that belong to it, as far as they were searched for. */
export interface DiscussionThread extends ArticlesAround {
  readonly shape: 'thread';
  /** How long other readers may get the same articles, in seconds. */
  readonly freshFor: number;
  /** The link of the first article that the server still has, so that a thread has one address. */
  readonly first: Canonical;
  /** The name of the archive that has the articles; `null` = a server has them. */
  readonly archive: string | null;
  readonly subject: string;
  /** The numbers among which articles were searched for, both inclusive; `null` = none, because the group is empty. */
  readonly searched: readonly [from: number, to: number] | null;
  /** Whether there may be more articles of the thread than these. */
  readonly cut: boolean;
  /** Of texts that are not UTF-8 and declare none; `null` = there are none. */
  readonly charset: string | null;
  /** The same as text for programs that want no JSON. */
  plain(): string;
}

/** A part of the text of an article. */
export interface ArticleBlock {
  /** `encoded`: a file in the text, in an encoding older than MIME. */
  readonly kind: 'text' | 'quote' | 'signature' | 'encoded';
  /** The depth of a quote, from 1; 0 for all other kinds. */
  readonly depth: number;
  /** Without their quote marks. */
  readonly lines: readonly string[];
}

/** The first line of an encoded file. */
export interface EncodedStart {
  readonly encoding: 'yenc' | 'uuencode';
  /** The name of the file as written; it may be a path. */
  readonly name: string;
}

/** A file in the text of an article. */
export interface EncodedFile extends EncodedStart {
  /** The number of octets; of an incomplete file, of those that are here. An estimate for yEnc. */
  readonly size: number;
  /** Whether the text has the end of the file. Long files were posted in several articles. */
  readonly complete: boolean;
}

/** The name of a file that stands in the text, among the parts. No Content-ID has this form: those have an `@`. */
export function encodedPart(index: number): string {
  return `encoded-${index}`;
}

/** The number of such a file, from 1; `null` for other parts. */
export function encodedIndex(part: string | null): number | null {
  const [, index] = /^encoded-([1-9]\d{0,2})$/.exec(part ?? '') ?? [];
  return index === undefined ? null : Number(index);
}

/** A message to groups. */
export interface ArticleMessage extends Message {
  readonly messageId: string | null;
  readonly newsgroups: readonly string[];
  /** `author`: the author asks for replies by mail. */
  readonly followupTo: readonly string[] | 'author';
  /** The articles that this one replies to, the oldest first. */
  readonly references: readonly string[];
  readonly crossPosts: readonly CrossPost[];
  readonly blocks: readonly ArticleBlock[];
  /** What the blocks were made from: HTML only if there is no plain text; `null` = there is no text. */
  readonly textFrom: MessageText['from'];
  /** The files in the text, encoded in ways that are older than MIME. */
  readonly encodedFiles: readonly EncodedFile[];
  readonly noArchive: boolean;
  /** The number of entries that each list above leaves out. A header may have tens of thousands. */
  readonly omitted: Readonly<Record<ArticleList, number>>;
}

type ArticleList = 'from' | 'newsgroups' | 'followupTo' | 'references' | 'crossPosts';

/** An article, or a part of one. It is an offer: no server is asked before `fetch`. */
export interface Article {
  readonly shape: 'article';
  /**
   * The message-id in the link; `null` = it has none. Articles never change, so who has this one need not fetch it
   * again.
   */
  readonly messageId: string | null;
  /** What is wanted of it: the number or the Content-ID of a part, or `encodedPart`; `null` = the article itself. */
  readonly part: string | null;
  fetch(): Promise<OpenedArticle>;
}

/** An article that its server has begun to send. */
export interface OpenedArticle {
  /** Its canonical link. */
  readonly url: Canonical;
  /** Whether the server knows it only by the id as it was written, which is another than that of the link. */
  readonly isOtherId: boolean;
  /** `null` = unknown. */
  readonly messageId: string | null;
  /** What was asked for. It can be read once. */
  content(): Promise<ArticleContent>;
  /** Ends the session, unless a body of the content still needs it. */
  close(): void;
}

export type ArticleContent = ArticleOctets | ArticlePart | WholeArticle;

interface CommonContent {
  /** Whether the header asks archives not to keep the article. */
  readonly noArchive: boolean;
}

/** Octets that arrive: the article as the server sends it, or a file that stands in its text. */
export interface ArticleOctets extends CommonContent {
  readonly kind: 'octets';
  /** Of the file; `null` = this is the article. */
  readonly name: string | null;
  readonly mediaType: string;
  readonly body: Body;
}

/** A part of the message (MIME). */
export interface ArticlePart extends CommonContent {
  readonly kind: 'part';
  /** The canonical link of the part if it has one, else of the article. */
  readonly url: Canonical;
  readonly found: FoundPart;
}

/** The article, read. */
export interface WholeArticle extends CommonContent {
  readonly kind: 'article';
  readonly url: Canonical;
  readonly server: ServerLinks;
  /** The name of the archive that has it; `null` = a server does. */
  readonly archive: string | null;
  readonly message: ArticleMessage;
  /** The place that the link names, and the numbers of the articles beside it; `null` = the link has a message-id. */
  readonly place: ArticlePlace | null;
  /** Whether all octets were read. */
  readonly complete: boolean;
  /**
   * Fetches the articles around this one, and the one that this is among them; `null` if the server cannot list them.
   */
  around(): Promise<ArticlesAround | null>;
}

interface ArticlePlace {
  readonly group: string;
  readonly number: number;
  /** `null` = none, or unknown. */
  readonly previous: number | null;
  readonly next: number | null;
}

export interface ArticlesAround extends GroupArticles {
  isThis(listed: ListedArticle): boolean;
}
