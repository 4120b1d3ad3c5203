/**
 * The charset of a reply: the one that the reader chose, else UTF-8 if the octets are UTF-8, else the one in the
 * server's capabilities, else the detected one.
 */
import { CharsetDecoder, detectCharset, isUtf8, type OctetString, octetsOf } from '../../octets/charset.ts';
import { concatOctets, utf8Of } from '../../octets/octets.ts';
import type { ReplyBody } from './reply-body.ts';

/** What may decide about the charset of a reply, besides its octets. */
export interface Charsets {
  /** The charset that the reader chose, as `charsetOf` returns it; `null` = none. */
  readonly charset: string | null;
  /**
   * The charset that the server declares in its `caps.txt`; `null` = none. It is called only for texts that are not
   * UTF-8, and may be called several times.
   */
  declared(): Promise<string | null>;
}

/** A piece of a reply, such as the text of a line. */
type ReplyPiece = Uint8Array | OctetString;

const UTF8 = 'utf-8';

/** The charsets in which ASCII characters are not the octets of ASCII. */
const NOT_ASCII: ReadonlySet<string> = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp']);

/**
 * Reads the pieces of a reply as text. A menu may have several authors, so each piece that is UTF-8 is read as UTF-8,
 * unless the reader chose a charset.
 */
export class TextReader {
  readonly #declared: Charsets['declared'];
  /** The charset of the pieces that are not UTF-8; `null` = no such piece is known yet. */
  #charset: string | null;
  #decode = decodeUtf8;
  readonly #readsAscii: boolean;

  constructor({ charset, declared }: Charsets) {
    this.#declared = declared;
    this.#charset = charset;
    this.#readsAscii = charset === null || !NOT_ASCII.has(charset);
    if (charset !== null) this.#decode = decoderOf(charset);
  }

  /** The charset of the pieces that are not UTF-8; `utf-8` if all pieces so far are. */
  get charset(): string {
    return this.#charset ?? UTF8;
  }

  /** Finds the charset of pieces before they are read, unless it is known. */
  async learn(pieces: Iterable<ReplyPiece>): Promise<void> {
    if (this.#charset !== null) return;
    const others: Uint8Array[] = [];
    for (const piece of pieces) {
      if (typeof piece === 'string' && !/[^\0-\x7f]/.test(piece)) continue;
      const octets = octetsOfPiece(piece);
      if (!isUtf8(octets)) others.push(octets);
    }
    if (others.length === 0) return;
    this.#charset = detectCharset(concatOctets(others), await this.#declared());
    const decode = decoderOf(this.#charset);
    this.#decode = (octets) => utf8Of(octets) ?? decode(octets);
  }

  readonly read = (piece: ReplyPiece): string => {
    if (this.#readsAscii && typeof piece === 'string' && !/[^\0-\x7f]/.test(piece)) return piece;
    return this.#decode(octetsOfPiece(piece));
  };
}

/** A reader that knows the charset of these pieces. */
export async function textReader(charsets: Charsets, pieces: Iterable<ReplyPiece>): Promise<TextReader> {
  const reader = new TextReader(charsets);
  await reader.learn(pieces);
  return reader;
}

function octetsOfPiece(piece: ReplyPiece): Uint8Array {
  return typeof piece === 'string' ? octetsOf(piece) : piece;
}

/** Decodes one piece after another, each as a text of its own. */
function decoderOf(charset: string): (octets: Uint8Array) => string {
  const decoder = new CharsetDecoder(charset);
  return (octets) => decoder.decode(octets, true);
}

const decodeUtf8 = decoderOf('utf-8');

/**
 * Begins to ask for the declared charset beside a reply, if the first octets of the reply show that it will be needed.
 */
export async function prefetchDeclared(body: ReplyBody, { charset, declared }: Charsets): Promise<void> {
  if (charset !== null) return;
  const { octets } = await body.peek(() => true);
  // Whoever needs it asks again, and gets the error.
  if (!isUtf8(octets, 'beginning')) declared().catch(() => {});
}
