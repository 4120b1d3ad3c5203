/** What a news server has, as JSON. Every link is canonical and comes with the address that opens it here. */

import type { LongList } from '../../../src/open/json-pieces.ts';
import type { ArticleTarget, Neighbours } from '../../../src/protocols/nntp/commands.ts';
import type { ListedGroup } from '../../../src/protocols/nntp/group-list.ts';
import type { DecodedOverview } from '../../../src/protocols/nntp/overview.ts';
import { isGroup, isMessageId } from '../../../src/schemes/news/request.ts';
import type { LinkBuilder } from '../contract/contract.ts';
import { absolute, linkJson } from '../shared/json-stream.ts';
import type { PartsOwner } from '../shared/message-html.ts';
import type { Article } from './article.ts';
import type { ArticleThread, GroupListView, GroupView, Thread } from './group-view.ts';
import { articleLink, type ServerLinks } from './server.ts';

export interface ArticleView {
  readonly article: Article;
  readonly target: ArticleTarget;
  /** The article numbers beside this one, if the link names it by number. */
  readonly neighbours: Neighbours;
  /** The thread around the article, for its page; `null` = unknown. */
  readonly thread: ArticleThread | null;
  readonly complete: boolean;
  /** The canonical link of the article. */
  readonly url: string;
  readonly server: ServerLinks;
}

/**
 * The address of a part of an article.
 *
 * ```
 *   /news/~/<message-id>                  the article
 *   /news/~/<message-id>/part/<n>         its n-th part; <n> may be a Content-ID
 *   /news/~/<message-id>/part/encoded-<n> the n-th file that stands in its text
 *   /open?url=news:<message-id>&part=<n>  the same for links without a gateway path
 * ```
 */
export function partHref(links: LinkBuilder, article: string, part: string): string {
  const href = links.hrefOf(article) ?? links.self();
  if (href.includes('?')) return links.hrefOf(article, { part }) ?? links.self({ part });
  return `${href}/part/${encodeURIComponent(part)}`;
}

/** An article as the message that its parts belong to. */
export function partsOwner(links: LinkBuilder, article: string): PartsOwner {
  return { url: article, partHref: (part) => partHref(links, article, part) };
}

/** The name of a file that stands in the text, for {@link partHref}. No Content-ID has this form: those have an `@`. */
export function encodedPart(index: number): string {
  return `encoded-${index}`;
}

/** The number of such a file, from 1; `null` for other parts. */
export function encodedIndex(part: string | null): number | null {
  const [, index] = /^encoded-([1-9]\d{0,2})$/.exec(part ?? '') ?? [];
  return index === undefined ? null : Number(index);
}

export function articleJson(links: LinkBuilder, view: ArticleView): object {
  const { article, target, complete, url, server } = view;
  const { previous, next } = view.neighbours;
  const beside = (number: number | null) =>
    target.kind !== 'article' || number === null
      ? null
      : { number, ...linkJson(links, server.articleByNumber(target.group, number)) };
  const toGroup = (name: string) => ({ name, ...linkJson(links, server.group(name)) });
  return {
    kind: 'article',
    ...linkJson(links, url),
    messageId: article.messageId,
    number: target.kind === 'article' ? target.number : null,
    previous: beside(previous),
    next: beside(next),
    subject: article.subject,
    from: article.from,
    date: article.date.moment?.toISOString() ?? null,
    newsgroups: article.newsgroups.map(toGroup),
    followupTo: article.followupTo === 'author' ? 'author' : article.followupTo.map(toGroup),
    references: article.references.filter(isMessageId).map((messageId) => ({
      messageId,
      ...linkJson(links, server.message(messageId)),
    })),
    crossPosts: article.crossPosts
      .filter(({ group }) => isGroup(group))
      .map(({ group, number }) => ({
        group,
        number,
        ...linkJson(links, server.articleByNumber(group, number)),
      })),
    omitted: article.omitted,
    fields: article.fields,
    text: article.blocks.map(({ kind, depth, lines }) => ({
      kind,
      depth,
      text: lines.join('\n'),
    })),
    encoded: article.encodedFiles[0]?.encoding ?? null,
    encodedFiles: article.encodedFiles.map((file, index) => ({
      ...file,
      open: absolute(links, partHref(links, url, encodedPart(index + 1))),
    })),
    charset: article.charset,
    parts: article.parts.map((part) => ({
      ...part,
      open: absolute(links, partHref(links, url, String(part.number))),
    })),
    complete,
    noArchive: article.noArchive,
  };
}

export function groupJson(links: LinkBuilder, view: GroupView): object {
  const { group, page, articles, server } = view;
  const url = server.group(group);
  const pageAt = (to: number | null): string | null => {
    const href = to === null ? null : links.hrefOf(url, { to: String(to), format: 'json' });
    return href === null ? null : absolute(links, href);
  };
  return {
    kind: 'group',
    ...linkJson(links, url),
    group,
    ...page.summary,
    range: page.range,
    charset: page.charset,
    articles: articles.map(({ date, ...article }) => ({
      ...article,
      date: date.moment?.toISOString() ?? null,
      ...linkJson(links, articleLink(server, group, article)),
    })),
    threads: view.threads.map(outline),
    older: pageAt(view.older),
    newer: pageAt(view.newer),
  };
}

interface Outline {
  /** `null` = the article is not on this page. */
  readonly number: number | null;
  readonly replies: readonly Outline[];
}

/** A thread as the numbers of its articles. It is no deeper than the number of articles on a page. */
function outline({ article, replies }: Thread<DecodedOverview>): Outline {
  return { number: article?.number ?? null, replies: replies.map(outline) };
}

/** A list of groups: its members before the groups, the groups, and its members after them. */
export function groupListJson(
  links: LinkBuilder,
  { wildmat, groups, truncated, server }: GroupListView,
): readonly [head: object, groups: LongList<ListedGroup>, tail: object] {
  return [
    { kind: 'groups', ...linkJson(links, server.groups(wildmat)), wildmat },
    {
      name: 'groups',
      items: groups,
      toJson: (group) => ({ ...group, ...linkJson(links, server.group(group.name)) }),
    },
    { truncated },
  ];
}
