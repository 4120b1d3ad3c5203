/** Texts as browsers get them: with their charset, or decoded if it is one that browsers do not know. */
import { decodeCharset } from '../../octets/charset.ts';
import { concatOctets } from '../../octets/octets.ts';
import type { Filter } from '../../protocols/connection.ts';

/**
 * The charsets that are decoded here and sent as UTF-8. Browsers do not know code page 437; the others change the
 * meaning of ASCII octets, so a browser may refuse them, and so do proxies that add to a page.
 */
const DECODED: ReadonlySet<string> = new Set(['cp437', 'utf-16le', 'utf-16be', 'iso-2022-jp']);

/**
 * The media type of a text as it is sent, and the filter that decodes it to UTF-8; `null` = it is sent as it is. A
 * charset that was chosen is decoded if a browser cannot do that itself; one that was only recognised changes no octet.
 *
 * @param charset - of the text; `null` = unknown, or not a text
 * @param chosen - the charset that the reader chose; `null` = none
 */
export function servedAs(
  mediaType: string,
  charset: string | null,
  chosen: string | null,
): { readonly type: string; readonly filter: Filter | null } {
  const typeWith = (label: string) => `${mediaType}; charset=${label}`;
  if (charset === null) return { type: mediaType, filter: null };
  if (!DECODED.has(charset)) return { type: typeWith(charset), filter: null };
  if (chosen === charset) return { type: typeWith('utf-8'), filter: decodingFilter(charset) };
  return { type: charset === 'cp437' ? typeWith('IBM437') : mediaType, filter: null };
}

/** All octets of a text as they are sent, with their media type. */
export function servedText(octets: Uint8Array, charset: string, chosen: string | null) {
  const { type, filter } = servedAs('text/plain', charset, chosen);
  return { type, octets: filter === null ? octets : concatOctets([...filter.pass(octets), filter.flush()]) };
}

function decodingFilter(charset: string): Filter {
  const encoder = new TextEncoder();
  if (charset === 'cp437') {
    return {
      pass: (octets) => [encoder.encode(decodeCharset(octets, charset))],
      flush: () => new Uint8Array(0),
    };
  }
  const decoder = new TextDecoder(charset);
  return {
    pass: (octets) => [encoder.encode(decoder.decode(octets, { stream: true }))],
    flush: () => encoder.encode(decoder.decode()),
  };
}

/** A filter after another one. */
export function chained(first: Filter | null, second: Filter | null): Filter | null {
  if (first === null || second === null) return first ?? second;
  return {
    pass: (octets) => first.pass(octets).flatMap((part) => second.pass(part)),
    flush: () => concatOctets([...second.pass(first.flush()), second.flush()]),
  };
}
