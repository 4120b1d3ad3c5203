/**
 * Answers with an article: as a page, as JSON, or as the server sends it; or with one of its parts. An article never
 * changes, so its entity tag is its message-id, and a repeated request needs no connection to the server. Its page also
 * has the thread around it, which grows.
 */

import type { Canonical } from '../../../src/index.ts';
import { fieldOf, parseFields, parseStructured, splitEntity } from '../../../src/message/header.ts';
import { readMessage } from '../../../src/message/message.ts';
import { type FailureLink, GatewayError } from '../../../src/net/failure.ts';
import { isUtf8 } from '../../../src/octets/charset.ts';
import { concatOctets } from '../../../src/octets/octets.ts';
import { openLimits } from '../../../src/open/limits.ts';
import { isMedia, mediaTypeOf } from '../../../src/open/media-type.ts';
import { collect, type Filter } from '../../../src/protocols/connection.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { type ArticleTarget, fetchArticle } from '../../../src/protocols/nntp/commands.ts';
import type { DataStream } from '../../../src/protocols/nntp/data-block.ts';
import { matchesTag } from '../../http/headers.ts';
import { responseWithJson } from '../../http/response.ts';
import { pump } from '../../net/pump.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { IMAGES, VIEW } from '../contract/contract.ts';
import { linkBuilder } from '../contract/link-builder.ts';
import { dispositionOf } from '../shared/file-headers.ts';
import { PAGE_OR_FILE, wantsPage } from '../shared/media-page.tsx';
import type { PartsOwner } from '../shared/message-html.ts';
import { attachmentPage, findPart, PARTS_POLICY, servedType, servePart } from '../shared/serve-part.tsx';
import { asksNotToBeArchived, maskArticle, readArticle } from './article.ts';
import { articlePage } from './article-page.tsx';
import { EncodedFileDecoder } from './encoded-file.ts';
import { fetchThread } from './group-view.ts';
import { type ArticleView, articleJson, encodedIndex, encodedPart, partsOwner } from './json.ts';
import { askForEither } from './literal-id.ts';
import type { Requested } from './requested.ts';
import { articleUrl, type NewsContext, type NewsServer, openSession, withAdvice } from './server.ts';

/** The limit for an article, in octets. The rest of a larger one is not read. */
export const LARGEST = 2 * openLimits.text;

type ArticleRequest = Extract<Requested, { kind: 'article' }>;

const IMMUTABLE = 'public, max-age=86400';
/** Replies may arrive at any time. */
const GROWING = 'public, max-age=300';

export async function openArticle(
  wantedContext: NewsContext,
  server: NewsServer,
  { target: wanted, literal, part }: ArticleRequest,
): Promise<Response> {
  const isPage = part === null && wantedContext.view.format === 'html';
  const requestTag = wanted.kind === 'message' && !isPage ? tagOf(wanted.messageId, wantedContext, part) : null;
  if (requestTag !== null && has(wantedContext, requestTag)) return notModified(requestTag);
  const session = await openSession(wantedContext, server);
  /** Whether the connection belongs to the body of the response. */
  let streams = false;
  try {
    const { found, result } = await withAdvice(
      () => askForEither(wanted, literal, (either) => fetchArticle(session, either)),
      onAnotherServer(wanted),
    );
    const { messageId, data, neighbours } = result;
    const context = found === wanted ? wantedContext : contextOf(wantedContext, articleUrl(server.links, found));
    const tag = requestTag ?? (messageId === null || isPage ? null : tagOf(messageId, context, part));
    if (tag !== null && has(context, tag)) return notModified(tag);
    if (context.view.format === 'raw' && part === null) {
      streams = true;
      return await sendRaw(context, data, tag);
    }
    const file = encodedIndex(part);
    if (file !== null) {
      streams = true;
      const url = articleUrl(server.links, found);
      return await sendEncodedFile(context, data, { index: file, owner: partsOwner(context.links, url), tag });
    }
    const { octets, complete } = await collect(data, LARGEST);
    const headers = headersFor(octets, tag);
    const url = articleUrl(server.links, found);
    if (part !== null)
      return servePart(context, findPart(octets, complete, part), partsOwner(context.links, url), headers);
    const read = readArticle(octets, context.view.charset);
    const masked = context.environment.newsAddresses === 'masked';
    const article = masked ? maskArticle(read) : read;
    const { links } = server;
    // No command can follow an article that was cut.
    const thread = isPage && complete ? await fetchThread(session, read, found, links, masked) : null;
    const view = { article, target: found, neighbours, thread, complete, url, server: links };
    if (!isPage) return responseWithJson(articleJson(context.links, view), { headers });
    return respondWithPage(context, view, headers);
  } finally {
    if (!streams) session.close();
  }
}

/** The context of the article that was found, if the link names it by another id. */
function contextOf(context: NewsContext, canonical: Canonical): NewsContext {
  return { ...context, links: linkBuilder(canonical, context.links.root, context.environment) };
}

