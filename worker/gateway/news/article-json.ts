/** An article as JSON. */
import { isGroup, isMessageId } from '../../../src/schemes/news/names.ts';
import type { LinkBuilder } from '../contract/contract.ts';
import { absolute, linkJson } from '../shared/link-json.ts';
import { encodedPart, partHref } from './addresses.ts';
import type { ArticleView } from './article-view.ts';

/** The JSON of an article. Every link is canonical and comes with the address that opens it here. */
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
