/**
 * Links for browsers of 1996. Those that talk to this Worker get absolute addresses that keep `format=html32`. Those
 * that use it as a proxy get original links, such as `gopher://h/1/x`, which they send to the proxy themselves. A query
 * after the word `waypost` has the parameters of this Worker: in the schemes that it opens, a raw `?` at that place
 * means nothing else.
 *
 * ```
 *   /gopher/h/1/x           ⇄   gopher://h/1/x
 *   /ftp/h/pub/?sort=size   ⇄   ftp://h/pub/?waypost&sort=size
 *   /open?url=go:x&start=2  ⇄   go:x?waypost&start=2
 * ```
 */
import { HTML32 } from '../gateway/contract/contract.ts';
import { linkAt } from '../gateway/contract/gateway-path.ts';

/** The word before the parameters of this Worker in an original link. Forms send it as a field without a value. */
export const MARK = 'waypost';

/** How a page writes its links. */
export interface LinkStyle {
  /** The origin of this Worker. */
  readonly origin: string;
  /** The path before its own paths; empty if there is none. */
  readonly prefix: string;
  /** Whether links are original. */
  readonly original: boolean;
}

/**
 * The address of a link for an old browser.
 *
 * @param href - an address on a page of this Worker: a path, perhaps with a query, or the URL of another site
 * @returns `null` for a page of this Worker that has no original link
 */
export function oldHref(href: string, { origin, prefix, original }: LinkStyle): string | null {
  if (!href.startsWith(`${prefix}/`) || href.startsWith('//')) return href;
  const [address = '', fragment] = href.slice(prefix.length).split('#', 2);
  const mark = address.indexOf('?');
  const path = mark === -1 ? address : address.slice(0, mark);
  const parameters = new URLSearchParams(mark === -1 ? '' : address.slice(mark));
  const anchor = fragment === undefined ? '' : `#${fragment}`;
  if (!original) {
    if (!parameters.has('format')) parameters.set('format', HTML32);
    return `${origin}${prefix}${path}?${parameters}${anchor}`;
  }
  const link = linkAt(path) ?? (path === '/open' ? parameters.get('url') : null);
  if (link === null) return null;
  // A terminal of the visitor opens `telnet://guest@h/`.
  const user = parameters.get('user');
  if (user !== null) return link.replace('//', `//${encodeURIComponent(user)}@`);
  // The proxy adds these to each request.
  for (const name of ['url', 'links']) parameters.delete(name);
  if (parameters.get('format') === HTML32) parameters.delete('format');
  return `${link}${parameters.size === 0 ? '' : `?${MARK}&${parameters}`}${anchor}`;
}
