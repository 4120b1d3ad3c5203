/** HTTP/1.1 over a connection of this Worker, for `guardedFetch`: both bodies are streams. */
import { EgressError } from '../egress/egress-error.ts';
import { octetsOfLatin1 } from '../octets/octets.ts';
import { bodyParts, type ReadPart } from '../protocols/http/body.ts';
import { readHead } from '../protocols/http/head.ts';
import { writeLines } from '../protocols/lines.ts';
import { ProtocolError } from '../protocols/protocol-error.ts';
import type { StreamConnection } from '../protocols/stream-connection.ts';
import type { FieldLine, HttpConnection, RequestBody, TransportAnswer, TransportRequest } from './transport.ts';

/** The most octets of the header of a request; servers rarely take more. */
const LARGEST_HEADER = 64 * 1024;

export class SocketHttp implements HttpConnection {
  readonly #connection: StreamConnection;

  /** @param connection - open, and used for nothing else */
  constructor(connection: StreamConnection) {
    this.#connection = connection;
  }

  close(): void {
    this.#connection.close();
  }

  async exchange(request: TransportRequest, maxHeader: number): Promise<TransportAnswer> {
    const connection = this.#connection;
    try {
      await this.#writeHead(request);
      const answered = readHead(connection, maxHeader);
      const sent = request.body === null ? Promise.resolve() : this.#writeBody(request.body);
      // A server may answer before it has read everything: an answer is worth more than the rest of the request.
      const head = await Promise.race([answered, sent.then(() => answered)]);
      const { status, statusLine, fields } = head;
      // `Response` has the limit of the size, which also counts what is decompressed.
      const isEmpty = request.method === 'HEAD';
      const parts = isEmpty ? null : bodyParts(connection, head, Number.MAX_SAFE_INTEGER);
      const statusText = statusLine.split(' ').slice(2).join(' ');
      return { status, statusText, fields, body: parts && streamOf(parts, () => this.close()) };
    } catch (error) {
      this.close();
      throw error instanceof ProtocolError ? this.#failure(error) : error;
    }
  }

  async #writeHead({ method, host, target, fields, body }: TransportRequest): Promise<void> {
    const framing: readonly FieldLine[] =
      body === null
        ? []
        : [body.length === null ? ['transfer-encoding', 'chunked'] : ['content-length', String(body.length)]];
    const all: readonly FieldLine[] = [['host', host], ...fields, ...framing, ['connection', 'close']];
    const lines = all.map(([name, value]) => octetsOfLatin1(`${name}: ${value}`));
    await writeLines(this.#connection, [`${method} ${target} HTTP/1.1`, ...lines, ''], LARGEST_HEADER);
  }

  /** Sends a body as fast as the server takes it. Throws the error of the body. */
  async #writeBody({ length, stream }: RequestBody): Promise<void> {
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (part.value.byteLength === 0) continue;
      const parts = length === null ? chunkOf(part.value) : [part.value];
      if (!(await this.#write(parts))) return void reader.cancel();
    }
    if (length === null) await this.#write([LAST_CHUNK]);
  }

  /** Returns whether the server still takes octets. If not, its answer says why. */
  async #write(parts: readonly Uint8Array[]): Promise<boolean> {
    try {
      for (const part of parts) await this.#connection.write(part);
      return true;
    } catch {
      return false;
    }
  }

  #failure(cause: ProtocolError): EgressError | TypeError {
    if (cause.code === 'too-large') {
      return new EgressError('TOO_LARGE', 'maxHeader', 'The header of the answer is too long.', { cause });
    }
    if (cause.code === 'invalid-request') return new TypeError('The header of the request cannot be sent.', { cause });
    if (cause.code === 'malformed') {
      return new EgressError('BAD_ANSWER', 'http', 'The server did not answer with HTTP/1.1.', { cause });
    }
    const message = 'The server closed the connection without an answer.';
    return new EgressError('UNREACHABLE', 'connection', message, { cause });
  }
}

const CRLF = Uint8Array.of(0x0d, 0x0a);
const LAST_CHUNK = octetsOfLatin1('0\r\n\r\n');

/** RFC 9112 §7.1. */
function chunkOf(octets: Uint8Array): readonly Uint8Array[] {
  return [octetsOfLatin1(`${octets.byteLength.toString(16)}\r\n`), octets, CRLF];
}

/** The body as a stream, whose octets are its own. */
function streamOf(read: ReadPart, close: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const part = await read();
          if (part === null) controller.close();
          else controller.enqueue(part.slice());
        } catch (cause) {
          controller.error(new EgressError('BAD_ANSWER', 'http', 'The answer is cut off.', { cause }));
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}
