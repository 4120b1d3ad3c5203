/**
 * A client that asks as fast as it is answered: HTTP/1.1 over a few kept connections, one request at a time on
 * each, with no more work for a response than finding its end.
 */
import { connect, type Socket } from 'node:net';

const CONNECTIONS = 16;

/**
 * Sends GETs and counts the answers.
 *
 * @param targets - Paths with their queries, taken in turn.
 * @returns Requests a second.
 */
export function burst(port: number, targets: readonly string[], count: number): Promise<number> {
  const requests = targets.map((target) =>
    Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: */*\r\n\r\n`),
  );
  return new Promise((resolve, reject) => {
    const sockets: Socket[] = [];
    const started = process.hrtime.bigint();
    let sent = 0;
    let answered = 0;
    const send = (socket: Socket): void => {
      const request = requests[sent % requests.length];
      if (sent === count || request === undefined) return;
      sent++;
      socket.write(request);
    };
    const answer = (socket: Socket): void => {
      answered++;
      if (answered === count) {
        for (const open of sockets) open.destroy();
        resolve((count * 1e9) / Number(process.hrtime.bigint() - started));
      }
      send(socket);
    };
    for (let index = 0; index < CONNECTIONS; index++) {
      const socket = connect(port, '127.0.0.1', () => send(socket));
      sockets.push(socket.setNoDelay(true).on('error', reject));
      onAnswer(socket, () => answer(socket), reject);
    }
  });
}

/** Calls back at the end of each response. */
function onAnswer(socket: Socket, done: () => void, fail: (reason: Error) => void): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (octets) => {
    pending = pending.length === 0 ? Buffer.from(octets) : Buffer.concat([pending, Buffer.from(octets)]);
    const bodyFrom = pending.indexOf('\r\n\r\n') + 4;
    if (bodyFrom < 4) return;
    const head = pending.toString('latin1', 0, bodyFrom);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (!/^HTTP\/1\.1 (?:200|30[28])/.test(head) || length === undefined) {
      fail(new Error(`unexpected answer:\n${head}`));
    } else if (pending.length >= bodyFrom + Number(length)) {
      pending = Buffer.alloc(0);
      done();
    }
  });
}
