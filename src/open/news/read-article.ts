/** Reads an article: a message to newsgroups, with its text split into new text, quotes and signature. */
import { fieldOf, type HeaderField, parseFields, splitEntity } from '../../message/header.ts';
import { readMessage } from '../../message/message.ts';
import { messageIds, parseXref } from '../../protocols/nntp/overview.ts';
import { isGroup } from '../../schemes/news/request.ts';
import type { ArticleMessage } from '../articles.ts';
import { textOf } from '../message-text.ts';
import { blocksOf, encodedFilesIn, fixedFormat, formatOf } from './article-text.ts';

/** The entries of a header that are kept: more than any sincere article has. */
const MOST_ENTRIES = 100;

/** Parses an article without dot-stuffing, in the charset that the visitor chose or else in the likeliest one. */
export function readArticle(octets: Uint8Array, charset: string | null): ArticleMessage {
  const message = readMessage(octets, charset);
  const value = (name: string): string => fieldOf(message.fields, name) ?? '';
  const { texts, from: textFrom } = textOf(message, charset);
  const blocks = texts.flatMap(({ part, text }) =>
    blocksOf(text, textFrom === 'html' ? fixedFormat : formatOf(part.parameters)),
  );
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
    textFrom,
    encodedFiles: encodedFilesIn(blocks).slice(0, MOST_ENTRIES),
    noArchive: asksNotToBeArchived(message.fields),
  };
}

/** RFC 5536 §3.2.6: the keyword for replies by mail, instead of a group. */
const BY_MAIL = 'poster';

/** Whether an article asks archives not to keep it: by its octets, or their beginning with the header. */
export function hasNoArchive(article: Uint8Array): boolean {
  return asksNotToBeArchived(parseFields(splitEntity(article).header, null));
}

function asksNotToBeArchived(fields: readonly HeaderField[]): boolean {
  return /^yes\b/i.test(fieldOf(fields, 'X-No-Archive') ?? '') || /^no\b/i.test(fieldOf(fields, 'Archive') ?? '');
}

function groupsIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(isGroup);
}
