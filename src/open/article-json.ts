/** Groups and articles as JSON. Every link is canonical and comes with the address that opens it. */
import {
  type ArticleMessage,
  articleLink,
  encodedPart,
  type GroupArticles,
  type ListedArticle,
  type ListedGroup,
  newsLink,
  threadLink,
  type WholeArticle,
} from './articles.ts';
import type { LongList } from './json-pieces.ts';
import type { MessageLinks } from './links.ts';
import type { DiscussionThread, Group, Groups } from './opened.ts';
import { type Thread, threads } from './threads.ts';

type ArticleLinks = Pick<MessageLinks, 'open' | 'part' | 'thread'>;

function linkJson({ open }: ArticleLinks, url: string): object {
  return { url, open: open(url) };
}

/** The archive that has it, if no server does. */
function fromArchive(archive: string | null): object {
  return archive === null ? {} : { archive };
}

/** A list of groups: its members before the groups, the groups, and its members after them. */
export function groupsJson(
  { wildmat, groups, truncated, server, archive }: Groups,
  links: ArticleLinks,
): readonly [head: object, groups: LongList<ListedGroup>, tail: object] {
  return [
    { kind: 'groups', open: links.open(server.groups(wildmat)), wildmat },
    {
      name: 'groups',
      items: groups,
      toJson: (group) => ({ ...group, ...linkJson(links, server.group(group.name)) }),
    },
    { truncated, ...fromArchive(archive) },
  ];
}

export function groupJson(page: Group, links: ArticleLinks): object {
  const { server, group, summary, range, charset } = page;
  const url = server.group(group);
  const pageAt = (to: number | null) => (to === null ? null : links.open(url, { to: String(to), format: 'json' }));
  return {
    kind: 'group',
    open: links.open(url),
    group,
    ...summary,
    range,
    charset,
    ...articlesJson(page, links),
    older: pageAt(page.older),
    newer: pageAt(page.newer),
    ...fromArchive(page.archive),
    ...(page.months.length > 0 && {
      months: page.months.map(({ month, count, to }) => ({ month, count, open: pageAt(to) })),
    }),
  };
}

function articlesJson({ server, group, articles }: GroupArticles, links: ArticleLinks): object {
  return {
    articles: articles.map(({ date, ...article }) => ({
      ...article,
      date: date.moment?.toISOString() ?? null,
      ...linkJson(links, articleLink(server, group, article)),
    })),
    threads: threads(articles).map(outline),
  };
}

export function threadJson(thread: DiscussionThread, links: ArticleLinks): object {
  const { server, group, first, subject, charset, searched, cut } = thread;
  return {
    kind: 'thread',
    open: links.thread(first),
    subject,
    group: { name: group, ...linkJson(links, server.group(group)) },
    first: linkJson(links, first),
    searched,
    cut,
    charset,
    ...articlesJson(thread, links),
    ...fromArchive(thread.archive),
  };
}

interface Outline {
  /** `null` = the article is not on this page. */
  readonly number: number | null;
  readonly replies: readonly Outline[];
}

/** A thread as the numbers of its articles. It is no deeper than the number of articles on a page. */
function outline({ article, replies }: Thread<ListedArticle>): Outline {
  return { number: article?.number ?? null, replies: replies.map(outline) };
}

/** @param message - that of the article, or as readers may see it */
export function articleJson(
  { url, server, archive, place, complete }: WholeArticle,
  message: ArticleMessage,
  links: ArticleLinks,
): object {
  const beside = (number: number | null) =>
    place === null || number === null
      ? null
      : { number, ...linkJson(links, server.articleByNumber(place.group, number)) };
  const preferred = newsLink(server, message.messageId);
  const toGroup = (name: string) => ({ name, ...linkJson(links, server.group(name)) });
  return {
    kind: 'article',
    open: links.open(url),
    messageId: message.messageId,
    thread: { url: threadLink(url), open: links.thread(url) },
    preferred: preferred === null ? null : linkJson(links, preferred),
    number: place?.number ?? null,
    previous: beside(place?.previous ?? null),
    next: beside(place?.next ?? null),
    subject: message.subject,
    from: message.from,
    date: message.date.moment?.toISOString() ?? null,
    newsgroups: message.newsgroups.map(toGroup),
    followupTo: message.followupTo === 'author' ? 'author' : message.followupTo.map(toGroup),
    references: message.references.filter(server.isMessageId).map((messageId) => ({
      messageId,
      ...linkJson(links, server.message(messageId)),
    })),
    crossPosts: message.crossPosts
      .filter(({ group }) => server.isGroup(group))
      .map(({ group, number }) => ({
        group,
        number,
        ...linkJson(links, server.articleByNumber(group, number)),
      })),
    ...(Object.values(message.omitted).some((count) => count > 0) && { omitted: message.omitted }),
    fields: message.fields,
    text: message.blocks.map(({ kind, depth, lines }) => ({
      kind,
      depth,
      text: lines.join('\n'),
    })),
    textFrom: message.textFrom,
    encoded: message.encodedFiles[0]?.encoding ?? null,
    encodedFiles: message.encodedFiles.map((file, index) => ({
      ...file,
      open: links.part(url, encodedPart(index + 1)),
    })),
    charset: message.charset,
    parts: message.parts.map((part) => ({
      ...part,
      open: links.part(url, String(part.number)),
    })),
    complete,
    noArchive: message.noArchive,
    ...fromArchive(archive),
  };
}
