/**
 * The text of a file with its links. Plain text comes in pieces, so that a mailbox of any size needs constant memory;
 * other formats need the whole file.
 */
import { open, stat } from 'node:fs/promises';
import { type LinksInText, readerOf } from '../../src/text/index.ts';
import { decidedEnd } from '../../src/text/stream.ts';
import type { Spool } from '../spool.ts';
import { EncodingScan, type FileEncoding } from './encoding.ts';
import type { PipedInputs } from './piped.ts';
import { type FileFault, faultOf, type NamedFile } from './walk.ts';

/** A file whose links can be read. */
export interface TextFile extends NamedFile {
  readonly encoding: FileEncoding;
  /** The octets of a pipe; `null` = they are in the file. */
  readonly piped: Spool | null;
}

/** A part of a file: the text up to `end`, and some more, in which a link may go on. */
export interface TextPiece {
  readonly text: string;
  /** Where the next piece begins. No link is on both sides. */
  readonly end: number;
  /** What the reader found in all of the text. */
  readonly found: LinksInText;
}

/** The octets of one read, and of a piece. */
const READ_SIZE = 256 * 1024;

/** The largest file of a format that is read as a whole, in octets. */
const LARGEST_WHOLE = 32 * 1024 * 1024;
/** The longest line of plain text, in UTF-16 code units. */
const LONGEST_LINE = 16 * 1024 * 1024;

/**
 * Looks at the octets of a file.
 *
 * @param encoding - the encoding that the user names; `null` = it is recognised
 * @returns the reason in words if the file is not text in an encoding that is read, or is too large
 */
export async function openTextFile(
  file: NamedFile,
  encoding: FileEncoding | null,
  pipes: PipedInputs,
): Promise<TextFile | FileFault> {
  const { name, path, format } = file;
  try {
    const kind = path === null ? null : await stat(path);
    const isPipe = kind === null || kind.isFIFO();
    if (!isPipe && !kind.isFile()) return { name, fault: 'this is not a file' };
    const piped = isPipe ? await pipes.read(path) : null;
    const scan = new EncodingScan();
    let size = 0;
    for await (const octets of octetsOf({ name, path, piped })) {
      scan.add(octets);
      size += octets.length;
    }
    if (format !== 'text' && size > LARGEST_WHOLE)
      return { name, fault: `the file has more than 32 MiB, and ${format} is read as a whole` };
    const recognised = encoding === null ? scan.end() : scan.endAs(encoding);
    return typeof recognised === 'string' ? { ...file, piped, encoding: recognised } : { name, ...recognised };
  } catch (error) {
    return faultOf(name, error);
  }
}

async function* octetsOf({ name, path, piped }: Pick<TextFile, 'name' | 'path' | 'piped'>): AsyncGenerator<Buffer> {
  if (piped !== null) {
    for await (const { buffer, byteOffset, byteLength } of piped.octets())
      yield Buffer.from(buffer, byteOffset, byteLength);
    return;
  }
  const handle = await open(path ?? name);
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(READ_SIZE), 0, READ_SIZE);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The octets of a text in the encoding of a file. */
export function encode(text: string, encoding: FileEncoding): Buffer {
  return Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'latin1');
}

/** A line, or what has to be written at once, has more characters than the memory is meant for. */
export class LongTextError extends Error {
  override readonly name = 'LongTextError';
}

/**
 * The pieces of a file. All of them, each up to its end, are the file.
 *
 * @throws LongTextError
 */
export async function* piecesOf(file: TextFile): AsyncGenerator<TextPiece> {
  const { format, encoding } = file;
  const read = await readerOf(format);
  const decoder = new TextDecoder(encoding, { fatal: false, ignoreBOM: true });
  let text = '';
  for await (const octets of octetsOf(file)) {
    // The decoder of the platform takes Latin-1 for Windows-1252, which has other characters.
    text += encoding === 'latin1' ? octets.toString('latin1') : decoder.decode(octets, { stream: true });
    if (format !== 'text' || text.length < READ_SIZE) continue;
    const found = read(text);
    const end = decidedEnd(text, found);
    if (end === 0 && text.length > LONGEST_LINE) throw new LongTextError('a line has more than 16 million characters');
    if (end === 0) continue;
    yield { text, end, found };
    text = text.slice(end);
  }
  if (encoding === 'utf-8') text += decoder.decode();
  yield { text, end: text.length, found: read(text) };
}
