/** The links of the entries of a directory. */
import type { ListingEntry } from '../../../src/protocols/ftp/listing.ts';
import { encodeSegment } from '../../../src/schemes/ftp/segment.ts';
import type { LinkBuilder } from '../contract/contract.ts';

/** An entry of the directory, as far as its link depends on it. */
type Linked = Pick<ListingEntry, 'kind' | 'name'>;

export interface EntryLinks {
  /** The canonical link. */
  readonly urlOf: (entry: Linked) => string;
  /** The address that opens the entry; `null` if it cannot be linked. */
  readonly hrefOf: (entry: Linked) => string | null;
}

/**
 * Makes the links of the entries of one directory. The address of most entries is the address of the directory with the
 * name after it, which costs a fraction of canonicalizing each link.
 *
 * @param directory - its canonical link, with its final slash
 * @param query - the parameters that every address repeats; absent = none
 */
export function entryLinks(
  links: LinkBuilder,
  directory: string,
  query?: Readonly<Record<string, string>>,
): EntryLinks {
  const pathOf = ({ kind, name }: Linked) => `${encodeSegment(name)}${kind === 'directory' ? '/' : ''}`;
  const address = addressOf(links.hrefOf(directory), links.hrefOf(directory, query));
  return {
    urlOf: (entry) => directory + pathOf(entry),
    hrefOf: (entry) => {
      const path = pathOf(entry);
      if (address === null || !PLAIN.test(path)) return links.hrefOf(directory + path, query);
      return address.path + path + address.query;
    },
  };
}

/**
 * A name that can be written after the address of its directory, because its link is canonical as it stands. Other names
 * have an address of another form, such as those with a backslash, or none.
 */
const PLAIN = /^(?!\.{1,2}\/?$)(?:[\w.~!$&'()*+,:=@-]|%(?!5C|[01]|7F)[\dA-F]{2}){1,1000}\/?$/;

/** A gateway path that ends with a slash. */
const GATEWAY_PATH = /^\/ftps?\/[^?]*\/$/;

interface Address {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
}

/**
 * The parts of the address of a directory.
 *
 * @param href - the address without parameters
 * @param withQuery - the address with the parameters that every address repeats
 * @returns `null` unless the names of entries can be written after the path
 */
function addressOf(href: string | null, withQuery: string | null): Address | null {
  if (href === null || withQuery === null || !GATEWAY_PATH.test(href)) return null;
  return { path: href, query: withQuery.slice(href.length) };
}
