/**
 * Where things are in this gateway: the part of an article behind `/part/<n>`, links as a page and as JSON write them.
 *
 * ```
 *   /news/~/<message-id>                 the article
 *   /news/~/<message-id>/part/<n>        its n-th part; <n> may be a Content-ID
 *   /open?url=news:<message-id>&part=<n> the same where a path would not survive
 * ```
 */
import type { LinkBuilder } from '../core/contract.ts';

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
