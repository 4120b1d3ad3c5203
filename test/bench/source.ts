/**
 * The process that streams come from: it answers each line with what the line asks for, as fast as the socket takes
 * it. `bulk <octets>` is one stream of zeros; `slow <octets> <every ms>` is so many octets, one thousand at a time,
 * each beginning with its number.
 */
import { createServer, type Socket } from 'node:net';
import { bulk } from './bulk.ts';

const PIECE = 1000;

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {});
  socket.once('data', (line) => {
    const [kind, size = '0', every = '0'] = line.toString().trim().split(' ');
    if (kind === 'bulk') bulk(socket, Number(size));
    else slow(socket, Number(size), Number(every));
  });
});

function slow(socket: Socket, size: number, every: number): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent >= size || socket.destroyed) {
      clearInterval(timer);
      socket.end();
      return;
    }
    socket.write(String(sent).padEnd(PIECE, '.'));
    sent += PIECE;
  }, every);
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
process.on('disconnect', () => process.exit());
