/** The addresses of the entries of one listing. */
import type { LinkBuilder } from '../contract/contract.ts';

/**
 * Makes the addresses of entries. The address of most is the address of the listing with the name after it, which costs
 * a fraction of canonicalizing each link.
 *
 * @param listing - its canonical link
 * @param query - the parameters that every address repeats; absent = none
 * @returns the address that opens the URL of an entry; `null` for one that cannot be linked
 */
export function entryHrefs(
  links: LinkBuilder,
  listing: string,
  query?: Readonly<Record<string, string>>,
): (url: string) => string | null {
  const [address, repeating] = [links.hrefOf(listing), links.hrefOf(listing, query)];
  const scheme = listing.slice(0, listing.indexOf(':') + 1);
  const isPath = address !== null && repeating !== null && GATEWAY_PATH.test(address);
  return (url) => {
    const path = isPath && url.startsWith(listing) ? url.slice(listing.length) : '';
    if (PLAIN.test(path)) return address + path + repeating?.slice(address?.length);
    // Another program may open links of other schemes, which does not know the parameters.
    return url.startsWith(scheme) ? links.hrefOf(url, query) : links.hrefOf(url);
  };
}

/**
 * A name that can be written after the address of its directory, because its link is canonical as it stands. Other
 * names have an address of another form, such as those with a backslash, or none.
 */
const PLAIN = /^(?!\.{1,2}\/?$)(?:[\w.~!$&'()*+,:=@-]|%(?!5C|[01]|7F)[\dA-F]{2}){1,1000}\/?$/;

/** A gateway path that ends with a slash. */
const GATEWAY_PATH = /^\/[^?]*\/$/;
