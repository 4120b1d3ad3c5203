/** The charset in which octets of a known charset are sent to a browser. */
import { decodeCharset } from '../../../src/octets/charset.ts';
import { concatOctets } from '../../../src/octets/octets.ts';
import type { Filter } from '../../../src/protocols/connection.ts';
import type { GopherContext } from './context.ts';

/**
 * The charsets that are decoded here and sent as UTF-8. Browsers do not know code page 437; the others change the
 * meaning of ASCII octets, so a browser may refuse them, and so do proxies that add to a page.
 */
const DECODED: ReadonlySet<string> = new Set(['cp437', 'utf-16le', 'utf-16be', 'iso-2022-jp']);

/** How the octets of a text are sent. */
export interface ServedCharset {
  /** The charset in the header, by its name at IANA; `null` = the header names none. */
  readonly label: string | null;
  /** Decodes a stream of the octets to UTF-8; `null` = they are sent as they are. */
  readonly filter: Filter | null;
}

/**
 * How a text is sent. A charset that the request names is decoded if a browser cannot do that itself; a charset that was
 * only recognised changes no octet.
 */
export function servedCharset({ view }: Pick<GopherContext, 'view'>, charset: string | null): ServedCharset {
  if (charset === null || !DECODED.has(charset)) return { label: charset, filter: null };
  if (view.charset === charset) return { label: 'utf-8', filter: decodingFilter(charset) };
  return { label: charset === 'cp437' ? 'IBM437' : null, filter: null };
}

/** A media type with the charset of a served text. */
export function typeWithCharset(mediaType: string, { label }: ServedCharset): string {
  return label === null ? mediaType : `${mediaType}; charset=${label}`;
}

/** All octets of a text as they are sent. */
export function servedOctets(octets: Uint8Array, { filter }: ServedCharset): Uint8Array {
  return filter === null ? octets : concatOctets([...filter.pass(octets), filter.flush()]);
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
