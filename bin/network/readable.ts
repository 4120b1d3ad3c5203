/** What came, as it is written: texts for people in UTF-8, without characters that are commands to a terminal. */
import { withoutControls } from '../../src/octets/ansi.ts';
import { charsetOf, decodeCharset, detectCharset } from '../../src/octets/charset.ts';
import { GatewayError } from '../../worker/errors/gateway-error.ts';
import type { Octets, OpenedFile, Pieces } from './opened.ts';

/** The lines of values. */
export async function* readableLines(lines: Pieces): AsyncGenerator<string> {
  for await (const line of unbroken(piecesOf(lines))) yield `${printable(line)}\n`;
}

/** The pieces of a text, one after the other, however they arrive. */
export async function* piecesOf(pieces: Pieces): AsyncGenerator<string> {
  for await (const arrival of pieces) {
    if (typeof arrival === 'string') yield arrival;
    else yield* arrival;
  }
}

/**
 * The text of a file. One that is not text comes as it is.
 *
 * @param charset - the one that the reader chose; `null` = the server names it, or it is recognised
 * @param screen - whether the text goes to a terminal, which must not get a file that is not text
 */
export async function* readableFile(
  { mediaType, octets }: OpenedFile,
  charset: string | null,
  screen: boolean,
): AsyncGenerator<string | Uint8Array> {
  const [, named] = /;\s*charset="?([^";]+)/i.exec(mediaType) ?? [];
  let decode: ((octets: Uint8Array, last: boolean) => string) | null = null;
  let first = true;
  for await (const chunk of unbroken(octets)) {
    if (first && /^(?:text\/|message\/)/i.test(mediaType) && !isBinary(chunk)) {
      const known = charset ?? (named === undefined ? null : charsetOf(named));
      decode = decoderOf(known ?? detectCharset(chunk, null, 'beginning'));
    } else if (first && screen) refuseBinary(chunk);
    first = false;
    yield decode === null ? chunk : printable(decode(chunk, false));
  }
  if (decode !== null) yield printable(decode(new Uint8Array(), true));
}

/** The octets of a file. A terminal gets them only if they are text. */
export async function* rawOctets(octets: Octets, screen: boolean): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const chunk of unbroken(octets)) {
    if (first && screen) refuseBinary(chunk);
    first = false;
    yield chunk;
  }
}

/**
 * The parts of an answer.
 *
 * @throws GatewayError `gateway-unreachable` if the server breaks off
 */
export async function* unbroken<Part extends string | Uint8Array>(
  parts: Iterable<Part> | AsyncIterable<Part>,
): AsyncGenerator<Part> {
  let octets = 0;
  try {
    for await (const part of parts) {
      octets += Buffer.byteLength(part);
      yield part;
    }
  } catch (cause) {
    const detail = `The server broke off after ${octets} octets, before the end.`;
    throw new GatewayError('gateway-unreachable', detail, { cause });
  }
}

/** Without characters that are commands to terminals, in the 8-bit form of ECMA-48 too. */
function printable(text: string): string {
  return withoutControls(text).replace(/[\x80-\x9f]/g, '');
}

function decoderOf(charset: string): (octets: Uint8Array, last: boolean) => string {
  if (charset === 'cp437') return (octets) => decodeCharset(octets, charset);
  const decoder = new TextDecoder(charset);
  return (octets, last) => decoder.decode(octets, { stream: !last });
}

function refuseBinary(octets: Uint8Array): void {
  if (isBinary(octets)) {
    throw new GatewayError('not-implemented', 'The file is not text. Write it to a file with --output.');
  }
}

/** Texts have no NUL. */
function isBinary(octets: Uint8Array): boolean {
  return octets.includes(0);
}
