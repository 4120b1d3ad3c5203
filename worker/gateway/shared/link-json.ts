/** Links in JSON: the canonical URL, and the address that opens it. */
import type { LinkBuilder } from '../contract/contract.ts';

/** A link in JSON. */
export interface LinkJson {
  readonly url: string;
  /** The address that opens it; `null` if it cannot be opened here. */
  readonly open: string | null;
}

/**
 * The JSON of a link.
 *
 * @param url - canonical
 */
export function linkJson(links: LinkBuilder, url: string): LinkJson {
  const href = links.hrefOf(url);
  return { url, open: href === null ? null : absolute(links, href) };
}

/**
 * A link as an absolute URL, because JSON has no base.
 *
 * @param href - a result of the link builder
 */
export function absolute({ root }: Pick<LinkBuilder, 'root'>, href: string): string {
  return href.startsWith('/') ? root + href : href;
}
