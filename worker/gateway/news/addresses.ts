/**
 * Where things are in this gateway: the part of an article behind `/part/<n>`, links as a page and as JSON write them.
 *
 * ```
 *   /news/~/<message-id>                 the article
 *   /news/~/<message-id>/part/<n>        its n-th part; <n> may be a Content-ID
 *   /open?url=news:<message-id>&part=<n> the same where a path would not survive
 * ```
 */
import { type NewsTarget, newsTarget } from '../../../src/schemes/news/names.ts';
import { decodeText } from '../../../src/uri/octets.ts';
import type { GatewayContext } from '../core/contract.ts';
import type { LinkBuilder } from '../core/link-builder.ts';

export interface RequestedTarget {
  readonly target: NewsTarget;
  /** Number or Content-ID of a part; `null` = the article itself. */
  readonly part: string | null;
}

/** A message-id has its `@` before; that of a Content-ID comes behind. */
const MESSAGE_PART = /^(.+@.+)\/part\/([^/]+)$/;
const ARTICLE_PART = /^\/[^/]+\/(\d{1,15})\/part\/([^/]+)$/;

/** What a visit is for; `null` where the link names nothing that can be asked for. */
export function requestedTarget({ resolution, view }: GatewayContext<'news'>): RequestedTarget | null {
  const { details, components } = resolution;
  const [, messageId, ofMessage] = MESSAGE_PART.exec(details.messageId ?? '') ?? [];
  if (messageId !== undefined) return withPart(newsTarget({ ...details, messageId }, components.path), ofMessage);
  const [, number, ofArticle] = ARTICLE_PART.exec(components.path) ?? [];
  if (number !== undefined && ofArticle !== undefined) {
    return withPart(newsTarget({ ...details, article: Number(number) }, ''), decodeText(ofArticle));
  }
  return withPart(newsTarget(details, components.path), view.query.get('part'));
}

function withPart(target: NewsTarget | null, part: string | null = null): RequestedTarget | null {
  const whole = target?.kind === 'groups' || target?.kind === 'group';
  return target === null || (whole && part !== null) ? null : { target, part };
}

/** The address of a part. */
export function partHref(links: LinkBuilder, article: string, part: string): string {
  const href = links.hrefOf(article) ?? links.self();
  if (href.includes('?')) return links.hrefOf(article, { part }) ?? links.self({ part });
  return `${href}/part/${encodeURIComponent(part)}`;
}

/** A link as JSON has it: what it is, and where it opens. */
export interface Linked {
  readonly url: string;
  /** `null` where this gateway does not open it. */
  readonly open: string | null;
}

/** The two addresses of a link. */
export function linked(links: LinkBuilder, url: string): Linked {
  const href = links.hrefOf(url);
  return { url, open: href === null ? null : absolute(links, href) };
}

/** An address of ours for those who do not know where they are. */
export function absolute({ origin }: LinkBuilder, href: string): string {
  return href.startsWith('/') ? origin + href : href;
}
