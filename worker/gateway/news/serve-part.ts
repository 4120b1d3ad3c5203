/**
 * Answers with one part of an article as a file: shown if it is harmless, else downloaded. A text/html part has a
 * sandbox with its own origin, which runs no script and loads only other parts of the same article.
 */
import { canonicalize } from '../../../src/index.ts';
import { type BodyPart, parseParts } from '../../../src/schemes/news/parts.ts';
import { GatewayError } from '../../gateway-error.ts';
import { canonicalLink } from '../../http/headers.ts';
import type { LinkBuilder } from '../core/contract.ts';
import { dispositionOf } from '../shared/media-type.ts';
import { type MessagePart, partOctets, partText, summarizeParts } from '../shared/message.ts';
import { absolute, linkJson, partHref } from './addresses.ts';
import type { NewsContext } from './server.ts';

/** Types that a browser may show, because they cannot run scripts. */
const SHOWN = /^(?:image\/(?:gif|png|jpeg|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/;

/** Types that are shown as plain text. */
const TEXTUAL = /^(?:text\/(?!html$)[\w.+-]+|message\/[\w.+-]+|application\/(?:pgp-signature|pgp-keys|json|xml))$/;

export interface FoundPart {
  readonly part: BodyPart;
  readonly described: MessagePart;
}

/**
 * Finds a part by its number or its Content-ID (RFC 2392).
 *
 * @param complete - whether the whole article was read
 * @param partId - the number, from 1, or the Content-ID without its angle brackets
 * @throws GatewayError `not-found`; `gateway-limit` if only the beginning of the article was read
 */
export function findPart(article: Uint8Array, complete: boolean, partId: string): FoundPart {
  const parts = parseParts(article);
  const byNumber = /^\d{1,3}$/.test(partId) ? parts[Number(partId) - 1] : undefined;
  const part = byNumber ?? parts.find(({ contentId }) => contentId === partId);
  const described = summarizeParts(parts).find(({ number }) => number === part?.number);
  if (part === undefined || described === undefined)
    throw new GatewayError('not-found', 'The article has no such part.', {
      advice: 'Its page lists all that it has.',
    });
  if (!complete) throw new GatewayError('gateway-limit', 'The article is too large to take it apart here.');
  return { part, described };
}

/**
 * Answers with a part.
 *
 * @param article - the canonical link of the article
 * @param common - the headers of every response from this article
 */
export function servePart(
  context: NewsContext,
  { part, described }: FoundPart,
  article: string,
  common: Readonly<Record<string, string>>,
): Response {
  const { links, view } = context;
  const headers = { ...common, Link: canonicalLink(partUrl(part, article)) };
  if (view.format === 'json' && view.query.has('format')) {
    const whole = {
      ...described,
      article: linkJson(links, article),
      open: absolute(links, partHref(links, article, String(part.number))),
    };
    return Response.json(whole, { headers });
  }
  if (part.type === 'text/html') return htmlResponse(partText(part, view.charset), links, article, headers);
  const textual = TEXTUAL.test(part.type);
  const type = textual ? 'text/plain; charset=utf-8' : SHOWN.test(part.type) ? part.type : 'application/octet-stream';
  const body = textual ? new TextEncoder().encode(partText(part, view.charset)) : partOctets(part);
  return new Response(new Uint8Array(body), {
    headers: {
      ...headers,
      'Content-Type': type,
      'Content-Length': String(body.length),
      'Content-Disposition': dispositionOf(described.name ?? `part-${part.number}`, type),
    },
  });
}

/** The mid link of a part (RFC 2392) if message and part both have an id; else the link of the article. */
function partUrl({ contentId }: BodyPart, article: string): string {
  const messageId = /^s?news:(?:\/\/[^/]*\/)?(.*)$/.exec(article)?.[1];
  return contentId === null || messageId === undefined
    ? article
    : canonicalize(`mid:${messageId}/${encodeURIComponent(contentId)}`);
}

function htmlResponse(
  html: string,
  links: LinkBuilder,
  article: string,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(withParts(html, links, article), {
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': partPolicy(links, article),
    },
  });
}

/** Pictures come from this article only: a request to another server would reveal the reader to the sender. */
function partPolicy(links: LinkBuilder, article: string): string {
  const base = partHref(links, article, '');
  const own = base.includes('?') ? '' : ` ${absolute(links, base).replace(/[;,]/g, encodeURIComponent)}`;
  return `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:${own}; frame-ancestors 'self'`;
}

/** Replaces the `cid:` links in HTML with the addresses of the parts that they name. */
function withParts(html: string, links: LinkBuilder, article: string): string {
  return html.replace(/\bcid:([^\s"'<>)]{1,300})/gi, (link: string, id: string) => {
    try {
      return partHref(links, article, decodeURIComponent(id)).replaceAll('&', '&amp;');
    } catch {
      return link;
    }
  });
}
