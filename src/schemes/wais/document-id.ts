/**
 * The id of a document: fields whose tags and values only its server understands, and their form in a URL
 * (draft-ietf-uri-url-03 "WAIS"): `<tag>=<value>;` for each field, percent-encoded.
 */
import { concatOctets, latin1Of } from '../../octets/octets.ts';
import { decodeOctets } from '../../uri/decode.ts';
import { ESCAPE } from '../../uri/percent.ts';
import { field } from './fields.ts';
import { MessageReader, WaisError } from './reader.ts';

/** Tags beyond this are not sent: no compressed integer of a server is that large. */
const LARGEST_TAG = 0x7fff_ffff;

/**
 * The document id that a wpath names.
 *
 * @param wpath - percent-encoded
 * @returns `null` if the wpath is not a list of fields
 * @example
 * ```ts
 * documentIdOf('1=vm:2100;7=%00;'); // Uint8Array.of(1, 7, 118, 109, 58, 50, 49, 48, 48, 7, 1, 0)
 * ```
 */
export function documentIdOf(wpath: string): Uint8Array | null {
  if (!/^(?:\d{1,10}=[^;]*;)*(?:\d{1,10}=[^;]*)?$/.test(wpath) || wpath === '') return null;
  const fields = wpath.split(';').filter((text) => text !== '');
  const parsed = fields.map((text) => {
    const equals = text.indexOf('=');
    return { tag: Number(text.slice(0, equals)), value: decodeOctets(text.slice(equals + 1)) };
  });
  return parsed.every(({ tag }) => tag <= LARGEST_TAG)
    ? concatOctets(parsed.map(({ tag, value }) => field(tag, value)))
    : null;
}

/**
 * The wpath of a document id.
 *
 * @returns percent-encoded; `null` if no wpath leads back to exactly these octets
 * @example
 * ```ts
 * wpathOf(Uint8Array.of(1, 2, 0x2f, 0x61, 7, 1, 0)); // '1=%2Fa;7=%00;'
 * ```
 */
export function wpathOf(documentId: Uint8Array): string | null {
  let wpath = '';
  try {
    const reader = new MessageReader(documentId);
    while (reader.left > 0) {
      const { tag, value } = reader.field();
      wpath += `${tag}=${percentEncoded(value)};`;
    }
  } catch (error) {
    if (error instanceof WaisError) return null;
    throw error;
  }
  // A server may write its lengths with octets that say nothing; a URL cannot keep those.
  const back = documentIdOf(wpath);
  return back !== null && areEqual(back, documentId) ? wpath : null;
}

/** A URL can hold unreserved characters only, as its server alone knows what the others mean. */
function percentEncoded(octets: Uint8Array): string {
  return latin1Of(octets).replace(/[^A-Za-z0-9._~-]/g, (character) => ESCAPE[character.charCodeAt(0)] ?? character);
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, index) => octet === b[index]);
}
