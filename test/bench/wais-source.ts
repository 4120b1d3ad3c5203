/**
 * The process that WAIS documents come from: it agrees to records of the size in its argument, and every document is
 * zeros, of so many octets as the field 3 of its id says. A line `bulk <octets>` gets a bare stream of zeros, for
 * comparison.
 */
import { createServer, type Socket } from 'node:net';
import { answerOf, diagnosticRecord, textRecord } from '../servers/wais/records.ts';
import { initAnswer, messageOf } from '../servers/wais/scripted.ts';
import { bulk } from './bulk.ts';

const HEADER = 25;
const largestRecord = Number(process.argv[2] ?? 1024 * 1024);
const OUT_OF_RANGE = diagnosticRecord('SF', 'Request out of range');

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {});
  let unread = Buffer.alloc(0);
  socket.on('data', (octets) => {
    unread = Buffer.concat([unread, octets]);
    const line = /^bulk (\d+)\r\n/.exec(unread.toString('latin1', 0, 40));
    if (line !== null) return bulk(socket, Number(line[1]));
    for (;;) {
      const length = Number(unread.toString('latin1', 0, 10));
      if (unread.length < HEADER || unread.length < HEADER + length) return;
      answer(socket, unread.toString('latin1', HEADER, HEADER + length));
      unread = unread.subarray(HEADER + length);
    }
  });
});

/** The answers of the last sizes: the same message serves all parts but the last. */
const answers = new Map<string, Buffer>();

function answer(socket: Socket, apdu: string): void {
  if (apdu.charCodeAt(2) === 20) {
    socket.write(messageOf(initAnswer(largestRecord)));
    return;
  }
  const numberAfter = (attributes: string): number =>
    Number(new RegExp(`${attributes} ig ig ig ig-[\\s\\S](\\d+)`).exec(apdu)?.[1] ?? 0);
  const size = Number(/\x03[\s\S](\d{4,})/.exec(apdu)?.[1] ?? 0);
  const [from, to] = [numberAfter('wb ro'), numberAfter('wb rl')];
  const length = Math.max(0, Math.min(to, size) - from);
  const isLast = to > size;
  const key = `${length} ${isLast}`;
  const made = answers.get(key) ?? makeAnswer(length, isLast);
  answers.set(key, made);
  socket.write(made);
}

function makeAnswer(length: number, isLast: boolean): Buffer {
  const text = textRecord(Uint8Array.of(3, 1, 0x30), '\0'.repeat(length));
  return messageOf(isLast ? answerOf(text, OUT_OF_RANGE) : answerOf(text));
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
process.on('disconnect', () => process.exit());
