/**
 * What came, as a text for people: menus and listings as lines, articles with their header, texts in UTF-8. No
 * character of it is a command to a terminal.
 */

import { withoutControls } from '../../src/octets/ansi.ts';
import { charsetOf, decodeCharset, detectCharset } from '../../src/octets/charset.ts';
import { GatewayError, isFailure } from '../../worker/errors/gateway-error.ts';
import { linesOf } from './readable-json.ts';

export interface ReadableOptions {
  /** The charset of texts; `null` = it is recognised. */
  readonly charset: string | null;
  /** Whether the text goes to a terminal, which must not get a file that is not text. */
  readonly screen: boolean;
  /** Opens the same link for the octets of its file. */
  readonly raw: () => Promise<Response>;
}

/** The text of an answer. A file that is not text comes as it is. */
export async function* readable(response: Response, options: ReadableOptions): AsyncGenerator<string | Uint8Array> {
  if (isFile(response)) return yield* fileText(response, options);
  const json: unknown = await response.json();
  if (typeof json === 'object' && json !== null && 'kind' in json && json.kind === 'file') {
    return yield* fileText(await options.raw(), options);
  }
  for (const line of linesOf(json)) yield `${printable(line)}\n`;
}

/** The octets of an answer. A terminal gets them only if they are text. */
export async function* octetsOf(response: Response, screen: boolean): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const chunk of chunksOf(response)) {
    if (first && screen) refuseBinary(chunk);
    first = false;
    yield chunk;
  }
}

/** Answers that gateways make are JSON; files have a name, or another type. */
function isFile({ headers }: Response): boolean {
  return headers.has('Content-Disposition') || !/^application\/json\b/.test(headers.get('Content-Type') ?? '');
}

/** Characters that are commands to terminals, in the 8-bit form of ECMA-48 too. */
function printable(text: string): string {
  return withoutControls(text).replace(/[\x80-\x9f]/g, '');
}

async function* fileText(
  response: Response,
  { charset, screen }: ReadableOptions,
): AsyncGenerator<string | Uint8Array> {
  const type = response.headers.get('Content-Type') ?? '';
  const [, named] = /;\s*charset="?([^";]+)/i.exec(type) ?? [];
  let decode: ((octets: Uint8Array, last: boolean) => string) | null = null;
  let first = true;
  for await (const chunk of chunksOf(response)) {
    if (first && /^(?:text\/|message\/)/i.test(type) && !isBinary(chunk)) {
      const known = charset ?? (named === undefined ? null : charsetOf(named));
      decode = decoderOf(known ?? detectCharset(chunk, null, 'beginning'));
    } else if (first && screen) refuseBinary(chunk);
    first = false;
    yield decode === null ? chunk : printable(decode(chunk, false));
  }
  if (decode !== null) yield printable(decode(new Uint8Array(), true));
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

/** The body, part by part. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  let octets = 0;
  try {
    for await (const chunk of body ?? []) {
      octets += chunk.length;
      yield chunk;
    }
  } catch (cause) {
    if (isFailure(cause)) throw cause;
    const detail = `The server broke off after ${octets} octets, before the end.`;
    throw new GatewayError('gateway-unreachable', detail, { cause });
  }
}