/** The explorer with a link to the article, whose server is left to the visitor. */
function onAnotherServer(target: ArticleTarget): readonly FailureLink[] {
  if (target.kind !== 'message') return [];
  const url = encodeURIComponent(`news://news.example/${target.messageId.replaceAll('%', '%25')}`);
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
  const headers = { ...headersFor(first, tag), 'Content-Type': rawType(first, context.view.charset) };
  return streamed(context, data, headers);
}

/** Answers with the octets of an article as they arrive. */
function streamed(
  context: NewsContext,
  data: DataStream,
  headers: Readonly<Record<string, string>>,
  filter?: Filter,
): Response {
  const options = { headers: { ...headers, 'Content-Encoding': 'identity' } };
  if (context.request.method === 'HEAD') {
    data.close();
    return new Response(null, options);
  }
  const delivery = { length: null, cap: context.environment.downloadCap, ...(filter !== undefined && { filter }) };
  return new Response(pump(data, delivery, context), options);
}

/** The media type of an article as the server sends it, by its first octets and the charset that the reader chose. */
export function rawType(first: Uint8Array, chosen: string | null): string {
  const charset = chosen ?? (isUtf8(first, 'beginning') ? 'utf-8' : 'windows-1252');
  return `text/plain; charset=${encodeURIComponent(charset)}`;
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
function tagOf(messageId: string, context: NewsContext, part: string | null): string {
  const { view, environment } = context;
  const shown = [
    environment.fingerprint,
    view.format,
    view.charset,
    part,
    wantsPage(context),
    view.query.get(VIEW),
    view.query.get(IMAGES),
  ];
  const print = fingerprint(JSON.stringify(shown));
  // RFC 9110 §8.8.3: an entity tag cannot contain a quotation mark.
  return `"${messageId.replaceAll('"', '%22')}/${print}"`;
}

function has({ request }: NewsContext, tag: string): boolean {
  return matchesTag(request.headers.get('If-None-Match') ?? '', tag);
}

function notModified(tag: string, cacheControl = IMMUTABLE): Response {
  return new Response(null, { status: 304, headers: { ETag: tag, 'Cache-Control': cacheControl, Vary: 'Accept' } });
}

/** Answers with the n-th file in the text of an article, from 1, decoded while the article arrives. */
async function sendEncodedFile(
  context: NewsContext,
  data: DataStream,
  { index, owner, tag }: { readonly index: number; readonly owner: PartsOwner; readonly tag: string | null },
): Promise<Response> {
  const { first, name, type, filter } = await findEncodedFile(data, index, context.view.charset);
  const headers = { ...headersFor(first, tag), Vary: PAGE_OR_FILE };
  if (isMedia(type) && wantsPage(context)) {
    data.close();
    return attachmentPage(context, { id: encodedPart(index), name, type, size: null }, owner, headers);
  }
  const ofFile = { 'Content-Type': type, 'Content-Disposition': dispositionOf(name, type) };
  return streamed(context, data, { ...headers, ...ofFile }, filter);
}

/**
 * Finds the n-th file in the text of an article, from 1: its name and media type, what decodes the rest of the article,
 * and the first octets of the article.
 */
export async function findEncodedFile(data: DataStream, index: number, charset: string | null) {
  const first = await data.header(protocolLimits.multilineReply);
  const decoder = new EncodedFileDecoder(index);
  if (isEncodedText(first)) await replaceByText(data, charset);
  const beginning: Uint8Array[] = [];
  while (decoder.start === null) {
    const octets = await data.read();
    if (octets === null) break;
    beginning.push(...decoder.pass(octets));
  }
  const { start } = decoder;
  if (start === null) {
    data.close();
    throw new GatewayError('not-found', 'The article does not contain this file.');
  }
  const name = start.name.replace(/^.*[\\/]/, '');
  const filter: Filter = {
    pass: (octets) => [...beginning.splice(0), ...decoder.pass(octets)],
    flush: () => concatOctets([...beginning.splice(0), decoder.flush()]),
  };
  return { first, name, type: servedType(mediaTypeOf(name, null)), filter };
}

/** Whether the lines of a text are not the lines of the article: a transfer encoding hides them. */
function isEncodedText(article: Uint8Array): boolean {
  const fields = parseFields(splitEntity(article).header, null);
  const { value } = parseStructured(fieldOf(fields, 'Content-Type') ?? '');
  const encoding = fieldOf(fields, 'Content-Transfer-Encoding') ?? '';
  return value.startsWith('multipart/') || /quoted-printable|base64/i.test(encoding);
}

/**
 * Puts the decoded texts in the place of the article. Such articles are from after the time of encoded files, and rare.
 */
async function replaceByText(data: DataStream, charset: string | null): Promise<void> {
  const { octets } = await collect(data, LARGEST);
  const { texts } = readMessage(octets, charset);
  data.unread(new TextEncoder().encode(texts.map(({ text }) => text).join('\n')));
}
