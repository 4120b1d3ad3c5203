/** `waypost get`: opens one link with the client of its protocol, and writes what came. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explain, type Resolution, UrlError } from '../../src/index.ts';
import { codeOf, GatewayError, gatewayErrorOf, isFailure } from '../../src/net/failure.ts';
import { withoutControls } from '../../src/octets/ansi.ts';
import { CharsetDecoder, charsetOf, detectCharset } from '../../src/octets/charset.ts';
import type { OpenSettings, ServerSetting } from '../../src/open/contract.ts';
import type { ArrivingText } from '../../src/open/json-pieces.ts';
import { Memory } from '../../src/open/memory.ts';
import { openerOf } from '../../src/open/registry.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { write } from '../output.ts';
import { type StandardStreams, showControls } from '../terminal.ts';
import type { GetRequest, NetworkCommands } from './contract.ts';
import { isFetched, openLink } from './open-link.ts';
import type { OpenedFile, OpenOptions } from './opened.ts';
import { Recording } from './record.ts';
import { settingsOf } from './settings.ts';

export const get: NetworkCommands['get'] = async (request, streams, version) => {
  try {
    await fetchAndWrite(request, streams, version);
    return true;
  } catch (error) {
    const message = messageOf(error);
    if (message === null) throw error;
    await write(streams.stderr, `waypost: ${showControls(message)}\n`);
    return false;
  }
};

/** The line for an error of a link or of its server; `null` for any other error. */
function messageOf(error: unknown): string | null {
  if (error instanceof UrlError) return `${error.message} (${error.code})`;
  if (!isFailure(error)) return null;
  const { message, rule, code } = gatewayErrorOf(error);
  return `${message} (${rule ?? code})`;
}

/** Errors that are what the server answered. */
const ANSWERS: ReadonlySet<string> = new Set([
  'unauthorized',
  'forbidden',
  'not-found',
  'rate-limited',
  'gateway-busy',
]);

async function fetchAndWrite(request: GetRequest, streams: StandardStreams, version: string): Promise<void> {
  const link = explain(request.url, { ...request.options, complete: true });
  const recording = request.warc === null ? null : new Recording(request.warc, version);
  const options: OpenOptions = {
    format: request.format,
    charset: request.charset,
    network: { publicOnly: request.publicOnly, listen: recording?.listen ?? null },
    settings: settingsOf(request, streams),
    userAgent: `waypost/${version}`,
    onRequest: (next) => recording?.requested(next),
    memory: new Memory(),
    connections: [],
  };
  let isComplete = false;
  try {
    await writeTo(request.output, streams, writtenParts(link, request, options, recording, streams));
    isComplete = true;
  } catch (error) {
    // An answer that says no is complete.
    isComplete = isFailure(error) && ANSWERS.has(codeOf(error));
    throw error;
  } finally {
    for (const connection of options.connections) connection.close();
    await recording?.end(isComplete ? null : 'disconnect');
  }
}

/** What is written, part by part. */
async function* writtenParts(
  link: Resolution,
  request: GetRequest,
  options: OpenOptions,
  recording: Recording | null,
  { stdout, stderr }: StandardStreams,
): AsyncGenerator<string | Uint8Array> {
  const { output, format } = request;
  const opened = await openLink(fetchable(link, options.settings), options);
  if (opened.notice !== undefined) await write(stderr, `waypost: ${opened.notice}\n`);
  if (opened.kind === 'values') {
    const isText = format === 'text';
    for await (const piece of unbroken(writtenPieces(isText ? opened.lines : opened.json))) {
      yield isText ? `${printable(piece)}\n` : piece;
    }
    return;
  }
  recording?.identify(opened.mediaType);
  const screen = output === null && stdout.isTTY === true;
  yield* fileParts(opened, request, screen);
  const remark = opened.remark?.() ?? null;
  if (remark !== null) await write(stderr, `waypost: ${remark}\n`);
}

/** What is said if a setting would name the server of a link. */
const NO_SERVER = {
  newsServer: 'The link names no news server. Name one with --news-server or $NNTPSERVER.',
  cnrpServices: 'The link names no CNRP service. Name one with --name-service.',
} as const satisfies Readonly<Record<ServerSetting, string>>;

