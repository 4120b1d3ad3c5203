/**
 * The charset of a reply: the one in the query, else UTF-8 if the octets are UTF-8, else the one in the server's
 * capabilities, else the detected one.
 */
import { decodeCharset, detectCharset, isUtf8 } from '../../../src/schemes/charset.ts';
import { concatOctets } from '../../../src/uri/octets.ts';
import type { GopherContext } from './context.ts';
import { fetchCapabilities } from './known-servers.ts';

export interface TextReader {
  /** The charset of the pieces that are not UTF-8; `utf-8` if all pieces are. */
  readonly charset: string;
  read(octets: Uint8Array): string;
}

/**
 * The reader for the pieces of a reply. A menu may have several authors, so each piece that is UTF-8 is read as UTF-8,
 * unless the request names a charset.
 */
export async function textReader(context: GopherContext, pieces: readonly Uint8Array[]): Promise<TextReader> {
  const chosen = context.view.charset;
  if (chosen !== null) return { charset: chosen, read: (octets) => decodeCharset(octets, chosen) };
  const others = pieces.filter((octets) => !isUtf8(octets));
  if (others.length === 0) return { charset: 'utf-8', read: (octets) => decodeCharset(octets, 'utf-8') };
  const declared = (await fetchCapabilities(context))?.defaultEncoding ?? null;
  const charset = detectCharset(concatOctets(others), declared);
  return { charset, read: (octets) => decodeCharset(octets, isUtf8(octets) ? 'utf-8' : charset) };
}

/** The name of a charset for headers, from the IANA registry. */
export function charsetLabel(charset: string): string {
  return charset === 'cp437' ? 'IBM437' : charset;
}
