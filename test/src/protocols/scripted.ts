/** A server in memory that answers each line of a client, in place of a socket. */
import type { Connect, Tls } from '../../../src/protocols/connection.ts';
import { StreamConnection, type Streams } from '../../../src/protocols/stream-connection.ts';

export interface ScriptedServer {
  readonly connect: Connect;
  /** The lines that were sent, and `(TLS)` where a client changed to it. */
  readonly lines: readonly string[];
  /** How each connection began. */
  readonly connections: readonly Tls[];
  /** The connections that are open. */
  readonly open: number;
}

/**
 * Starts a server.
 *
 * @param greeting - sent at once, with its line end
 * @param replyTo - the reply to a line, with its line end; `null` = the server closes the connection
 * @param size - the octets of each chunk of a reply
 */
export function scriptedServer(
  greeting: string,
  replyTo: (line: string) => string | null,
  size = 1000,
): ScriptedServer {
  const lines: string[] = [];
  const connections: Tls[] = [];
  let open = 0;

  function streamsOf(first: string): Streams {
    let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
    let pending = '';
    let closed = false;
    const reply = (text: string) => {
      const octets = Uint8Array.from(Buffer.from(text, 'latin1'));
      for (let from = 0; from < octets.length; from += size) controller.enqueue(octets.slice(from, from + size));
    };
    return {
      readable: new ReadableStream({
        start(started) {
          controller = started;
          reply(first);
        },
      }),
      writable: new WritableStream({
        write(octets) {
          const parts = (pending + Buffer.from(octets).toString('latin1')).split('\r\n');
          pending = parts.pop() ?? '';
          for (const line of parts) {
            lines.push(line);
            const answer = closed ? '' : replyTo(line);
            if (answer !== null) reply(answer);
            else {
              closed = true;
              controller.close();
            }
          }
        },
      }),
      close: () => {
        open -= 1;
      },
      startTls: async () => {
        lines.push('(TLS)');
        return streamsOf('');
      },
    };
  }

  return {
    lines,
    connections,
    get open() {
      return open;
    },
    connect: async (tls) => {
      connections.push(tls);
      open += 1;
      return new StreamConnection(streamsOf(greeting), { first: null, idle: null });
    },
  };
}