/** @throws GatewayError for a link that no gateway can open here */
function fetchable(link: Resolution, settings: OpenSettings): Resolution {
  const { scheme, components } = link;
  if (components.host === null || components.host === '') {
    const setting = openerOf(scheme)?.needsServer?.(settings) ?? null;
    if (setting !== null) throw new GatewayError('not-implemented', NO_SERVER[setting]);
  }
  if (isFetched(link)) return link;
  const url = withoutUserInfo(link.canonical);
  throw new GatewayError('not-implemented', `There is nothing to get: "waypost explain ${url}" says what it is.`);
}

/** The octets that wait for the disk while others arrive. */
const WAITING = 1024 * 1024;

async function writeTo(
  path: string | null,
  { stdout }: StandardStreams,
  parts: AsyncGenerator<string | Uint8Array>,
): Promise<void> {
  if (path === null) {
    for await (const part of parts) await write(stdout, part);
    return;
  }
  // The file is not touched before something has come.
  const first = await parts.next();
  let failure: unknown = null;
  const all = (async function* () {
    if (first.done === true) return;
    yield first.value;
    try {
      yield* parts;
    } catch (error) {
      // An error of the stream would drop the octets that have come and wait for the disk.
      failure = error;
    }
  })();
  await pipeline(Readable.from(all), createWriteStream(path, { highWaterMark: WAITING }));
  if (failure !== null) throw failure;
}

/** The pieces of a text, one after the other, however they arrive. */
async function* writtenPieces(pieces: ArrivingText): AsyncGenerator<string> {
  for await (const arrival of pieces) {
    if (typeof arrival === 'string') yield arrival;
    else yield* arrival;
  }
}

/**
 * The parts of a file: decoded, if people read it and it is a text, else as they are. A terminal gets no others than
 * text.
 */
async function* fileParts(
  { mediaType, octets }: OpenedFile,
  { format, charset }: GetRequest,
  screen: boolean,
): AsyncGenerator<string | Uint8Array> {
  const [, named] = /;\s*charset="?([^";]+)/i.exec(mediaType) ?? [];
  const mayBeText = format === 'text' && /^(?:text\/|message\/)/i.test(mediaType);
  let decoder: CharsetDecoder | null = null;
  let first = true;
  for await (const chunk of unbroken(octets)) {
    // Texts have no NUL.
    const isBinary = first && chunk.includes(0);
    if (first && mayBeText && !isBinary) {
      const known = charset ?? (named === undefined ? null : charsetOf(named));
      decoder = new CharsetDecoder(known ?? detectCharset(chunk, null, 'beginning'));
    } else if (isBinary && screen) {
      throw new GatewayError('not-implemented', 'The file is not text. Write it to a file with --output.');
    }
    first = false;
    yield decoder === null ? chunk : printable(decoder.decode(chunk));
  }
  if (decoder !== null) yield printable(decoder.decode(new Uint8Array(), true));
}

/**
 * The parts of an answer.
 *
 * @throws GatewayError `gateway-unreachable` if the server breaks off
 */
async function* unbroken<Part extends string | Uint8Array>(
  parts: Iterable<Part> | AsyncIterable<Part>,
): AsyncGenerator<Part> {
  let octets = 0;
  try {
    for await (const part of parts) {
      octets += Buffer.byteLength(part);
      yield part;
    }
  } catch (cause) {
    const reason = isFailure(cause) ? ` ${cause.message}` : '';
    throw new GatewayError('gateway-unreachable', `The transfer failed after ${octets} octets.${reason}`, { cause });
  }
}

/** The characters that set the direction of a text (UAX #9): they show a name in another order than it has. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Without characters that are commands to terminals, in the 8-bit form of ECMA-48 too, and with escapes for those that
 * reverse the text around them.
 */
function printable(text: string): string {
  return withoutControls(text)
    .replace(/[\x80-\x9f]/g, '')
    .replace(DIRECTIONS, showControls);
}
