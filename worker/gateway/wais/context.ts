/** The context of a request for a wais link: the context of every gateway, the octets that the link names, and hits. */
import { type Canonical, canonicalize, UrlError } from '../../../src/index.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { decodeCharset, detectCharset } from '../../../src/octets/charset.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import type { Hit, SearchAnswer } from '../../../src/protocols/wais/answer.ts';
import { isCatalogue } from '../../../src/protocols/wais/database.ts';
import { wpathOf } from '../../../src/schemes/wais/fields.ts';
import { type WaisTarget, waisTarget } from '../../../src/schemes/wais/request.ts';
import { ESCAPE } from '../../../src/uri/percent.ts';
import type { GatewayContext, View } from '../contract/contract.ts';

export interface WaisContext extends GatewayContext<'wais'> {
  readonly target: WaisTarget;
}

/** What texts of the server, and the links that are made from them, depend on. */
export interface TextContext extends Pick<WaisContext, 'resolution'> {
  readonly view: Pick<View, 'charset'>;
}

/** Adds the target of the link to a context. Throws `bad-request` if no message can name it. */
export function waisContext<Context extends Pick<GatewayContext<'wais'>, 'resolution'>>(
  context: Context,
): Context & Pick<WaisContext, 'target'> {
  const { components, details } = context.resolution;
  const target = waisTarget(components, details);
  if (target !== null) return { ...context, target };
  throw new GatewayError('bad-request', 'A WAIS message cannot contain this database, search or document.', {
    advice:
      'A database name cannot contain “@” or control characters. A document identifier is a list of numbers and values.',
  });
}

/** A text of the server for people, in the charset that the visitor chose or else in the likeliest one. */
export function decodedText({ view }: Pick<TextContext, 'view'>, octets: Uint8Array): string {
  return decodeCharset(octets, view.charset ?? detectCharset(octets));
}

/** A short text of the server on one line. */
export function lineOf(context: Pick<TextContext, 'view'>, octets: Uint8Array): string {
  return displayText(decodedText(context, octets)).replace(/\s+/g, ' ').trim();
}

/** The canonical link to a search; empty words describe the database. */
export function searchLink({ resolution }: Pick<WaisContext, 'resolution'>, words: string): Canonical {
  return canonicalize(`${databaseOf(resolution.canonical)}?${encodeURIComponent(words.toWellFormed())}`);
}

export function databaseLink({ resolution }: Pick<WaisContext, 'resolution'>): Canonical {
  return canonicalize(databaseOf(resolution.canonical));
}

function databaseOf(canonical: Canonical): string {
  const [database = canonical] = /^[^:]+:\/\/[^/?#]+(?:\/[^/?#]*)?/.exec(canonical) ?? [];
  return database;
}

/**
 * The canonical link to a document; `null` if no URL can hold its id. With a length, it is in the form of Lynx and
 * Mosaic.
 */
export function documentLink(
  { resolution }: Pick<WaisContext, 'resolution'>,
  type: Uint8Array,
  documentId: Uint8Array,
  length: number | null = null,
): Canonical | null {
  const wpath = wpathOf(documentId);
  const typeName = Array.from(type, (octet) => ESCAPE[octet]).join('');
  if (wpath === null || typeName === '') return null;
  try {
    return canonicalize(
      `${databaseOf(resolution.canonical)}/${typeName}/${length === null ? '' : `${length}/`}${wpath}`,
    );
  } catch (error) {
    // A document id may be longer than a URL.
    if (error instanceof UrlError) return null;
    throw error;
  }
}

export interface ListedHit extends Omit<Hit, 'documentId' | 'headline' | 'types'> {
  readonly headline: string;
  readonly types: readonly ListedType[];
}

export interface ListedType {
  readonly type: string;
  /** The canonical link; `null` if no URL can hold the id. */
  readonly url: string | null;
  /** The link that opens it: with the length of the document if the server reports it, so that ranges are possible. */
  readonly opened: string | null;
}

export interface Hits {
  readonly hits: readonly ListedHit[];
  /** The catalogue of the database, which servers return when nothing was found. */
  readonly catalogue: ListedHit | null;
}

/** A document of this type is the address in its headline. */
export const LINK_TYPE = 'URL';
/** The type that a document without one has. */
const PLAIN = 'TEXT';
/** The length in a URL has ten digits at most. */
const LARGEST_SIZE = 9_999_999_999;

/** Sets the catalogue apart from the documents that were found. */
export function hitsIn(context: TextContext, { hits }: SearchAnswer): Hits {
  const catalogue = hits.find(isCatalogue);
  return {
    hits: hits.filter((hit) => !isCatalogue(hit)).map((hit) => listedHit(context, hit)),
    catalogue: catalogue === undefined ? null : listedHit(context, catalogue),
  };
}

function listedHit(context: TextContext, { documentId, headline, types, ...hit }: Hit): ListedHit {
  const octets = types.length === 0 ? [new TextEncoder().encode(PLAIN)] : types;
  const text = lineOf(context, headline);
  return {
    headline: text,
    ...hit,
    types: octets.map((type, index) => {
      const name = latin1Of(type).toUpperCase();
      if (name === LINK_TYPE) return { type: name, url: text, opened: text };
      const url = documentLink(context, type, documentId);
      // The size is that of the usual type.
      const isSized = index === 0 && hit.bytes !== null && hit.bytes <= LARGEST_SIZE;
      return { type: name, url, opened: isSized ? documentLink(context, type, documentId, hit.bytes) : url };
    }),
  };
}
