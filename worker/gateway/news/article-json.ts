/** An article as JSON. */
import { isGroup, isMessageId } from '../../../src/schemes/news/names.ts';
import type { LinkBuilder } from '../core/link-builder.ts';
import { absolute, linked, partHref } from './addresses.ts';
import type { ArticleView } from './open-article.ts';

/** Everything that is known of an article. Every link is canonical, with the address that opens it here. */
export function articleJson(links: LinkBuilder, view: ArticleView): object {
  const { message, wanted, complete, url, server } = view;
  const { previous, next } = view.neighbours;
  const beside = (number: number | null) =>
    wanted.kind !== 'article' || number === null
      ? null
      : { number, ...linked(links, server.numbered(wanted.group, number)) };
  const toGroup = (name: string) => ({ name, ...linked(links, server.group(name)) });
  return {
    kind: 'article',
    ...linked(links, url),
    messageId: message.messageId,
    number: wanted.kind === 'article' ? wanted.number : null,
    previous: beside(previous),
    next: beside(next),
    subject: message.subject,
    from: message.from,
    date: message.date.moment?.toISOString() ?? null,
    newsgroups: message.newsgroups.map(toGroup),
    followupTo: message.followupTo === 'author' ? 'author' : message.followupTo.map(toGroup),
    references: message.references.filter(isMessageId).map((messageId) => ({
      messageId,
      ...linked(links, server.message(messageId)),
    })),
    crossPosts: message.crossPosts
      .filter(({ group }) => isGroup(group))
      .map(({ group, number }) => ({
        group,
        number,
        ...linked(links, server.numbered(group, number)),
      })),
    fields: message.fields,
    text: message.blocks.map(({ kind, depth, lines }) => ({
      kind,
      depth,
      text: lines.join('\n'),
    })),
    encoded: message.encoded,
    charset: message.charset,
    parts: message.parts.map((part) => ({
      ...part,
      open: absolute(links, partHref(links, url, String(part.number))),
    })),
    complete,
    noArchive: message.noArchive,
  };
}
