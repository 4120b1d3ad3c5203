/** What a page and JSON both show of a directory. */
import type { ListingEntry } from '../../../src/schemes/ftp/listing.ts';
import { encodeSegment } from '../../../src/schemes/ftp/octet-string.ts';
import { splitFtpPath } from '../../../src/schemes/ftp/path.ts';
import type { Reply } from '../../../src/schemes/ftp/reply.ts';
import type { GatewayContext } from '../core/contract.ts';
import type { DirectoryPosition } from './change-directory.ts';
import type { Listing } from './list-directory.ts';
import type { FtpSession } from './login.ts';
import type { Readme } from './readme.ts';
import { type Order, sorted } from './sorting.ts';
import type { Decode } from './text-decoding.ts';

export interface DirectoryView {
  /** Of the directory, with its slash and without a type. */
  readonly canonical: string;
  readonly origin: string;
  readonly listing: Listing;
  /** Whether the server would speak TLS, and was not asked to. */
  readonly offersTls: boolean;
  /** In the order that was asked for. */
  readonly entries: readonly ListingEntry[];
  readonly order: Order;
  readonly readme: Readme | null;
  /** What the server says to whoever logs in, and to whoever comes to this directory; `null` = nothing. */
  readonly welcome: string | null;
  readonly notice: string | null;
  readonly decode: Decode;
  readonly urlOf: (entry: ListingEntry) => string;
  /** Where the entry is opened; `null` where it cannot be linked. */
  readonly hrefOf: (entry: ListingEntry) => string | null;
}

export interface FetchedDirectory {
  readonly session: FtpSession;
  readonly position: DirectoryPosition;
  readonly listing: Listing;
  readonly readme: Readme | null;
  readonly order: Order;
  readonly decode: Decode;
}

/** Parameters that stay with a visitor from one link to the next. */
export function lasting(query: URLSearchParams): Record<string, string> | undefined {
  const kept = [...query].filter(([name]) => name === 'tls' || name === 'charset');
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The link to a directory of an ftp link: with its slash, without a type. */
export function directoryUrl(canonical: string, path: string): string {
  const bare = canonical.slice(0, canonical.length - path.length);
  const { segments } = splitFtpPath(path);
  const directory = `/${segments.join('/')}`;
  return `${bare}${directory.endsWith('/') ? directory : `${directory}/`}`;
}

/** Gathers what is to be shown. */
export function directoryView(context: GatewayContext<'ftp'>, fetched: FetchedDirectory): DirectoryView {
  const { resolution, view, links } = context;
  const { session, position, listing, readme, order, decode } = fetched;
  const canonical = directoryUrl(resolution.canonical, resolution.components.path);
  const kept = lasting(view.query);
  const urlOf = ({ kind, name }: ListingEntry) =>
    `${canonical}${encodeSegment(name)}${kind === 'directory' ? '/' : ''}`;
  const isRoot = splitFtpPath(resolution.components.path).segments.every((segment) => segment === '');
  return {
    canonical,
    origin: links.origin,
    listing,
    offersTls: !session.protectedData && session.features.has('AUTH'),
    entries: sorted(listing.entries, order),
    order,
    readme,
    welcome: isRoot ? message(session.welcome, decode) : null,
    notice: position.notice === null ? null : message(position.notice, decode),
    decode,
    urlOf,
    hrefOf: (entry) => links.hrefOf(urlOf(entry), kept),
  };
}

/** A reply of several lines has something to say; a single one only says that it worked. */
function message({ lines }: Reply, decode: Decode): string | null {
  return lines.length < 2 ? null : lines.slice(0, -1).map(decode).join('\n');
}
