/** An article: a message to newsgroups, with its text split into new text, quotes and signature. */

import { type Field, fieldOf } from '../../../src/message/header.ts';
import { type Message, readMessage } from '../../../src/message/message.ts';
import { type CrossPost, messageIds, parseXref } from '../../../src/protocols/nntp/overview.ts';
import { isGroup } from '../../../src/schemes/news/names.ts';
import { type Block, blocksOf, type EncodedFile, encodedFilesIn, formatOf } from './article-text.ts';

export interface Article extends Message {
  readonly messageId: string | null;
  readonly newsgroups: readonly string[];
  /** `author`: the author asks for replies by mail. */
  readonly followupTo: readonly string[] | 'author';
  /** The articles that this one replies to, the oldest first. */
  readonly references: readonly string[];
  readonly crossPosts: readonly CrossPost[];
  readonly blocks: readonly Block[];
  /** The files in the text, encoded in ways that are older than MIME. */
  readonly encodedFiles: readonly EncodedFile[];
  /** Whether the author asked not to be archived. */
  readonly noArchive: boolean;
  /** The number of entries that each list above leaves out. A header may have tens of thousands. */
  readonly omitted: Readonly<Record<ListName, number>>;
}

type ListName = 'from' | 'newsgroups' | 'followupTo' | 'references' | 'crossPosts';

/** The entries of a header that are kept: more than any sincere article has. */
const MOST_ENTRIES = 100;

/**
 * Parses an article.
 *
 * @param octets - header and body, without dot-stuffing
 * @param charset - the visitor's choice; `null` = detect it
 */
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
export function asksNotToBeArchived(fields: readonly Field[]): boolean {
  return /^yes\b/i.test(fieldOf(fields, 'X-No-Archive') ?? '') || /^no\b/i.test(fieldOf(fields, 'Archive') ?? '');
}

function groupsIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(isGroup);
}
