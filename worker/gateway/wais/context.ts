/** The context of a request for a wais link: the context of every gateway, and the octets that the link names. */
import { type Canonical, canonicalize, UrlError } from '../../../src/index.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { decodeCharset, detectCharset } from '../../../src/octets/charset.ts';
import { wpathOf } from '../../../src/schemes/wais/fields.ts';
import { type WaisTarget, waisTarget } from '../../../src/schemes/wais/request.ts';
import { ESCAPE } from '../../../src/uri/percent.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { GatewayContext } from '../contract/contract.ts';

export interface WaisContext extends GatewayContext<'wais'> {
  readonly target: WaisTarget;
}

/**
 * Adds the target of the link to a context.
 *
 * @throws GatewayError `bad-request` if no message can name it
 */
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
export function textOf({ view }: Pick<WaisContext, 'view'>, octets: Uint8Array): string {
  return decodeCharset(octets, view.charset ?? detectCharset(octets));
}

/** A short text of the server on one line. */
export function lineOf(context: Pick<WaisContext, 'view'>, octets: Uint8Array): string {
  return displayText(textOf(context, octets)).replace(/\s+/g, ' ').trim();
}

/** The canonical link to a search; empty words describe the database. */
export function searchLink({ resolution }: Pick<WaisContext, 'resolution'>, words: string): Canonical {
  return canonicalize(`${databaseOf(resolution.canonical)}?${encodeURIComponent(words.toWellFormed())}`);
}

/** The canonical link to the database of this link. */
export function databaseLink({ resolution }: Pick<WaisContext, 'resolution'>): Canonical {
  return canonicalize(databaseOf(resolution.canonical));
}

function databaseOf(canonical: Canonical): string {
  const [database = canonical] = /^[^:]+:\/\/[^/?#]+(?:\/[^/?#]*)?/.exec(canonical) ?? [];
  return database;
}

/**
 * The canonical link to a document; `null` if no URL can hold its id.
 *
 * @param length - the length of the document in octets, in the form of Lynx and Mosaic; `null` = not in the link
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
