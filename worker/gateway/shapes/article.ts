/**
 * Answers with an article: as a page, as JSON, or as the server sends it; or with one of its parts. An article never
 * changes, so its entity tag is its message-id, and a repeated request needs no connection to the server. Its page also
 * has the thread around it, which grows.
 */

import type { Canonical } from '../../../src/index.ts';
import { articleJson } from '../../../src/open/article-json.ts';
import type { ArticleContent, ArticleOctets, WholeArticle } from '../../../src/open/articles.ts';
import { isMedia } from '../../../src/open/media-type.ts';
import type { Article } from '../../../src/open/opened.ts';
import { threadAround } from '../../../src/open/threads.ts';
import { type HeaderFields, matchesTag } from '../../http/headers.ts';
import { answerJson } from '../../http/response.ts';
import { pump } from '../../net/pump.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { IMAGES, VIEW } from '../contract/contract.ts';
import { linkBuilder } from '../contract/link-builder.ts';
import { dispositionOf } from '../shared/file-headers.ts';
import { aboutLink } from '../shared/json-stream.ts';

import { PAGE_OR_FILE, wantsPage } from '../shared/media-page.tsx';
import { partsOwner } from '../shared/message-html.ts';
import { attachmentPage, PARTS_POLICY, servePart } from '../shared/serve-part.tsx';
import { type ArticleView, articlePage } from './article-page.tsx';
import { jsonLinks, type ShapeContext } from './context.ts';
import { hidesAddresses, maskArticle, maskArticles } from './masked.ts';

const IMMUTABLE = 'public, max-age=86400';
/** Replies may arrive at any time. */
const GROWING = 'public, max-age=300';

export async function respondWithArticle(ofLink: ShapeContext, article: Article): Promise<Response> {
  const { messageId, part } = article;
  const isPage = part === null && ofLink.view.format === 'html';
  const requestTag = messageId === null || isPage ? null : tagOf(messageId, ofLink, part);
  if (requestTag !== null && has(ofLink, requestTag)) return notModified(requestTag, part);
  const fetched = await article.fetch();
  try {
    const { url } = fetched;
    const context = fetched.isOtherId ? contextOf(ofLink, url) : ofLink;
    const isTagged = fetched.messageId !== null && !isPage;
    const tag = requestTag ?? (isTagged ? tagOf(fetched.messageId, context, part) : null);
    if (tag !== null && has(context, tag)) return notModified(tag, part);
    return await respondWithContent(context, await fetched.content(), { url, part, tag });
  } finally {
    fetched.close();
  }
}

interface Told {
  /** The canonical link of the article. */
  readonly url: Canonical;
  readonly part: string | null;
  /** `null` = the answer has no entity tag, or one that follows from more than the article. */
  readonly tag: string | null;
}

async function respondWithContent(context: ShapeContext, content: ArticleContent, told: Told): Promise<Response> {
  const headers = headersFor(content, told.tag);
  switch (content.kind) {
    case 'octets':
      return respondWithOctets(context, content, told, headers);
    case 'part': {
      const owner = partsOwner(context.links, told.url);
      return servePart(context, content.found, owner, headers, content.url);
    }
    case 'article':
      return respondWithWhole(context, content, headers);
  }
}

/** The context of the article that was found, if the link names it by another id. */
function contextOf(context: ShapeContext, canonical: Canonical): ShapeContext {
  return { ...context, links: linkBuilder(canonical, context.links.root, context.environment) };
}

async function respondWithWhole(
  context: ShapeContext,
  content: WholeArticle,
  headers: HeaderFields,
): Promise<Response> {
  const masked = hidesAddresses(context);
  const message = masked ? maskArticle(content.message) : content.message;
  if (context.view.format !== 'html') {
    return answerJson({ ...aboutLink(context), ...articleJson(content, message, jsonLinks(context)) }, headers);
  }
  const around = await content.around();
  const listed = around !== null && masked ? { ...around, articles: maskArticles(around.articles) } : around;
  const thread = listed === null ? null : threadAround(listed);
  return respondWithPage(context, { content, message, thread }, headers);
}

/** Responds with the page of an article. Its entity tag depends on the thread, too. */
function respondWithPage(context: ShapeContext, view: ArticleView, headers: HeaderFields): Response {
  const { message, thread } = view;
  const respond = (caching: HeaderFields) =>
    pageResponse(context, articlePage(context, view), {
      headers: { ...headers, ...caching, 'Content-Security-Policy': PARTS_POLICY },
    });
  if (message.noArchive) return respond({});
  if (message.messageId === null) return respond({ 'Cache-Control': GROWING });
  const around = thread?.articles.map(({ number }) => number) ?? [];
  const beside = [thread?.previous?.number, thread?.next?.number];
  const tag = tagOf(message.messageId, context, JSON.stringify([around, beside]));
  return has(context, tag) ? notModified(tag, null, GROWING) : respond({ 'Cache-Control': GROWING, ETag: tag });
}

/** Responds with octets as they arrive: the article, or a file in its text, which may have a page with a player. */
function respondWithOctets(
  context: ShapeContext,
  { name, mediaType: type, body }: ArticleOctets,
  { url, part }: Told,
  headers: HeaderFields,
): Response {
  if (name === null || part === null) return streamed(context, body, { ...headers, 'Content-Type': type });
  const ofFile = { ...headers, Vary: PAGE_OR_FILE };
  if (isMedia(type) && wantsPage(context)) {
    body.close();
    const owner = partsOwner(context.links, url);
    return attachmentPage(context, { id: part, name, type, size: null }, owner, ofFile);
  }
  const disposition = dispositionOf(name, type);
  return streamed(context, body, { ...ofFile, 'Content-Type': type, 'Content-Disposition': disposition });
}

function streamed(context: ShapeContext, body: ArticleOctets['body'], headers: HeaderFields): Response {
  const options = { headers: { ...headers, 'Content-Encoding': 'identity' } };
  if (context.request.method === 'HEAD') {
    body.close();
    return new Response(null, options);
  }
  return new Response(pump(body, { length: null, cap: context.environment.downloadCap }, context), options);
}

/** The caching headers: articles never change, but an author may ask archives not to keep one. */
function headersFor({ noArchive }: Pick<ArticleContent, 'noArchive'>, tag: string | null): HeaderFields {
  const vary = { Vary: 'Accept' };
  if (noArchive) return { ...vary, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, noarchive' };
  return { ...vary, 'Cache-Control': IMMUTABLE, ...(tag === null ? {} : { ETag: tag }) };
}

/** The entity tag: the message-id and a fingerprint of the view, the settings and the version of Waypost. */
function tagOf(messageId: string, context: ShapeContext, part: string | null): string {
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

function has({ request }: ShapeContext, tag: string): boolean {
  return matchesTag(request.headers.get('If-None-Match') ?? '', tag);
}

function notModified(tag: string, part: string | null, cacheControl = IMMUTABLE): Response {
  const headers = { ETag: tag, 'Cache-Control': cacheControl, Vary: part === null ? 'Accept' : PAGE_OR_FILE };
  return new Response(null, { status: 304, headers });
}
