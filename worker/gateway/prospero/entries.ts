/** The entries of a directory, with the directories that are merged into it, and the JSON of what a server has. */

import { codeOf, GatewayError, isFailure } from '../../../src/net/failure.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { decodeCharset, detectCharset } from '../../../src/octets/charset.ts';
import { octetsOfLatin1 } from '../../../src/octets/octets.ts';
import { canonicalOrNull } from '../../../src/open/links.ts';
import { mediaTypeOf } from '../../../src/open/media-type.ts';
import { type FoundObject, lastName, linkedObject, mergeUnions } from '../../../src/protocols/prospero/client.ts';
import {
  accessMethodsOf,
  changedOf,
  modesOf,
  type ObjectPlace,
  type ProsperoLink,
  sizeOf,
  urlOf,
} from '../../../src/protocols/prospero/links.ts';
import { prosperoObject } from '../../../src/schemes/prospero/request.ts';
import type { Canonical } from '../../../src/uri/canonical-parts.ts';
import type { GatewayContext, View } from '../contract/contract.ts';
import { openAddress } from '../shared/json-stream.ts';

/** What names and texts of a server depend on. */
interface TextContext {
  readonly view: Pick<View, 'charset'>;
}

/** The object that a link names. Throws `bad-request` if no question can name it. */
export function requestedObject({ components, details }: GatewayContext<'prospero'>['resolution']): ObjectPlace {
  if (prosperoObject(components, details.version) === null) {
    throw new GatewayError('bad-request', 'A Prospero name has at most 4 KiB and no control characters.');
  }
  return linkedObject({ components, details });
}

export interface ProsperoEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'other';
  /** The canonical link; `null` if no URL can name the object. */
  readonly url: Canonical | null;
  readonly bytes: number | null;
  /** In UTC. */
  readonly modified: string | null;
  readonly modes: string | null;
}

export interface ProsperoListing {
  readonly entries: readonly ProsperoEntry[];
  /** The directories that belong into this one and are not merged: too many, or their servers gave no answer. */
  readonly unmerged: readonly ProsperoEntry[];
}

/** The entries of links. Links of the kind `union` are replaced by what is in their directories. */
export async function listingOf(
  { askProspero, view }: TextContext & Pick<GatewayContext<'prospero'>, 'askProspero'>,
  found: readonly ProsperoLink[],
): Promise<ProsperoListing> {
  const { links, unmerged } = await mergeUnions(askProspero, found);
  for (const { error } of unmerged) {
    // A server that does not answer, or must not be asked, is not the fault of this directory.
    const isServer = isFailure(error) && codeOf(error) !== 'client-closed';
    if (error !== null && !isServer) throw error;
  }
  const unread = unmerged.map(({ link }) => link);
  // One charset for all names: a single name is too short to tell.
  const names = [...links, ...unread].map(({ name }) => name).join('\n');
  const charset = view.charset ?? detectCharset(octetsOfLatin1(names));
  return {
    entries: links.map((link) => entryOf(link, charset)),
    unmerged: unread.map((link) => entryOf(link, charset)),
  };
}

/** The link of an object whose contents another server has. Throws the refusal if none has. */
export async function listingOfOther(
  context: Parameters<typeof listingOf>[0],
  { link, refusal }: Extract<FoundObject, { kind: 'other' }>,
): Promise<ProsperoListing> {
  const listing = await listingOf(context, accessMethodsOf(link.attributes).length === 0 ? [] : [link]);
  // A link to this object itself leads nowhere.
  const leadsAway = listing.entries.some(({ url }) => url !== null && !url.startsWith('prospero:'));
  if (!leadsAway) throw refusal;
  return listing;
}

function entryOf(link: ProsperoLink, charset: string): ProsperoEntry {
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

type LinkContext = Pick<GatewayContext<'prospero'>, 'resolution' | 'links'>;

/** A directory, or what Archie found. */
export function directoryJson({ resolution, links }: LinkContext, { entries, unmerged }: ProsperoListing): object {
  const entryJson = (entry: ProsperoEntry): object => ({ ...entry, open: openAddress(links, entry.url) });
  return {
    kind: 'directory',
    url: resolution.canonical,
    entries: entries.map(entryJson),
    unmerged: unmerged.map(entryJson),
  };
}

/** A file that the server gives itself. */
export interface FileText {
  readonly charset: string;
  readonly text: string;
}

/** Decodes a file, in the charset that the visitor chose or else in the likeliest one. */
export function decodeFile({ view }: TextContext, octets: Uint8Array): FileText {
  const charset = view.charset ?? detectCharset(octets);
  return { charset, text: decodeCharset(octets, charset) };
}

/** The name of a file, and its media type, which follows from the name or from the octets. */
export function describeFile({ resolution, view }: TextContext & Pick<LinkContext, 'resolution'>, octets: Uint8Array) {
  const name = displayText(lastName(resolution.details));
  return { name, mediaType: mediaTypeOf(name, { first: octets, charset: view.charset }) };
}

export function fileJson({ resolution }: Pick<LinkContext, 'resolution'>, file: FileText): object {
  return { kind: 'text', url: resolution.canonical, ...file };
}
