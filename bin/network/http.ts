/**
 * Fetches http and https links: no gateway opens them, because browsers do. The connection is one of the gateways',
 * with their deadlines and policy, so that `--public-only` judges each redirect, too.
 */

import { type IncomingMessage, request as sendRequest } from 'node:http';
import { Duplex } from 'node:stream';
import { explain, type Resolution, resolve, UrlError } from '../../src/index.ts';
import type { SocketConnection } from '../../src/net/connection.ts';
import { Deadline, timedOut } from '../../src/net/deadline.ts';
import type { GatewayCode } from '../../src/net/failure.ts';
import { GatewayError, isFailure } from '../../src/net/failure.ts';
import { openSocket } from '../../src/net/socket.ts';
import { decodeOctets } from '../../src/uri/decode.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { dialerOf } from './network.ts';
import { type OpenOptions, type Reached, values } from './opened.ts';

type WebLink = Extract<Resolution, { kind: 'http' }>;

/** As many as browsers follow (Fetch §4.4). */
const MOST_REDIRECTS = 20;

/** What other statuses than 2xx mean; for others their class decides. */
const MEANINGS: ReadonlyMap<number, GatewayCode> = new Map([
  [400, 'bad-request'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [429, 'rate-limited'],
  [451, 'forbidden'],
  [503, 'gateway-busy'],
  [504, 'gateway-timeout'],
]);

/**
 * Fetches a link, and follows redirects within the Web. As JSON, only the header is asked for.
 *
 * @throws GatewayError for every status but 2xx, and as `openSocket`
 */
export async function openWebLink(link: WebLink, options: OpenOptions): Promise<Reached> {
  let next = link;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    options.onRequest(next);
    const answer = await requestOnce(next, options);
    const { statusCode: status = 0, statusMessage = '', headers } = answer;
    if (status >= 200 && status < 300) return openedOf(next, answer, options);
    // The rest of the answer belongs into a WARC file, and it is short.
    await drained(answer);
    for (const connection of options.connections.splice(0)) connection.close();
    const target = status >= 300 && status < 400 ? redirectOf(next, headers.location) : null;
    if (target === null) {
      const code = MEANINGS.get(status) ?? (status >= 400 && status < 500 ? 'not-found' : 'gateway-protocol');
      throw new GatewayError(code, `The server says: ${status}${statusMessage === '' ? '' : ` ${statusMessage}`}`);
    }
    next = target;
  }
  throw new GatewayError('gateway-protocol', 'The server sends the link around in a circle.');
}

/** The most octets of an answer that is only recorded. */
const MOST_DRAINED = 1024 * 1024;

async function drained(answer: IncomingMessage): Promise<void> {
  let octets = 0;
  for await (const chunk of answer) {
    octets += chunk.length;
    if (octets > MOST_DRAINED) return;
  }
}

function redirectOf(from: WebLink, location: string | undefined): WebLink | null {
  if (location === undefined) return null;
  try {
    const target = explain(resolve(location, withoutUserInfo(from.canonical)), { complete: true });
    return target.kind === 'http' ? target : null;
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

async function requestOnce(
  link: WebLink,
  { format, network, settings, userAgent, connections }: OpenOptions,
): Promise<IncomingMessage> {
  const { host, port, path, query, user, password } = link.components;
  const secure = link.scheme === 'https';
  if (host === null || port === null) throw new GatewayError('bad-request', 'The link names no server.');
  const lifetime = new Deadline(null, timedOut('total'), null);
  const dialer = dialerOf(network, { deadlines: settings.deadlines, lifetime });
  const defaultPort = secure ? 443 : 80;
  const connection = await openSocket({ host, port, defaultPort, tls: secure ? 'implicit' : 'none' }, dialer);
  connections.push(connection);
  const authorization = user === null ? {} : { Authorization: basic(user, password ?? '') };
  return new Promise((resolve, reject) => {
    sendRequest({
      createConnection: () => streamOf(connection),
      method: format === 'json' ? 'HEAD' : 'GET',
      path: `${path === '' ? '/' : path}${query === null ? '' : `?${query}`}`,
      headers: {
        Host: port === defaultPort ? host : `${host}:${port}`,
        'User-Agent': userAgent,
        Accept: '*/*',
        'Accept-Encoding': 'identity',
        ...authorization,
        Connection: 'close',
      },
    })
      .on('response', resolve)
      .on('error', (cause) => reject(isFailure(cause) ? cause : notHttp(cause)))
      .end();
  });
}

function notHttp(cause: Error): GatewayError {
  return new GatewayError('gateway-protocol', 'The server did not answer with HTTP/1.1.', { cause });
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.concat([decodeOctets(user), Buffer.from(':'), decodeOctets(password)]).toString('base64')}`;
}

/** A connection as a stream of Node, for its HTTP client. */
function streamOf(connection: SocketConnection): Duplex {
  return new Duplex({
    read() {
      connection.read().then(
        // The next read uses the same buffer.
        (octets) => this.push(octets === null ? null : Buffer.from(octets)),
        (error) => this.destroy(error),
      );
    },
    write: (octets: Buffer, _, done) => void connection.write(octets).then(() => done(), done),
    destroy(error, done) {
      connection.close();
      done(error);
    },
  });
}

function openedOf(link: WebLink, answer: IncomingMessage, { format }: OpenOptions): Reached {
  const { headers } = answer;
  const mediaType = headers['content-type'] ?? 'application/octet-stream';
  if (format !== 'json') return { kind: 'file', mediaType, octets: answer };
  const length = Number.parseInt(headers['content-length'] ?? '', 10);
  const modified = Date.parse(headers['last-modified'] ?? '');
  const json = {
    kind: 'file',
    url: withoutUserInfo(link.canonical),
    mediaType,
    size: Number.isNaN(length) ? null : length,
    modified: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
  };
  return values(json, []);
}
