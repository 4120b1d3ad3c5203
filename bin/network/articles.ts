/** Writes groups and articles. */
import { articleJson, groupJson, groupsJson, threadJson } from '../../src/open/article-json.ts';
import { type ArticleContent, articleLink, type GroupArticles } from '../../src/open/articles.ts';
import { partJson, servedPart } from '../../src/open/message-parts.ts';
import { noteOf } from '../../src/open/message-text.ts';
import type { Article, DiscussionThread, Group, Groups } from '../../src/open/opened.ts';
import {
  columns,
  copiedOctets,
  dayOf,
  type FetchedLink,
  fieldLines,
  longJson,
  type OpenedFile,
  paragraph,
  shownAsJson,
  values,
  type Writing,
  withUrl,
} from './opened.ts';

export function writtenGroups(list: Groups, { about, format, links }: Writing): FetchedLink {
  if (format === 'raw') return textFile(list.plain());
  const json = longJson(about, groupsJson(list, links));
  return { kind: 'values', json, lines: groupLines(list) };
}

function* groupLines({ groups, archive }: Groups): Generator<string> {
  const origin = originLines({ archive });
  if (origin.length > 0) yield* [...origin, ''];
  for (const { name, description } of groups) yield columns([name, 40], [description, 0]);
}

export function writtenGroup(page: Group, { about, format, links }: Writing): FetchedLink {
  if (format === 'raw') return textFile([page.plain()]);
  return values(about, groupJson(page, links), [page.group, ...originLines(page), '', ...articleLines(page)]);
}

/** Says that no server has it. */
function originLines({ archive }: { readonly archive: string | null }): readonly string[] {
  return archive === null ? [] : [`From the news archive “${archive}”`];
}

export function writtenThread(thread: DiscussionThread, { about, format, links }: Writing): FetchedLink {
  if (format === 'raw') return textFile([thread.plain()]);
  const more = thread.cut ? ['', '[There may be more articles.]'] : [];
  const lines = [...originLines(thread), `${thread.subject} (${thread.group})`, '', ...articleLines(thread), ...more];
  return values(about, threadJson(thread, links), lines);
}

function articleLines({ group, articles, server }: GroupArticles): readonly string[] {
  return articles.map((article) => {
    const { number, date, author, subject } = article;
    const day = dayOf(date.moment?.toISOString() ?? null);
    const cells = columns([number, -8], [day, 10], [author.name || author.address, 24], [subject, 0]);
    return withUrl(cells, articleLink(server, group, article));
  });
}

export async function writtenArticle(article: Article, writing: Writing): Promise<FetchedLink> {
  const fetched = await article.fetch();
  try {
    return writtenContent(await fetched.content(), fetched.url, writing);
  } finally {
    fetched.close();
  }
}

/** @param url - of the article */
function writtenContent(content: ArticleContent, url: string, writing: Writing): FetchedLink {
  const { about, format, charset, links } = writing;
  switch (content.kind) {
    case 'octets':
      return { kind: 'file', mediaType: content.mediaType, octets: copiedOctets(content.body) };
    case 'part': {
      if (format !== 'raw') return shownAsJson(about, partJson(content.found, url, links));
      const { type, octets } = servedPart(content.found.part, charset);
      return { kind: 'file', mediaType: type, octets: [octets] };
    }
    case 'article': {
      const { message } = content;
      const note = noteOf('article', { from: message.textFrom }, message);
      const texts = message.blocks.map(({ lines }) => lines.join('\n'));
      return values(about, articleJson(content, message, links), [
        ...originLines(content),
        ...fieldLines(message.fields),
        '',
        ...paragraph(note === null ? null : `[${note}]`),
        ...texts,
      ]);
    }
  }
}

/** A text in pieces that are made when they are written. */
function textFile(pieces: Iterable<string>): OpenedFile {
  return { kind: 'file', mediaType: 'text/plain; charset=utf-8', octets: inUtf8(pieces) };
}

function* inUtf8(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}
