/** A directory of an FTP server, and its listing as the server writes it. */
import { type Decode, decoderFor } from '../../octets/charset.ts';
import type { Body } from '../../protocols/connection.ts';
import type { FtpClient } from '../../protocols/ftp/client.ts';
import type { ListingEntry } from '../../protocols/ftp/listing/entry.ts';
import type { FtpReply } from '../../protocols/ftp/reply.ts';
import { decodeSegment, encodeSegment, splitFtpPath } from '../../schemes/ftp/path.ts';
import type { Link, OpenContext } from '../contract.ts';
import {
  COLUMNS,
  DIRECTIONS,
  type Listing,
  type ListingRow,
  type Moved,
  type OpenedAs,
  type RawReply,
} from '../opened.ts';

type FtpLink = Link<'ftp'>;

/** Archives change by the day; a minute saves repeated transfers. */
export const FRESH = 60;

/** The directory that the session is in. The session is closed. */
export async function listingOf(
  client: FtpClient,
  notice: FtpReply | null,
  link: FtpLink,
  { charset, wants }: Pick<OpenContext, 'charset' | 'wants'>,
): Promise<Listing> {
  const listing = await client.list();
  const { entries, command, unread, cut, broken } = listing;
  const readme = wants === 'list' || cut || broken !== null ? null : await client.readme(listing);
  client.close();
  const decode = decoderFor(charset);
  const { url } = directoryOf(link);
  const isRoot = splitFtpPath(link.components.path).segments.every((segment) => segment === '');
  const welcome = isRoot ? replyText(client.welcome, decode) : null;
  const noticed = notice === null ? null : replyText(notice, decode);
  const path = pathOf(link, url, decode);
  const instead = openedAs(link, client);
  return {
    shape: 'listing',
    freshFor: broken === null ? FRESH : 0,
    noun: 'directory',
    url,
    title: path.at(-1)?.text ?? '',
    path,
    isBase: true,
    openedAs: instead,
    form: null,
    order: { column: COLUMNS[0], direction: DIRECTIONS[0] },
    columns: COLUMNS,
    rows: {
      length: entries.length,
      timed: entries.timed,
      sorted: (order) => (order === null ? [...Array(entries.length).keys()] : entries.sorted(order)),
      *at(indices) {
        for (const entry of entries.at(indices)) yield rowOf(entry, url, decode);
      },
    },
    facts: { command, openedAs: instead?.url ?? null, welcome, notice: noticed },
    words: [welcome, noticed].filter((text) => text !== null),
    readme: readme && { name: decode(readme.name), text: decode(readme.text), cut: readme.cut },
    unread: unread.map(decode),
    cut,
    ...(broken !== null && { broken }),
    nothing: 'This directory is empty.',
    beside: [],
    others: client.offersTls ? [{ text: 'Over TLS', options: { tls: 'explicit' } }] : [],
  };
}

function rowOf({ kind, name, size, modified, target }: ListingEntry, directory: string, decode: Decode): ListingRow {
  return {
    kind,
    name: decode(name),
    octets: name,
    size,
    modified,
    target: target === null ? null : decode(target),
    url: `${directory}${encodeSegment(name)}${kind === 'directory' ? '/' : ''}`,
  };
}

/** The text of a reply without its last line; `null` for a single line, which only confirms the command. */
function replyText({ lines }: FtpReply, decode: Decode): string | null {
  return lines.length < 2 ? null : lines.slice(0, -1).map(decode).join('\n');
}

/** The link of a directory, with its final slash and without a type, from a link with or without them. */
export function directoryOf(link: FtpLink): Moved {
  const directory = splitFtpPath(link.components.path).segments.join('/');
  const path = directory === '' || directory.endsWith('/') ? directory : `${directory}/`;
  return { shape: 'moved', freshFor: FRESH, url: `${serverUrl(link)}/${path}` };
}

/** The link of the server, without a path. */
function serverUrl({ canonical, components: { path } }: FtpLink): string {
  return canonical.slice(0, canonical.length - path.length);
}

/**
 * The link that names what the session asked for, if the server does not have the empty segments of this one: the
 * client leaves them out, or begins at the root. `undefined` = every segment was a CWD.
 */
export function openedAs(link: FtpLink, { directories }: Pick<FtpClient, 'directories'>): OpenedAs | undefined {
  const [path = '', type = ''] = link.components.path.split(/(?=;type=.$)/);
  const segments = [...directories.map(encodeSegment), ...path.split('/').slice(-1)];
  const url = `${serverUrl(link)}/${segments.join('/')}${type}`;
  if (url === link.canonical) return;
  return { url, sentence: `The server does not have this link with its empty segments. This is ${url}.` };
}

/** Each directory from the root down to this one. */
function pathOf(link: FtpLink, url: string, decode: Decode): NonNullable<Listing['path']> {
  const root = serverUrl(link);
  const { segments } = splitFtpPath(url.slice(root.length));
  return segments.slice(0, -1).map((segment, index) => ({
    text: decode(decodeSegment(segment)) || '/',
    url: `${root}/${segments.slice(0, index + 1).join('/')}/`,
  }));
}

/** The listing as the server writes it. */
export async function rawListing(client: FtpClient): Promise<RawReply> {
  const listing = await client.rawListing(['LIST', 'NLST']);
  if (listing === null) client.close();
  return {
    shape: 'octets',
    freshFor: FRESH,
    name: 'list.txt',
    body: listing === null ? null : closing(listing.body, client),
  };
}

/** A body that ends the session, too. */
export function closing(body: Body, client: FtpClient): Body {
  return {
    read: (waited) => body.read(waited),
    unread: (octets) => body.unread(octets),
    close() {
      body.close();
      client.close();
    },
  };
}
