/** A directory as JSON, and the values and links that its page and its feed show, too. */
import { type Decode, decoderFor, type OctetString, octetsOf } from '../../../src/octets/charset.ts';
import { base64Of, utf8Of } from '../../../src/octets/octets.ts';
import type { FtpClient } from '../../../src/protocols/ftp/client.ts';
import type { SortOrder } from '../../../src/protocols/ftp/listed-entries.ts';
import type { ListingEntry } from '../../../src/protocols/ftp/listing/entry.ts';
import type { DirectoryListing, Readme } from '../../../src/protocols/ftp/listing.ts';
import type { FtpReply } from '../../../src/protocols/ftp/reply.ts';
import { encodeSegment, splitFtpPath } from '../../../src/schemes/ftp/path.ts';
import type { GatewayContext, LinkBuilder, View } from '../contract/contract.ts';
import { absolute, type LongList } from '../shared/json-stream.ts';

/** What the server has of a directory. */
export interface FetchedDirectory {
  readonly client: Pick<FtpClient, 'welcome' | 'offersTls'>;
  /** The server's reply on entering the directory; `null` = none. */
  readonly notice: FtpReply | null;
  readonly listing: DirectoryListing;
  readonly readme: Readme | null;
}

export interface DirectoryView extends Pick<FetchedDirectory, 'listing' | 'readme'>, ReturnType<typeof entryLinks> {
  /** The link of the directory, with its final slash and without a type. */
  readonly canonical: string;
  readonly root: string;
  /** Whether the server offers TLS and this session does not use it. */
  readonly offersTls: boolean;
  /** The indices of the entries of the listing, in the requested order. */
  readonly indices: readonly number[];
  readonly order: SortOrder;
  /** The server's text after the login, shown in the root directory; `null` = none. */
  readonly welcome: string | null;
  /** The server's text on entering this directory; `null` = none. */
  readonly notice: string | null;
  readonly decode: Decode;
  /** The address of this directory with these parameters; `null` if it has none. */
  readonly hrefWith: (query: Readonly<Record<string, string>>) => string | null;
}

/** A link to a directory, and how to show it. */
export interface DirectoryLink extends Pick<GatewayContext<'ftp'>, 'resolution' | 'links'> {
  readonly view: Pick<View, 'charset' | 'query'>;
}

/** Makes the view of a directory. */
export function directoryView(
  { resolution, view, links }: DirectoryLink,
  { client, notice, listing, readme }: FetchedDirectory,
  order: SortOrder,
): DirectoryView {
  const canonical = directoryUrl(resolution);
  const repeated = repeatedParameters(view.query);
  const isRoot = splitFtpPath(resolution.components.path).segments.every((segment) => segment === '');
  const decode = decoderFor(view.charset);
  return {
    canonical,
    root: links.root,
    listing,
    offersTls: client.offersTls,
    indices: listing.entries.sorted(order),
    order,
    readme,
    welcome: isRoot ? replyText(client.welcome, decode) : null,
    notice: notice === null ? null : replyText(notice, decode),
    decode,
    hrefWith: (query) => links.hrefOf(canonical, { ...repeated, ...query }),
    ...entryLinks(links, canonical, repeated),
  };
}

/** The text of a reply without its last line; `null` for a single line, which only confirms the command. */
function replyText({ lines }: FtpReply, decode: Decode): string | null {
  return lines.length < 2 ? null : lines.slice(0, -1).map(decode).join('\n');
}

/** The parameters that every link of a page repeats; `undefined` = none. */
export function repeatedParameters(query: URLSearchParams): Record<string, string> | undefined {
  const repeated = [...query].filter(([name]) => name === 'tls' || name === 'charset');
  return repeated.length === 0 ? undefined : Object.fromEntries(repeated);
}

type Link = GatewayContext<'ftp'>['resolution'];

/** The link of the server, without a path. */
export function serverUrl({ canonical, components: { path } }: Link): string {
  return canonical.slice(0, canonical.length - path.length);
}

