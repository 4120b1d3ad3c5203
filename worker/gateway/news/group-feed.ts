/** The feed of a group: the articles of its page, the newest first. */
import { canonicalize } from '../../../src/index.ts';
import { isMessageId } from '../../../src/schemes/news/names.ts';
import { type FeedEntry, feedResponse } from '../shared/atom.ts';
import type { GroupView, ListedArticle } from './group-view.ts';
import { articleLink, type NewsContext } from './server.ts';
import { authorText, subjectText } from './thread-rows.ts';

/** Responds with the feed of a group. */
export function groupFeed(context: NewsContext, view: GroupView, headers: Readonly<Record<string, string>>): Response {
  const { group, server, articles } = view;
  const entries: FeedEntry[] = [];
  let updated = new Date(0);
  for (const article of articles) {
    // An article without a date came after the article with the number before it.
    updated = article.date.moment ?? updated;
    entries.unshift(entryOf(context, view, article, updated));
  }
  return feedResponse(context, { id: server.group(group), title: group, author: server.name, entries }, headers);
}

function entryOf(
  { links }: NewsContext,
  { group, server }: GroupView,
  article: ListedArticle,
  updated: Date,
): FeedEntry {
  const link = articleLink(server, group, article);
  const { messageId } = article;
  // The same article has the same id in the feed of every group and server.
  const id = messageId !== null && isMessageId(messageId) ? canonicalize(`mid:${encodeURIComponent(messageId)}`) : link;
  const title = subjectText(article.subject);
  return { id, title, updated, author: authorText(article), href: links.hrefOfCanonical(link) };
}
