/** Servers in memory: connections over streams, without sockets and without a Worker. */
import type { Connect } from '../../../src/protocols/connection.ts';
import { StreamConnection, type Streams } from '../../../src/protocols/stream-connection.ts';

/** What a server sends for a request: strings with one character for each octet. */
export interface MemoryAnswer {
  readonly parts: readonly string[];
  /** Whether the server then closes the connection. */
  readonly end: 'closed' | 'open';
}

export interface MemoryServer {
  readonly connect: Connect;
  /** What clients have sent, one string for each write. */
  readonly requests: readonly string[];
  /** How connections were opened. */
  readonly dialled: readonly string[];
  /** The connections that the client has not closed. */
  readonly open: number;
}

/** What stands in the requests where a client changes to TLS. */
const TLS = '(TLS)';

const octetsOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'));

/**
 * A server that answers each write of a client.
 *
 * @param answer - what it sends for the octets of a write; `null` = nothing yet
 * @param greeting - what it sends at once
 */
export function memoryServer(
  answer: (request: string) => MemoryAnswer | null,
  greeting: readonly string[] = [],
): MemoryServer {
  const state = { requests: [] as string[], dialled: [] as string[], open: 0 };

  function streamsOf(first: readonly string[]): Streams {
    let sent: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null;
    const send = (parts: readonly string[]) => {
      for (const part of parts) sent?.enqueue(octetsOf(part));
    };
    return {
      readable: new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => {
          sent = controller;
          send(first);
        },
      }),
      writable: new WritableStream<Uint8Array>({
        write: (octets) => {
          const request = Buffer.from(octets).toString('latin1');
          state.requests.push(request);
          const { parts, end } = answer(request) ?? { parts: [], end: 'open' };
          send(parts);
          if (end === 'closed') sent?.close();
        },
      }),
      close: () => {
        state.open -= 1;
      },
      startTls: async () => {
        state.requests.push(TLS);
        return streamsOf([]);
      },
    };
  }

  return {
    connect: async (tls) => {
      state.dialled.push(tls);
      state.open += 1;
      return new StreamConnection(streamsOf(greeting), { first: null, idle: null });
    },
    requests: state.requests,
    dialled: state.dialled,
    get open() {
      return state.open;
    },
  };
}

/**
 * A server of a protocol of lines, which greets and answers each line.
 *
 * @param greeting - with its line end
 * @param replyTo - the reply to a line, with its line end; `null` = it closes the connection
 * @param size - the octets of each part of a reply
 */
export function lineServer(greeting: string, replyTo: (line: string) => string | null, size = 1000): MemoryServer {
  const partsOf = (text: string) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  const answer = (request: string): MemoryAnswer => {
    const replies = linesIn(request).map(replyTo);
    const parts = replies.flatMap((reply) => partsOf(reply ?? ''));
    return { parts, end: replies.includes(null) ? 'closed' : 'open' };
  };
  return memoryServer(answer, partsOf(greeting));
}

/** The lines of requests without their ends. */
export function linesIn(...requests: readonly string[]): string[] {
  return requests.flatMap((request) => request.split('\r\n').slice(0, request === TLS ? 1 : -1));
}
