/** The entries of a directory as pages and JSON show them, with the directories that are merged into it. */
import { decodeCharset, detectCharset } from '../../../src/octets/charset.ts';
import { octetsOfLatin1 } from '../../../src/octets/octets.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { urlOf } from '../../../src/protocols/prospero/access.ts';
import { changedOf, modesOf, sizeOf } from '../../../src/protocols/prospero/attributes.ts';
import type { ProsperoLink } from '../../../src/protocols/prospero/links.ts';
import type { Canonical } from '../../../src/uri/canonical-parts.ts';
import { codeOf, isFailure } from '../../errors/gateway-error.ts';
import { canonicalOrNull } from '../contract/canonical-or-null.ts';
import type { View } from '../contract/contract.ts';
import { displayText } from '../shared/display-text.ts';
import { lookUp, serverOf } from './look-up.ts';
import type { Questions } from './relay.ts';

export interface Entry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'other';
  /** The canonical link; `null` if no URL can name the object. */
  readonly url: Canonical | null;
  readonly bytes: number | null;
  /** In UTC. */
  readonly modified: string | null;
  readonly modes: string | null;
}

export interface Listing {
  readonly entries: readonly Entry[];
  /** The directories that belong into this one and are not merged: too many, or their servers gave no answer. */
  readonly unmerged: readonly Entry[];
}

/** The entries of links. Links of the kind `union` are replaced by what is in their directories. */
export async function listingOf(
  questions: Questions,
  links: readonly ProsperoLink[],
  view: Pick<View, 'charset'>,
): Promise<Listing> {
  const unions = links.filter(({ kind }) => kind === 'union');
  const merged = await Promise.all(
    unions.slice(0, protocolLimits.prosperoUnions).map((union) => linksIn(questions, union)),
  );
  const all = [...links.filter(({ kind }) => kind === 'link'), ...merged.flatMap((found) => found ?? [])];
  const unmerged = unions.filter((_, index) => (merged[index] ?? null) === null);
  const decode = decoderOf([...all, ...unmerged], view);
  return { entries: all.map((link) => entryOf(link, decode)), unmerged: unmerged.map((link) => entryOf(link, decode)) };
}

/** The links of a directory; `null` if it cannot be read. Directories in it are not merged. */
async function linksIn(questions: Questions, union: ProsperoLink): Promise<readonly ProsperoLink[] | null> {
  try {
    const { answer } = await lookUp(questions, serverOf(union), 'list');
    return answer.refusal === null ? answer.links.filter(({ kind }) => kind === 'link') : null;
  } catch (error) {
    if (isFailure(error) && codeOf(error) !== 'client-closed') return null;
    throw error;
  }
}

type Decoder = (text: string) => string;

/** One charset for all names: a single name is too short to tell. */
function decoderOf(links: readonly ProsperoLink[], { charset }: Pick<View, 'charset'>): Decoder {
  const label = charset ?? detectCharset(octetsOfLatin1(links.map(({ name }) => name).join('\n')));
  return (text) => displayText(decodeCharset(octetsOfLatin1(text), label)).replace(/\s+/g, ' ');
}

function entryOf(link: ProsperoLink, decode: Decoder): Entry {
  const { name, type, attributes } = link;
  const url = urlOf(link);
  return {
    name: decode(name),
    type: type === 'DIRECTORY' ? 'directory' : type === 'FILE' || type.startsWith('EXTERNAL(') ? 'file' : 'other',
    url: url === null ? null : canonicalOrNull(url),
    bytes: sizeOf(attributes),
    modified: changedOf(attributes),
    modes: modesOf(attributes),
  };
}
