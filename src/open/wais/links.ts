/** Links to databases, searches and documents of the server that a link names. */
import { type Canonical, canonicalize } from '../../index.ts';
import { documentPath } from '../../schemes/wais/fields.ts';
import type { Link } from '../contract.ts';
import { canonicalOrNull } from '../links.ts';

type WaisLink = Pick<Link<'wais'>, 'canonical'>;

export function databaseLink(link: WaisLink): Canonical {
  return canonicalize(databaseOf(link));
}

/** The canonical link to a search; empty words describe the database. */
export function searchLink(link: WaisLink, words: string): Canonical {
  return canonicalize(`${databaseOf(link)}?${encodeURIComponent(words.toWellFormed())}`);
}

/**
 * The canonical link to a document; `null` if no URL can hold its id, which may be longer than a URL.
 *
 * @param length - in octets; `null` = unknown. With a length, the link is in the form of Lynx and Mosaic.
 */
export function documentLink(
  link: WaisLink,
  type: Uint8Array,
  documentId: Uint8Array,
  length: number | null = null,
): Canonical | null {
  const path = documentPath(type, documentId, length);
  return path === null ? null : canonicalOrNull(`${databaseOf(link)}/${path}`);
}

function databaseOf({ canonical }: WaisLink): string {
  const [database = canonical] = /^[^:]+:\/\/[^/?#]+(?:\/[^/?#]*)?/.exec(canonical) ?? [];
  return database;
}
