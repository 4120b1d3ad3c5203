/** Opens news, nntp and mid links: lists of groups, groups, articles and their parts. */

import { jsonPieces } from '../../src/open/json-pieces.ts';
import { collect } from '../../src/protocols/connection.ts';
import { protocolLimits } from '../../src/protocols/limits.ts';
import { fetchArticle, fetchOverview } from '../../src/protocols/nntp/commands.ts';
import type { ListedGroup } from '../../src/protocols/nntp/group-list.ts';
import { readArticle } from '../../worker/gateway/news/article.ts';
import { type GroupView, groupView, PAGE } from '../../worker/gateway/news/group-view.ts';
import { articleJson, encodedIndex, groupJson, groupListJson, partsOwner } from '../../worker/gateway/news/json.ts';
import { askForEither } from '../../worker/gateway/news/literal-id.ts';
import { findEncodedFile, LARGEST, rawType } from '../../worker/gateway/news/open-article.ts';
import { fetchGroupList, PLAIN_TEXT, rawLines, rawOverview } from '../../worker/gateway/news/open-group.ts';
import { type Requested, requestedByMidLink, requestedByNewsLink } from '../../worker/gateway/news/requested.ts';
import {
  articleLink,
  articleUrl,
  configuredServer,
  type NewsServer,
  namedServer,
  openSession,
} from '../../worker/gateway/news/server.ts';
import type { PartsOwner } from '../../worker/gateway/shared/message-html.ts';
import { type FoundPart, findPart, partJson, servedPart } from '../../worker/gateway/shared/serve-part.tsx';
import {
  columns,
  dayOf,
  fieldLines,
  type OpenContext,
  type Opened,
  octetsOf,
  shownAsJson,
  values,
  withUrl,
} from './opened.ts';

type Context = Omit<OpenContext, 'resolution'>;

export function openNews(context: OpenContext<'news'>): Promise<Opened> {
  return openRequested(context, namedServer(context), requestedByNewsLink(context));
}

export function openMid(context: OpenContext<'mid'>): Promise<Opened> {
  return openRequested(context, configuredServer(context.environment), requestedByMidLink(context));
}

function openRequested(context: Context, server: NewsServer, requested: Requested): Promise<Opened> {
  switch (requested.kind) {
    case 'groups':
      return openGroupList(context, server, requested);
    case 'group':
      return openGroup(context, server, requested);
    case 'article':
      return openArticle(context, server, requested);
  }
}

async function openGroupList(
  context: Context,
  server: NewsServer,
  requested: Extract<Requested, { kind: 'groups' }>,
): Promise<Opened> {
  const list = await fetchGroupList(context, server, requested);
  if (context.format === 'raw') return textFile(rawLines(list.groups));
  const json = jsonPieces(...groupListJson(context.links, list));
  return { kind: 'values', json, lines: groupLines(list.groups) };
}

function* groupLines(groups: Iterable<ListedGroup>): Generator<string> {
  for (const { name, description } of groups) yield columns([name, 40], [description, 0]);
}

async function openGroup(
  context: Context,
  server: NewsServer,
  { group, to }: Extract<Requested, { kind: 'group' }>,
): Promise<Opened> {
  const session = await openSession(context, server);
  const page = await fetchOverview(session, group, to, PAGE).finally(() => session.close());
  if (context.format === 'raw') return textFile([rawOverview(page.articles)]);
  const view = groupView(group, page, server.links, false);
  return values(groupJson(context.links, view), [group, '', ...articleLines(view)]);
}

function articleLines({ group, articles, server }: GroupView): readonly string[] {
  return articles.map((article) => {
    const { number, date, author, subject } = article;
    const day = dayOf(date.moment?.toISOString() ?? null);
    const cells = columns([number, -8], [day, 10], [author.name || author.address, 24], [subject, 0]);
    return withUrl(cells, articleLink(server, group, article));
  });
}

async function openArticle(
  context: Context,
  server: NewsServer,
  { target: wanted, literal, part }: Extract<Requested, { kind: 'article' }>,
): Promise<Opened> {
  const { format, links, view } = context;
  const file = encodedIndex(part);
  const session = await openSession(context, server);
  /** Whether the connection belongs to the octets of a file. */
  let streams = false;
  try {
    const { found: target, result } = await askForEither(wanted, literal, (either) => fetchArticle(session, either));
    const { data, neighbours } = result;
    streams = file !== null || (part === null && format === 'raw');
    if (file !== null) {
      const { type, filter } = await findEncodedFile(data, file, view.charset);
      return { kind: 'file', mediaType: type, octets: octetsOf(data, filter) };
    }
    if (streams) {
      const mediaType = rawType(await data.header(protocolLimits.multilineReply), view.charset);
      return { kind: 'file', mediaType, octets: octetsOf(data) };
    }
    const { octets, complete } = await collect(data, LARGEST);
    const url = articleUrl(server.links, target);
    if (part !== null) return openPart(context, findPart(octets, complete, part), partsOwner(links, url));
    const article = readArticle(octets, view.charset);
    const json = { article, target, neighbours, thread: null, complete, url, server: server.links };
    const texts = article.blocks.map(({ lines }) => lines.join('\n'));
    return values(articleJson(links, json), [...fieldLines(article.fields), '', ...texts]);
  } finally {
    if (!streams) session.close();
  }
}

function openPart({ format, links, view }: Context, found: FoundPart, owner: PartsOwner): Opened {
  if (format !== 'raw') return shownAsJson(partJson(links, found, owner));
  const { type, octets } = servedPart(found.part, view.charset);
  return { kind: 'file', mediaType: type, octets: [octets] };
}

function textFile(pieces: Iterable<string>): Opened {
  return { kind: 'file', mediaType: PLAIN_TEXT, octets: encoded(pieces) };
}

function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}
