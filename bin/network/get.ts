/**
 * `waypost get`: opens one link with the protocol code of the gateways, and writes what came.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explain, type Resolution, UrlError } from '../../src/index.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { codeOf, GatewayError, gatewayErrorOf, isFailure } from '../../worker/errors/gateway-error.ts';
import { write } from '../output.ts';
import { type StandardStreams, showControls } from '../terminal.ts';
import type { GetRequest, NetworkCommands } from './contract.ts';
import type { Network } from './network.ts';
import { isFetched, openLink } from './open-link.ts';
import { octetsOf, readable } from './readable.ts';
import { type Recording, record } from './record.ts';
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

function isAnswer(error: unknown): boolean {
  return isFailure(error) && ANSWERS.has(codeOf(error));
}

/** One fetch, with what its parts need. */
interface Fetch {
  readonly link: Resolution;
  readonly request: GetRequest;
  readonly network: Network;
  readonly recording: Recording | null;
  readonly version: string;
  readonly settings: GetRequest['settings'];
}

async function fetchAndWrite(request: GetRequest, streams: StandardStreams, version: string): Promise<void> {
  const link = explain(request.url, request.options);
  const recording = request.warc === null ? null : record({ file: request.warc, link, version });
  const network = { publicOnly: request.publicOnly, listen: recording?.listen ?? null };
  const fetch: Fetch = { link, request, network, recording, version, settings: settingsOf(request, streams) };
  let isComplete = false;
  try {
    await writeTo(request.output, streams, partsOf(fetch, streams));
    isComplete = true;
  } catch (error) {
    // An answer that says no is complete.
    isComplete = isAnswer(error);
    throw error;
  } finally {
    await recording?.end(isComplete ? null : 'disconnect');
  }
}

/** What is written, part by part. */
async function* partsOf(fetch: Fetch, { stdout }: StandardStreams): AsyncGenerator<string | Uint8Array> {
  const { request } = fetch;
  const screen = request.output === null && stdout.isTTY === true;
  if (request.format === 'text') {
    // What people read is made from what programs read. Web pages have no such form.
    const response = await open(fetch, fetch.link.kind === 'http' ? 'raw' : 'json');
    yield* readable(response, { charset: request.charset, screen, raw: () => open(fetch, 'raw') });
  } else {
    yield* octetsOf(await open(fetch, request.format), screen);
  }
}

async function open(
  { link, request, network, recording, version, settings }: Fetch,
  format: 'json' | 'raw',
): Promise<Response> {
  const response = await openLink(fetchable(link, settings), {
    ...{ format, charset: request.charset, network, settings },
    userAgent: `waypost/${version}`,
    signal: new AbortController().signal,
    onRequest: (next) => recording?.requested(next),
  });
  recording?.identify(response.headers.get('Content-Type'));
  return response;
}

/** What names the server of a link that names none, by the kind of the link. */
const SERVERS = {
  news: ['NEWS_SERVER', 'The link names no news server. Name one with --news-server or $NNTPSERVER.'],
  mid: ['NEWS_SERVER', 'The link names no news server. Name one with --news-server or $NNTPSERVER.'],
  go: ['CNRP_SERVICES', 'The link names no CNRP service. Name one with --name-service.'],
} as const;

/** @throws GatewayError for a link that no gateway can open here */
function fetchable(link: Resolution, settings: GetRequest['settings']): Resolution {
  if (link.kind === 'news' || link.kind === 'mid' || link.kind === 'go') {
    const [setting, detail] = SERVERS[link.kind];
    if (link.components.host === null && settings[setting] === undefined) {
      throw new GatewayError('not-implemented', detail);
    }
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
  const all = (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* parts;
  })();
  await pipeline(Readable.from(all), createWriteStream(path, { highWaterMark: WAITING }));
}
