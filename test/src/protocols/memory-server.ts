/** Servers in memory: connections over streams, without sockets and without a Worker. */
import type { Connect } from '../../../src/protocols/connection.ts';
import { StreamConnection } from '../../../src/protocols/stream-connection.ts';

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

const octetsOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'));

/**
 * A server that answers each write of a client.
 *
 * @param answer - what it sends for the octets of a write; `null` = nothing yet
 */
export function memoryServer(answer: (request: string) => MemoryAnswer | null): MemoryServer {
  const state = { requests: [] as string[], dialled: [] as string[], open: 0 };
  const connect: Connect = async (tls) => {
    state.dialled.push(tls);
    state.open += 1;
    let sent: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null;
    const readable = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        sent = controller;
      },
    });
    const writable = new WritableStream<Uint8Array>({
      write: (octets) => {
        const request = Buffer.from(octets).toString('latin1');
        state.requests.push(request);
        const { parts, end } = answer(request) ?? { parts: [], end: 'open' };
        for (const part of parts) sent?.enqueue(octetsOf(part));
        if (end === 'closed') sent?.close();
      },
    });
    const close = () => {
      state.open -= 1;
    };
    return new StreamConnection({ readable, writable, close }, { first: null, idle: null });
  };
  return {
    connect,
    requests: state.requests,
    dialled: state.dialled,
    get open() {
      return state.open;
    },
  };
}
