/** A stream of zeros, as fast as its socket takes it. */
import type { Socket } from 'node:net';

const CHUNK = Buffer.alloc(1024 * 1024);

/** Sends this many octets and ends the connection. */
export function bulk(socket: Socket, size: number): void {
  let left = size;
  const send = (): void => {
    while (left > 0 && !socket.destroyed) {
      const chunk = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
      left -= chunk.length;
      if (!socket.write(chunk)) {
        socket.once('drain', send);
        return;
      }
    }
    socket.end();
  };
  send();
}
