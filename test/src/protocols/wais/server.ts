/** A WAIS server in memory: it accepts a session and then gives answers that a test wrote, one to each request. */
import type { Connect } from '../../../../src/protocols/connection.ts';
import { StreamConnection } from '../../../../src/protocols/stream-connection.ts';
import { initAnswer, messageOf } from '../../../servers/wais/scripted.ts';

const HEADER = 25;

/**
 * The server.
 *
 * @param answers - APDUs; the server closes the connection instead of answering when there are none left
 * @param init - the answer to the first message
 */
export function waisServer(answers: readonly Uint8Array[], init: Uint8Array = initAnswer(100_000)) {
  const state = { requests: [] as Uint8Array[], closed: 0 };
  const connect: Connect = async () => {
    const left = [init, ...answers];
    let sending: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null;
    const readable = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        sending = controller;
      },
    });
    const writable = new WritableStream<Uint8Array>({
      write: (octets) => {
        for (let at = 0; at < octets.length; ) {
          const length = Number(Buffer.from(octets.subarray(at, at + 10)).toString('latin1'));
          state.requests.push(octets.slice(at + HEADER, at + HEADER + length));
          at += HEADER + length;
          const answer = left.shift();
          if (answer === undefined) sending?.close();
          else sending?.enqueue(Uint8Array.from(messageOf(answer)));
        }
      },
    });
    const close = () => {
      state.closed += 1;
    };
    return new StreamConnection({ readable, writable, close }, { first: 1000, idle: 1000 });
  };
  return { connect, state };
}
