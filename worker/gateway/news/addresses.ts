/**
 * The addresses of an article's parts, and links in JSON.
 *
 * ```
 *   /news/~/<message-id>                 the article
 *   /news/~/<message-id>/part/<n>        its n-th part; <n> may be a Content-ID
 *   /open?url=news:<message-id>&part=<n> the same for links without a gateway path
 * ```
 */
import type { LinkBuilder } from '../core/contract.ts';

/** The address of a part. */
export function partHref(links: LinkBuilder, article: string, part: string): string {
  const href = links.hrefOf(article) ?? links.self();
  if (href.includes('?')) return links.hrefOf(article, { part }) ?? links.self({ part });
  return `${href}/part/${encodeURIComponent(part)}`;
}

/** A link in JSON. */
export interface LinkJson {
  readonly url: string;
  /** The address that opens it; `null` if it cannot be opened here. */
  readonly open: string | null;
}

/** The JSON of a link. * * @param url - canonical */
export function linkJson(links: LinkBuilder, url: string): LinkJson {
  const href = links.hrefOf(url);
  return { url, open: href === null ? null : absolute(links, href) };
}

/**
 * A link as an absolute URL, because JSON has no base.
 *
 * @param href - a result of the link builder
 */
export function absolute({ origin }: LinkBuilder, href: string): string {
  return href.startsWith('/') ? origin + href : href;
}
