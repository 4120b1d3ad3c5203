/**
 * Answers with an article: as a page, as JSON, or as the server sends it; or with one of its parts. An article never
 * changes, so its entity tag is its message-id, and a repeated request needs no connection to the server. Its page also
 * has the thread around it, which grows.
 */

import { parseFields, splitEntity } from '../../../src/message/header.ts';
import { isUtf8 } from '../../../src/octets/charset.ts';
import { collect } from '../../../src/protocols/collect.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { type ArticleTarget, fetchArticle } from '../../../src/protocols/nntp/commands.ts';
import type { DataStream } from '../../../src/protocols/nntp/data-block.ts';
import type { FailureLink } from '../../errors/gateway-error.ts';
import { matchesTag } from '../../http/entity-tag.ts';
import { pump } from '../../net/pump.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { limits } from '../../settings/limits.ts';
import { findPart, PARTS_POLICY, servePart } from '../shared/serve-part.tsx';
import { wantsPage } from '../shared/wants-page.ts';
import { asksNotToBeArchived, readArticle } from './article.ts';
import { articlePage, partsOwner } from './article-page.tsx';
import { fetchThread } from './article-thread.ts';
import { type ArticleView, articleJson, encodedIndex } from './json.ts';
import { maskArticle } from './mask-addresses.ts';
import type { Requested } from './requested.ts';
import { sendEncodedFile } from './send-encoded-file.ts';
import { articleUrl, type NewsContext, type NewsServer, openSession, withAdvice } from './server.ts';

/** The limit for an article, in octets. The rest of a larger one is not read. */
const LARGEST = 2 * limits.textPage;

type ArticleRequest = Extract<Requested, { kind: 'article' }>;

const IMMUTABLE = 'public, max-age=86400';
/** Replies may arrive at any time. */
const GROWING = 'public, max-age=300';

/** Answers with an article, or with one of its parts. */
export async function openArticle(
  context: NewsContext,
  server: NewsServer,
  { target, part }: ArticleRequest,
): Promise<Response> {
  const isPage = part === null && context.view.format === 'html';
  const requestTag = target.kind === 'message' && !isPage ? tagOf(target.messageId, context, part) : null;
  if (requestTag !== null && has(context, requestTag)) return notModified(requestTag);
  const session = await openSession(context, server);
  /** Whether the connection belongs to the body of the response. */
  let streams = false;
  try {
    const { messageId, data, neighbours } = await withAdvice(
      () => fetchArticle(session, target),
      onAnotherServer(target),
    );
    const tag = requestTag ?? (messageId === null || isPage ? null : tagOf(messageId, context, part));
    if (tag !== null && has(context, tag)) return notModified(tag);
    if (context.view.format === 'raw' && part === null) {
      streams = true;
      return await sendRaw(context, data, tag);
    }
    const file = encodedIndex(part);
    if (file !== null) {
      streams = true;
      return await sendEncodedFile(context, data, file, (article) => headersFor(article, tag));
    }
    const { octets, complete } = await collect(data, LARGEST);
    if (part !== null) {
      return servePart(
        context,
        findPart(octets, complete, part),
        partsOwner(context.links, articleUrl(server.links, target)),
        headersFor(octets, tag),
      );
    }
    const read = readArticle(octets, context.view.charset);
    const masked = context.environment.newsAddresses === 'masked';
    const article = masked ? maskArticle(read) : read;
    const { links } = server;
    // No command can follow an article that was cut.
    const thread = isPage && complete ? await fetchThread(session, read, target, links, masked) : null;
    const view = { article, target, neighbours, thread, complete, url: articleUrl(links, target), server: links };
    if (!isPage) return Response.json(articleJson(context.links, view), { headers: headersFor(octets, tag) });
    return respondWithPage(context, view, headersFor(octets, null));
  } finally {
    if (!streams) session.close();
  }
}

/** The explorer with a link to the article, whose server is left to the visitor. */
function onAnotherServer(target: ArticleTarget): readonly FailureLink[] {
  if (target.kind !== 'message') return [];
  const url = encodeURIComponent(`news://news.example/${target.messageId}`);
  return [{ text: 'Change the server', href: `/inspect?url=${url}` }];
}

/** Responds with the page of an article. Its entity tag depends on the thread, too. */
function respondWithPage(context: NewsContext, view: ArticleView, headers: Readonly<Record<string, string>>): Response {
  const { article, thread } = view;
  const respond = (caching: Readonly<Record<string, string>>) =>
    pageResponse(context, articlePage(context, view), {
      headers: { ...headers, ...caching, 'Content-Security-Policy': PARTS_POLICY },
    });
  if (article.noArchive) return respond({});
  if (article.messageId === null) return respond({ 'Cache-Control': GROWING });
  const around = thread?.articles.map(({ number }) => number) ?? [];
  const beside = [thread?.previous?.number, thread?.next?.number];
  const tag = tagOf(article.messageId, context, JSON.stringify([around, beside]));
  return has(context, tag) ? notModified(tag, GROWING) : respond({ 'Cache-Control': GROWING, ETag: tag });
}

async function sendRaw(context: NewsContext, data: DataStream, tag: string | null): Promise<Response> {
  const first = await data.header(protocolLimits.multilineReply);
  const charset = context.view.charset ?? (isUtf8(first, 'beginning') ? 'utf-8' : 'windows-1252');
  const headers = {
    ...headersFor(first, tag),
    'Content-Type': `text/plain; charset=${encodeURIComponent(charset)}`,
    'Content-Encoding': 'identity',
  };
  if (context.request.method === 'HEAD') {
    data.close();
    return new Response(null, { headers });
  }
  const body = pump(data, { length: null, cap: context.environment.downloadCap }, context);
  return new Response(body, { headers });
}

/** The caching headers: articles never change, but an author may ask archives not to keep one. */
function headersFor(article: Uint8Array, tag: string | null): Record<string, string> {
  const fields = parseFields(splitEntity(article).header, null);
  const vary = { Vary: 'Accept' };
  if (asksNotToBeArchived(fields))
    return { ...vary, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, noarchive' };
  return { ...vary, 'Cache-Control': IMMUTABLE, ...(tag === null ? {} : { ETag: tag }) };
}

/** The entity tag: the message-id and a fingerprint of the view, the settings and the version of Waypost. */
function tagOf(
  messageId: string,
  context: Pick<NewsContext, 'view' | 'environment' | 'request'>,
  part: string | null,
): string {
  const { view, environment } = context;
  const print = fingerprint(
    JSON.stringify([environment.fingerprint, view.format, view.charset, part, wantsPage(context)]),
  );
  // RFC 9110 §8.8.3: an entity tag cannot contain a quotation mark.
  return `"${messageId.replaceAll('"', '%22')}/${print}"`;
}

function has({ request }: NewsContext, tag: string): boolean {
  return matchesTag(request.headers.get('If-None-Match') ?? '', tag);
}

function notModified(tag: string, cacheControl = IMMUTABLE): Response {
  return new Response(null, { status: 304, headers: { ETag: tag, 'Cache-Control': cacheControl, Vary: 'Accept' } });
}
