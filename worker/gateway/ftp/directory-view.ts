/** The data that the page and the JSON of a directory show. */

import type { Decode } from '../../../src/octets/octet-string.ts';
import type { Reply } from '../../../src/protocols/ftp/reply.ts';
import { splitFtpPath } from '../../../src/schemes/ftp/path.ts';
import type { GatewayContext } from '../contract/contract.ts';
import type { DirectoryPosition } from './change-directory.ts';
import { type EntryLinks, entryLinks } from './entry-links.ts';
import type { Listing } from './list-directory.ts';
import type { FtpSession } from './login.ts';
import type { Readme } from './readme.ts';
import type { Order } from './sorting.ts';

export interface DirectoryView extends EntryLinks {
  /** The link of the directory, with its final slash and without a type. */
  readonly canonical: string;
  readonly root: string;
  readonly listing: Listing;
  /** Whether the server offers TLS and this session does not use it. */
  readonly offersTls: boolean;
  /** The indices of the entries of the listing, in the requested order. */
  readonly indices: readonly number[];
  readonly order: Order;
  readonly readme: Readme | null;
  /** The server's text after the login, shown in the root directory; `null` = none. */
  readonly welcome: string | null;
  /** The server's text on entering this directory; `null` = none. */
  readonly notice: string | null;
  readonly decode: Decode;
}

/** The inputs of a view, as the session fetched them. */
export interface FetchedDirectory {
  readonly session: FtpSession;
  readonly position: DirectoryPosition;
  readonly listing: Listing;
  readonly readme: Readme | null;
  readonly order: Order;
  readonly decode: Decode;
}

/** The parameters that every link of a page repeats; `undefined` = none. */
export function repeatedParameters(query: URLSearchParams): Record<string, string> | undefined {
  const repeated = [...query].filter(([name]) => name === 'tls' || name === 'charset');
  return repeated.length === 0 ? undefined : Object.fromEntries(repeated);
}

/**
 * The link of a directory, with its final slash and without a type.
 *
 * @param canonical - an ftp URL that names the directory, with or without the slash
 * @param path - the path of that URL, percent-encoded
 */
export function directoryUrl(canonical: string, path: string): string {
  const bare = canonical.slice(0, canonical.length - path.length);
  const { segments } = splitFtpPath(path);
  const directory = `/${segments.join('/')}`;
  return `${bare}${directory.endsWith('/') ? directory : `${directory}/`}`;
}

/** Makes the view of a directory. */
export function directoryView(context: GatewayContext<'ftp'>, fetched: FetchedDirectory): DirectoryView {
  const { resolution, view, links } = context;
  const { session, position, listing, readme, order, decode } = fetched;
  const canonical = directoryUrl(resolution.canonical, resolution.components.path);
  const isRoot = splitFtpPath(resolution.components.path).segments.every((segment) => segment === '');
  return {
    canonical,
    root: links.root,
    listing,
    offersTls: !session.protectedData && session.features.has('AUTH'),
    indices: listing.entries.sorted(order),
    order,
    readme,
    welcome: isRoot ? replyText(session.welcome, decode) : null,
    notice: position.notice === null ? null : replyText(position.notice, decode),
    decode,
    ...entryLinks(links, canonical, repeatedParameters(view.query)),
  };
}

/** The text of a reply without its last line; `null` for a single line, which only confirms the command. */
function replyText({ lines }: Reply, decode: Decode): string | null {
  return lines.length < 2 ? null : lines.slice(0, -1).map(decode).join('\n');
}