/** The link of a directory, with its final slash and without a type, from a link with or without them. */
export function directoryUrl(link: Link): string {
  const directory = splitFtpPath(link.components.path).segments.join('/');
  return `${serverUrl(link)}/${directory === '' || directory.endsWith('/') ? directory : `${directory}/`}`;
}

/**
 * The address that asks for a user name and a password. A browser sends them only to paths below the one where they
 * were entered, so it is the root.
 */
export function loginHref(
  { links, resolution }: Pick<GatewayContext<'ftp'>, 'links' | 'resolution'>,
  query?: Readonly<Record<string, string>>,
): string | null {
  return links.hrefOf(`${serverUrl(resolution)}/`, { ...query, login: '' });
}

/** A directory as JSON: its members before the entries, the entries, and its members after them. */
export function directoryJson(
  view: DirectoryView,
): readonly [head: object, entries: LongList<ListingEntry>, tail: object] {
  const { listing, indices, decode, canonical, welcome, notice, readme } = view;
  return [
    { kind: 'directory', url: canonical, command: listing.command, welcome, notice },
    { name: 'entries', items: listing.entries.at(indices), toJson: (entry) => entryJson(entry, view) },
    {
      unread: listing.unread.map(decode),
      cut: listing.cut,
      readme: readme && { name: decode(readme.name), text: decode(readme.text), cut: readme.cut },
    },
  ];
}

function entryJson(entry: ListingEntry, { decode, urlOf, hrefOf, root }: DirectoryView): object {
  const href = hrefOf(entry);
  return {
    kind: entry.kind,
    name: decode(entry.name),
    octets: octetsUnlessText(entry.name),
    size: entry.size,
    modified: entry.modified,
    target: entry.target === null ? null : decode(entry.target),
    url: urlOf(entry),
    open: href === null ? null : absolute({ root }, href),
  };
}

/** A name in base64; `null` if its text represents it without loss. */
function octetsUnlessText(name: OctetString): string | null {
  if (/^[\x20-\x7e]*$/.test(name)) return null;
  const octets = octetsOf(name);
  return utf8Of(octets) === null || /[\x00-\x1f\x7f]/.test(name) ? base64Of(octets) : null;
}

/** An entry of the directory, as far as its link depends on it. */
type Linked = Pick<ListingEntry, 'kind' | 'name'>;

/**
 * Makes the links of the entries of one directory. The address of most entries is the address of the directory with the
 * name after it, which costs a fraction of canonicalizing each link.
 *
 * @param directory - its canonical link, with its final slash
 * @param query - the parameters that every address repeats; absent = none
 * @returns canonical links, and the addresses that open them; `null` for an entry that cannot be linked
 */
export function entryLinks(links: LinkBuilder, directory: string, query?: Readonly<Record<string, string>>) {
  const pathOf = ({ kind, name }: Linked) => `${encodeSegment(name)}${kind === 'directory' ? '/' : ''}`;
  const [address, repeating] = [links.hrefOf(directory), links.hrefOf(directory, query)];
  const isPath = address !== null && repeating !== null && GATEWAY_PATH.test(address);
  return {
    urlOf: (entry: Linked): string => directory + pathOf(entry),
    hrefOf: (entry: Linked): string | null => {
      const path = pathOf(entry);
      if (!isPath || !PLAIN.test(path)) return links.hrefOf(directory + path, query);
      return address + path + repeating.slice(address.length);
    },
  };
}

/**
 * A name that can be written after the address of its directory, because its link is canonical as it stands. Other
 * names have an address of another form, such as those with a backslash, or none.
 */
const PLAIN = /^(?!\.{1,2}\/?$)(?:[\w.~!$&'()*+,:=@-]|%(?!5C|[01]|7F)[\dA-F]{2}){1,1000}\/?$/;

/** A gateway path that ends with a slash. */
const GATEWAY_PATH = /^\/ftps?\/[^?]*\/$/;
