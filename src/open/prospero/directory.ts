/** Directories of Prospero servers, with the directories that are merged into them. */
import type { Canonical } from '../../index.ts';
import { codeOf, isFailure } from '../../net/failure.ts';
import { displayText } from '../../octets/ansi.ts';
import { decodeCharset, detectCharset } from '../../octets/charset.ts';
import { octetsOfLatin1 } from '../../octets/octets.ts';
import { type FoundObject, mergeUnions } from '../../protocols/prospero/client.ts';
import {
  accessMethodsOf,
  changedOf,
  modesOf,
  type ProsperoLink,
  sizeOf,
  urlOf,
} from '../../protocols/prospero/links.ts';
import type { Link, OpenContext } from '../contract.ts';
import { fewRows } from '../few-rows.ts';
import { KnownOctets } from '../known-octets.ts';
import { canonicalOrNull } from '../links.ts';
import { COLUMNS, type Listing, type ListingRow, type RawReply } from '../opened.ts';

type DirectoryContext = Pick<OpenContext, 'askProspero' | 'charset'>;

/** In seconds. */
const FRESH = 300;

/** An entry as its JSON has it. */
interface ProsperoEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'other';
  /** `null` if no URL can name the object. */
  readonly url: Canonical | null;
  readonly bytes: number | null;
  /** In UTC. */
  readonly modified: string | null;
  readonly modes: string | null;
}

export interface FoundEntries {
  readonly entries: readonly ProsperoEntry[];
  /** The directories that belong into this one and are not merged: too many, or their servers gave no answer. */
  readonly unmerged: readonly ProsperoEntry[];
}

/** The entries of links. Links of the kind `union` are replaced by what is in their directories. */
export async function linksInDirectory(
  found: readonly ProsperoLink[],
  { askProspero, charset: chosen }: DirectoryContext,
): Promise<FoundEntries> {
  const { links, unmerged } = await mergeUnions(askProspero, found);
  for (const { error } of unmerged) {
    // A server that does not answer, or must not be asked, is not the fault of this directory.
    const isServer = isFailure(error) && codeOf(error) !== 'client-closed';
    if (error !== null && !isServer) throw error;
  }
  const unread = unmerged.map(({ link }) => link);
  // One charset for all names: a single name is too short to tell.
  const names = [...links, ...unread].map(({ name }) => name).join('\n');
  const charset = chosen ?? detectCharset(octetsOfLatin1(names));
  return {
    entries: links.map((link) => entryOfLink(link, charset)),
    unmerged: unread.map((link) => entryOfLink(link, charset)),
  };
}

function entryOfLink(link: ProsperoLink, charset: string): ProsperoEntry {
  const { name, type, attributes } = link;
  const url = urlOf(link);
  return {
    name: displayText(decodeCharset(octetsOfLatin1(name), charset)).replace(/\s+/g, ' '),
    type: type === 'DIRECTORY' ? 'directory' : type === 'FILE' || type.startsWith('EXTERNAL(') ? 'file' : 'other',
    url: url === null ? null : canonicalOrNull(url),
    bytes: sizeOf(attributes),
    modified: changedOf(attributes),
    modes: modesOf(attributes),
  };
}

/** A directory. Its servers say nothing about the order of entries, but Archie puts the best ones first. */
export function listingOf({ canonical: url, details }: Link<'prospero'>, { entries, unmerged }: FoundEntries): Listing {
  const rows = fewRows(entries.map(rowOf));
  return {
    shape: 'listing',
    freshFor: FRESH,
    noun: 'directory',
    url,
    title: displayText(/([^/]+)\/?$/.exec(details.hsoname)?.[1] ?? ''),
    path: null,
    isBase: false,
    form: null,
    columns: COLUMNS,
    rows,
    order: null,
    facts: {},
    words: [],
    readme: null,
    unread: [],
    cut: false,
    nothing: 'The directory is empty.',
    beside: unmerged.map(rowOf),
    json(order, { open }) {
      const entryJson = (entry: ProsperoEntry) => ({ ...entry, open: open(entry.url) });
      const sorted = rows.sorted(order).flatMap((index) => entries[index] ?? []);
      return { kind: 'directory', entries: sorted.map(entryJson), unmerged: unmerged.map(entryJson) };
    },
    others: [],
  };
}

function rowOf({ name, type, url, bytes, modified }: ProsperoEntry): ListingRow {
  const kind = type === 'other' ? 'unknown' : type;
  return { kind, name, octets: null, size: bytes, modified, target: null, url };
}

/**
 * The link of an object whose contents another server has.
 *
 * @throws ProtocolError, the refusal of its own server, if no other server has it
 */
export async function listingOfOther(
  link: Link<'prospero'>,
  { link: other, refusal }: Extract<FoundObject, { kind: 'other' }>,
  context: DirectoryContext,
): Promise<Listing> {
  const found = await linksInDirectory(accessMethodsOf(other.attributes).length === 0 ? [] : [other], context);
  // A link to this object itself leads nowhere.
  const leadsAway = found.entries.some(({ url }) => url !== null && !url.startsWith('prospero:'));
  if (!leadsAway) throw refusal;
  return listingOf(link, found);
}

/** The answer as the server writes it, with one character for each octet. */
export function rawListing(text: string): RawReply {
  return {
    shape: 'octets',
    freshFor: FRESH,
    name: 'list.txt',
    mediaType: 'text/plain; charset=utf-8',
    body: new KnownOctets(octetsOfLatin1(text)),
  };
}
