/** The addresses of the entries of one listing. */
import type { LinkBuilder } from '../contract/contract.ts';

/**
 * Makes the addresses of entries. The address of most is the address of the listing with the name after it, which costs
 * a fraction of canonicalizing each link.
 *
 * @param listing - its canonical link, with its final slash
 * @param query - the parameters that every address repeats; absent = none
 * @returns the address that opens the URL of an entry; `null` for one that cannot be linked
 */
export function entryHrefs(
  links: LinkBuilder,
  listing: string,
  query?: Readonly<Record<string, string>>,
): (url: string) => string | null {
  const [address, repeating] = [links.hrefOf(listing), links.hrefOf(listing, query)];
  const isPath = address !== null && repeating !== null && GATEWAY_PATH.test(address);
  return (url) => {
    const path = isPath && url.startsWith(listing) ? url.slice(listing.length) : '';
    return PLAIN.test(path) ? address + path + repeating?.slice(address?.length) : links.hrefOf(url, query);
  };
}

/**
 * A name that can be written after the address of its directory, because its link is canonical as it stands. Other
 * names have an address of another form, such as those with a backslash, or none.
 */
const PLAIN = /^(?!\.{1,2}\/?$)(?:[\w.~!$&'()*+,:=@-]|%(?!5C|[01]|7F)[\dA-F]{2}){1,1000}\/?$/;

/** A gateway path that ends with a slash. */
const GATEWAY_PATH = /^\/[^?]*\/$/;
