/**
 * The addresses of an article's parts.
 *
 * ```
 *   /news/~/<message-id>                 the article
 *   /news/~/<message-id>/part/<n>        its n-th part; <n> may be a Content-ID
 *   /news/~/<message-id>/part/encoded-<n> the n-th file that stands in its text
 *   /open?url=news:<message-id>&part=<n> the same for links without a gateway path
 * ```
 */
import type { LinkBuilder } from '../contract/contract.ts';
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

/** The name of a file that stands in the text, for {@link partHref}. No Content-ID has this form: those have an `@`. */
export function encodedPart(index: number): string {
  return `encoded-${index}`;
}

/** The number of such a file, from 1; `null` for other parts. */
export function encodedIndex(part: string | null): number | null {
  const [, index] = /^encoded-([1-9]\d{0,2})$/.exec(part ?? '') ?? [];
  return index === undefined ? null : Number(index);
}
