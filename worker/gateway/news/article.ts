/**
 * An article: a message to newsgroups, with its text split into new text, quotes and signature, and without the domains
 * of mail addresses if the operator hides them from address collectors.
 */

import type { Person } from '../../../src/message/encoded-words.ts';
import { fieldOf, type HeaderField } from '../../../src/message/header.ts';
import { type Message, readMessage } from '../../../src/message/message.ts';
import { type CrossPost, messageIds, parseXref } from '../../../src/protocols/nntp/overview.ts';
import { isGroup } from '../../../src/schemes/news/request.ts';
import { maskAddresses, type Piece, piecesOf } from '../../../src/text/mentions.ts';
import { type ArticleBlock, blocksOf, type EncodedFile, encodedFilesIn, formatOf } from './article-text.ts';

export interface Article extends Message {
  readonly messageId: string | null;
  readonly newsgroups: readonly string[];
  /** `author`: the author asks for replies by mail. */
  readonly followupTo: readonly string[] | 'author';
  /** The articles that this one replies to, the oldest first. */
  readonly references: readonly string[];
  readonly crossPosts: readonly CrossPost[];
  readonly blocks: readonly ArticleBlock[];
  /** The files in the text, encoded in ways that are older than MIME. */
  readonly encodedFiles: readonly EncodedFile[];
  readonly noArchive: boolean;
  /** The number of entries that each list above leaves out. A header may have tens of thousands. */
  readonly omitted: Readonly<Record<ListName, number>>;
}

type ListName = 'from' | 'newsgroups' | 'followupTo' | 'references' | 'crossPosts';

/** The entries of a header that are kept: more than any sincere article has. */
const MOST_ENTRIES = 100;

/** Parses an article without dot-stuffing, in the charset that the visitor chose or else in the likeliest one. */
export function readArticle(octets: Uint8Array, charset: string | null): Article {
  const message = readMessage(octets, charset);
  const value = (name: string): string => fieldOf(message.fields, name) ?? '';
  const blocks = message.texts.flatMap(({ part, text }) => blocksOf(text, formatOf(part.parameters)));
  const newsgroups = groupsIn(value('Newsgroups'));
  const followupTo = value('Followup-To').trim();
  const followupGroups = groupsIn(followupTo);
  const references = messageIds(value('References'));
  const crossPosts = parseXref(value('Xref'));
  const omitted = ({ length }: readonly unknown[]): number => Math.max(0, length - MOST_ENTRIES);
  return {
    ...message,
    from: message.from.slice(0, MOST_ENTRIES),
    messageId: messageIds(value('Message-ID'))[0] ?? null,
    newsgroups: newsgroups.slice(0, MOST_ENTRIES),
    followupTo: followupTo.toLowerCase() === BY_MAIL ? 'author' : followupGroups.slice(0, MOST_ENTRIES),
    // The last one is the article that this one replies to.
    references: references.length > 0 ? references.slice(-MOST_ENTRIES) : messageIds(value('In-Reply-To')).slice(-1),
    crossPosts: crossPosts.slice(0, MOST_ENTRIES),
    omitted: {
      from: omitted(message.from),
      newsgroups: omitted(newsgroups),
      followupTo: omitted(followupGroups),
      references: omitted(references),
      crossPosts: omitted(crossPosts),
    },
    blocks,
    encodedFiles: encodedFilesIn(blocks).slice(0, MOST_ENTRIES),
    noArchive: asksNotToBeArchived(message.fields),
  };
}

/** RFC 5536 §3.2.6: the keyword for replies by mail, instead of a group. */
const BY_MAIL = 'poster';

/** Whether the fields of an article ask archives not to keep it. */
export function asksNotToBeArchived(fields: readonly HeaderField[]): boolean {
  return /^yes\b/i.test(fieldOf(fields, 'X-No-Archive') ?? '') || /^no\b/i.test(fieldOf(fields, 'Archive') ?? '');
}

function groupsIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(isGroup);
}

/**
 * Fields with message-ids, content ids and server paths, which stay unchanged. Message-ids look like addresses, but
 * readers need them to find articles.
 */
const IDENTIFYING: ReadonlySet<string> = new Set([
  'message-id',
  'references',
  'in-reply-to',
  'supersedes',
  'control',
  'path',
  'xref',
  'content-id',
  'content-type',
]);

export function maskArticle(article: Article): Article {
  return {
    ...article,
    subject: maskAddresses(article.subject),
    from: article.from.map(maskPerson),
    to: article.to.map(maskPerson),
    fields: article.fields.map(maskField),
    // Masking would corrupt encoded files.
    blocks: article.blocks.map((block) =>
      block.kind === 'encoded' ? block : { ...block, lines: block.lines.map(maskLine) },
    ),
  };
}

export function maskPerson({ name, address }: Person): Person {
  return { name: maskAddresses(name), address: maskAddresses(address) };
}

function maskField(field: HeaderField): HeaderField {
  return IDENTIFYING.has(field.name.toLowerCase()) ? field : { ...field, value: maskAddresses(field.value) };
}

/** Masks only the pieces that are addresses. */
function maskLine(line: string): string {
  return piecesOf(line)
    .map((piece) => (isAddress(piece) ? maskAddresses(piece.text) : piece.text))
    .join('');
}

function isAddress(piece: Piece): boolean {
  return piece.kind === 'address' || (piece.kind === 'url' && /^mailto:/i.test(piece.url));
}
