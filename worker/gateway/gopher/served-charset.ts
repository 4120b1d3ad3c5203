/** The charset in which octets of a known charset are sent to a browser. */
import { decodeCharset } from '../../../src/schemes/charset.ts';
import { concatOctets } from '../../../src/uri/octets.ts';
import type { Filter } from '../../net/pump.ts';

/**
 * The charsets that are decoded here and sent as UTF-8. Browsers do not know code page 437; the others change the
 * meaning of ASCII octets, so a browser may refuse them, and so do proxies that add to a page.
 */
const DECODED: ReadonlySet<string> = new Set(['cp437', 'utf-16le', 'utf-16be', 'iso-2022-jp']);

/** The label for the charset of a response: its own, or UTF-8 for octets that {@link decodingFilter} decodes. */
export function servedCharset(charset: string): string {
  return DECODED.has(charset) ? 'utf-8' : charset;
}

/** The octets of a text in its {@link servedCharset}. */
export function servedOctets(octets: Uint8Array, charset: string): Uint8Array {
  return DECODED.has(charset) ? new TextEncoder().encode(decodeCharset(octets, charset)) : octets;
}

/** The filter that decodes a stream of octets; `null` if they are sent as they are. */
export function decodingFilter(charset: string): Filter | null {
  if (!DECODED.has(charset)) return null;
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
