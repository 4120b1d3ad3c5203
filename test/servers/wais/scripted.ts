/** A WAIS server that accepts a session and then gives answers that a test wrote, one to each request. */
import { listen, type RunningServer } from '../listener.ts';
import { fieldOf } from './records.ts';

const HEADER = 25;

/** A message with the header that its length needs. */
export function messageOf(apdu: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${String(apdu.length).padStart(10, '0')}z2wais        0`, 'latin1'), apdu]);
}

/** The answer to the first message: it agrees to records of this size. */
export function initAnswer(largestRecord: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(largestRecord);
  const fields = Buffer.concat([fieldOf(3, '\x80'), fieldOf(5, size), fieldOf(6, size)]);
  return Buffer.concat([Buffer.from([0, fields.length + 2, 21, 1]), fields]);
}

/**
 * Starts the server.
 *
 * @param answers - gives the answers of the next session: whole messages, the last of which answers all further
 *   requests
 */
export function startScriptedWais(
  answers: () => readonly Uint8Array[],
  largestRecord = 100_000,
): Promise<RunningServer> {
  return listen('wais', {}, async (conversation) => {
    const messages = [messageOf(initAnswer(largestRecord)), ...answers()];
    for (let index = 0; ; index++) {
      const header = await conversation.exactly(HEADER);
      if (header.length < HEADER) return;
      await conversation.exactly(Number(header.subarray(0, 10).toString('latin1')));
      await conversation.body([Buffer.from(messages[Math.min(index, messages.length - 1)] ?? [])]);
    }
  });
}
