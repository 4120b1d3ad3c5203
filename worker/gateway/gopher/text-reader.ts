/**
 * How the octets of one reply are read as text: as the visitor says, else as UTF-8 where they are, else as the
 * server says, else by what they look like.
 */
import { decodeCharset, detectCharset, isUtf8 } from '../../../src/schemes/charset.ts';
import { concatOctets } from '../../../src/uri/octets.ts';
import { capabilitiesOf } from './known-servers.ts';
import type { GopherContext } from './reply.ts';

export interface TextReader {
  /** The charset of what is not UTF-8; `utf-8` where everything is. */
  readonly charset: string;
  read(octets: Uint8Array): string;
}

/**
 * The reader for the pieces of one reply. A menu may be written by several hands, so each piece that is UTF-8 is
 * read as UTF-8, unless the visitor wants another charset.
 */
export async function readerFor(context: GopherContext, pieces: readonly Uint8Array[]): Promise<TextReader> {
  const chosen = context.view.charset;
  if (chosen !== null) return { charset: chosen, read: (octets) => decodeCharset(octets, chosen) };
  const others = pieces.filter((octets) => !isUtf8(octets));
  if (others.length === 0) return { charset: 'utf-8', read: (octets) => decodeCharset(octets, 'utf-8') };
  const told = (await capabilitiesOf(context))?.defaultEncoding ?? null;
  const charset = detectCharset(concatOctets(...others), told);
  return { charset, read: (octets) => decodeCharset(octets, isUtf8(octets) ? 'utf-8' : charset) };
}

/** The name of a charset in headers, as the IANA registry has it. */
export function labelOf(charset: string): string {
  return charset === 'cp437' ? 'IBM437' : charset;
}
