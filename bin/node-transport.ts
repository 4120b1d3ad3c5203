/**
 * How `guardedFetch` reaches servers in Node, Deno and Bun: sockets that connect to judged addresses, on which the HTTP
 * client of Node speaks. It opens no connection itself, so it can look up no name.
 */
import { promises as dns } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import { isIP, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls, type TLSSocket } from 'node:tls';
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type Gunzip,
  type Inflate,
  type InflateRaw,
} from 'node:zlib';
import { EgressError } from '../src/egress/egress-error.ts';
import { netLimits } from '../src/net/limits.ts';
import type {
  Decoder,
  HttpConnection,
  JudgedServer,
  RequestBody,
  Transport,
  TransportAnswer,
  TransportRequest,
} from '../src/net/transport.ts';
import { inTime, openingOf } from './node-socket.ts';
import type { Resolve } from './webhook-guard.ts';

/** How names are looked up, and whom TLS trusts. */
interface TransportOptions {
  /** Absent = as Node does. */
  readonly resolve?: Resolve | undefined;
  readonly authorities?: readonly string[] | undefined;
}

/** How long an address may take if the name has another one, in milliseconds. */
const ATTEMPT_TIME = 3000;

export function nodeTransport({ resolve = lookup, authorities }: TransportOptions): Transport {
  return {
    async resolve(name) {
      try {
        return (await resolve(name, { all: true })).map(({ address }) => address);
      } catch (cause) {
        if (cause instanceof EgressError) throw cause;
        if (errorCode(cause) === 'ENOTFOUND' || errorCode(cause) === 'ENODATA') return [];
        throw new EgressError('NOT_RESOLVED', 'resolver', `${name}: The name cannot be resolved now.`, { cause });
      }
    },
    resolvesListed: true,
    async connect(server, signal) {
      const socket = await connectToHosts(server, signal);
      return new NodeHttpConnection(
        server.serverName === null ? socket : await secured(socket, server.serverName, authorities, signal),
      );
    },
    decoders: {
      gzip: () => decoderOf(createGunzip()),
      deflate: (raw) => decoderOf(raw ? createInflateRaw() : createInflate()),
      br: () => decoderOf(createBrotliDecompress()),
    },
  };
}

const lookup: Resolve = (name) => dns.lookup(name, { all: true });

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Connects to the first host that accepts. */
async function connectToHosts({ hosts, port }: JudgedServer, signal: AbortSignal): Promise<Socket> {
  const tried = hosts.slice(0, netLimits.connectAttempts);
  let cause: unknown = null;
  for (const host of tried) {
    const socket = openTcp({ host, port });
    socket.setNoDelay(true);
    try {
      await opened(socket, 'connect', signal, host === tried.at(-1) ? null : ATTEMPT_TIME);
      return socket;
    } catch (error) {
      signal.throwIfAborted();
      cause = error;
    }
  }
  throw new EgressError('UNREACHABLE', 'connection', 'The server does not accept a connection.', { cause });
}

async function secured(
  socket: Socket,
  host: string,
  authorities: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  // A certificate may be valid for an address, but TLS sends only names (RFC 6066 §3).
  const name = isIP(host) === 0 ? { servername: host } : {};
  const ca = authorities && { ca: [...authorities] };
  const secure = openTls({ socket, host, ...name, ...ca, ALPNProtocols: ['http/1.1'] });
  try {
    await opened(secure, 'secureConnect', signal, null);
    return secure;
  } catch (cause) {
    signal.throwIfAborted();
    const message = 'The server offers no TLS, or its certificate is not valid for this host.';
    throw new EgressError('TLS_FAILED', 'certificate', message, { cause });
  }
}

/** Waits until a socket is open. If it does not open in time, it is destroyed. */
async function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  milliseconds: number | null,
): Promise<void> {
  // An error after this wait ends the exchange, which reports it.
  socket.on('error', () => {});
  try {
    await inTime(openingOf(socket, event), signal, milliseconds, () => new Error('The address is silent.'));
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

class NodeHttpConnection implements HttpConnection {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  close(): void {
    this.#socket.destroy();
  }

  async exchange(
    { method, host, target, fields, body }: TransportRequest,
    maxHeader: number,
  ): Promise<TransportAnswer> {
    const framing =
      body === null
        ? {}
        : body.length === null
          ? { 'transfer-encoding': 'chunked' }
          : { 'content-length': body.length };
    const request = sendRequest({
      createConnection: () => this.#socket,
      method,
      path: target,
      headers: { host, ...Object.fromEntries(fields), ...framing, connection: 'close' },
      maxHeaderSize: maxHeader,
    });
    const answered = nodeAnswer(request);
    try {
      const sent = sendBody(request, body);
      // A server may answer before it has read everything: an answer is worth more than the error of the rest.
      const answer = await Promise.race([answered, sent.then(() => answered)]);
      sent.catch(() => {});
      const { statusCode = 0, statusMessage = '', rawHeaders } = answer;
      const names = rawHeaders.filter((_, index) => index % 2 === 0);
      return {
        status: statusCode,
        statusText: statusMessage,
        fields: names.map((name, index) => [name, rawHeaders[2 * index + 1] ?? '']),
        body: webStream(answer, (cause) => new EgressError('BAD_ANSWER', 'http', 'The answer is cut off.', { cause })),
      };
    } catch (error) {
      answered.catch(() => {});
      this.close();
      throw error;
    }
  }
}

function nodeAnswer(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new EgressError('BAD_ANSWER', 'http', 'The server switched to another protocol without being asked.'));
    });
    request.on('error', (cause) => reject(brokenAnswer(cause)));
    request.on('close', () => reject(brokenAnswer(null)));
  });
}

/** What an error of Node's HTTP client means. */
function brokenAnswer(cause: unknown): EgressError {
  const code = errorCode(cause);
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new EgressError('TOO_LARGE', 'maxHeader', 'The header of the answer is too long.', { cause });
  }
  if (code.startsWith('HPE_')) {
    return new EgressError('BAD_ANSWER', 'http', 'The server did not answer with HTTP/1.1.', { cause });
  }
  const message = 'The server closed the connection without an answer.';
  return new EgressError('UNREACHABLE', 'connection', message, { cause });
}

/** Sends a body as fast as the server takes it. Throws the error of the body. */
async function sendBody(request: ClientRequest, body: RequestBody | null): Promise<void> {
  if (body !== null) {
    const reader = body.stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (request.destroyed) return void reader.cancel();
      const { value } = part;
      await new Promise<void>((resolve) => request.write(value, () => resolve()));
    }
  }
  request.end();
}

/** A stream of Node as a stream of the Web. */
function webStream(
  source: AsyncIterable<Uint8Array> & { destroy(): unknown },
  errorOf: (cause: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const parts = source[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (done) controller.close();
          // Not a `Buffer`, whose methods differ.
          else controller.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
        } catch (cause) {
          controller.error(errorOf(cause));
        }
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
}

function decoderOf(decoder: Gunzip | Inflate | InflateRaw | BrotliDecompress): Decoder {
  // Reading reports the error.
  decoder.on('error', () => {});
  return {
    readable: webStream(decoder, (cause) => cause),
    writable: new WritableStream({
      write: (octets) =>
        new Promise((resolve, reject) => decoder.write(octets, (error) => (error ? reject(error) : resolve()))),
      close: () => void decoder.end(),
      abort: (reason) => void decoder.destroy(reason instanceof Error ? reason : undefined),
    }),
  };
}
