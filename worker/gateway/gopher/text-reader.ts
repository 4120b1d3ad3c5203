/**
 * The charset of a reply: the one in the query, else UTF-8 if the octets are UTF-8, else the one in the server's
 * capabilities, else the detected one.
 */
import { decodeCharset, detectCharset, isUtf8 } from '../../../src/octets/charset.ts';
import { type OctetString, octetsOf } from '../../../src/octets/octet-string.ts';
import { concatOctets, utf8Of } from '../../../src/octets/octets.ts';
import type { GopherContext } from './context.ts';
import { fetchCapabilities } from './known-servers.ts';
import type { ReplyBody } from './reply-body.ts';

/** A piece of a reply, such as the text of a line. */
type Piece = Uint8Array | OctetString;

const UTF8 = 'utf-8';

/** The charsets in which ASCII characters are not the octets of ASCII. */
const NOT_ASCII: ReadonlySet<string> = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp']);

/**
 * Reads the pieces of a reply as text. A menu may have several authors, so each piece that is UTF-8 is read as UTF-8,
 * unless the request names a charset.
 */
export class TextReader {
  readonly #context: GopherContext;
  /** The charset of the pieces that are not UTF-8; `null` = no such piece is known yet. */
  #charset: string | null;
  #decode = decodeUtf8;
  readonly #readsAscii: boolean;

  constructor(context: GopherContext) {
    this.#context = context;
    const { charset } = context.view;
    this.#charset = charset;
    this.#readsAscii = charset === null || !NOT_ASCII.has(charset);
    if (charset !== null) this.#decode = decoderOf(charset);
  }

  /** The charset of the pieces that are not UTF-8; `utf-8` if all pieces so far are. */
  get charset(): string {
    return this.#charset ?? UTF8;
  }

  /** Finds the charset of pieces before they are read, unless it is known. */
  async learn(pieces: Iterable<Piece>): Promise<void> {
    if (this.#charset !== null) return;
    const others: Uint8Array[] = [];
    for (const piece of pieces) {
      if (typeof piece === 'string' && !/[^\0-\x7f]/.test(piece)) continue;
      const octets = octetsOfPiece(piece);
      if (!isUtf8(octets)) others.push(octets);
    }
    if (others.length === 0) return;
    const declared = (await fetchCapabilities(this.#context))?.defaultEncoding ?? null;
    this.#charset = detectCharset(concatOctets(others), declared);
    const decode = decoderOf(this.#charset);
    this.#decode = (octets) => utf8Of(octets) ?? decode(octets);
  }

  readonly read = (piece: Piece): string => {
    if (this.#readsAscii && typeof piece === 'string' && !/[^\0-\x7f]/.test(piece)) return piece;
    return this.#decode(octetsOfPiece(piece));
  };
}

/** A reader that knows the charset of these pieces. */
export async function textReader(context: GopherContext, pieces: Iterable<Piece>): Promise<TextReader> {
  const reader = new TextReader(context);
  await reader.learn(pieces);
  return reader;
}

function octetsOfPiece(piece: Piece): Uint8Array {
  return typeof piece === 'string' ? octetsOf(piece) : piece;
}

/** A decoder for many pieces: making one takes longer than decoding a line. */
function decoderOf(charset: string): (octets: Uint8Array) => string {
  if (charset === 'cp437') return (octets) => decodeCharset(octets, charset);
  const decoder = new TextDecoder(charset);
  return (octets) => decoder.decode(octets);
}

const decodeUtf8 = decoderOf('utf-8');

/**
 * Fetches the capabilities of the server beside its reply if the first octets of the reply show that they will be
 * needed.
 */
export async function prefetchCapabilities(context: GopherContext, body: ReplyBody): Promise<void> {
  if (context.view.charset !== null) return;
  const { octets } = await body.peek(() => true);
  if (!isUtf8(octets, 'beginning')) void fetchCapabilities(context);
}
