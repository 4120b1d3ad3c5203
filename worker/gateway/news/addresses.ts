/**
 * The addresses of an article's parts.
 *
 * ```
 *   /news/~/<message-id>                 the article
 *   /news/~/<message-id>/part/<n>        its n-th part; <n> may be a Content-ID
 *   /open?url=news:<message-id>&part=<n> the same for links without a gateway path
 * ```
 */
import type { LinkBuilder } from '../core/contract.ts';
import type { PartsOwner } from '../shared/serve-part.tsx';

/** The address of a part. */
export function partHref(links: LinkBuilder, article: string, part: string): string {
  const href = links.hrefOf(article) ?? links.self();
  if (href.includes('?')) return links.hrefOf(article, { part }) ?? links.self({ part });
  return `${href}/part/${encodeURIComponent(part)}`;
}

/** An article, as what its parts belong to. */
export function partsOwner(links: LinkBuilder, article: string): PartsOwner {
  return { url: article, partHref: (part) => partHref(links, article, part) };
}
