/** A relay between WebSockets and one server, as a Node program would be: `ws` and `net`, with back-pressure. */
import { connect } from 'node:net';
import { WebSocketServer } from 'ws';

/** The server is not read while more than this waits for the page, in octets. */
const MOST_WAITING = 1024 * 1024;

const target = Number(process.argv[2]);
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (page) => {
  const socket = connect({ port: target, host: '127.0.0.1', noDelay: true });
  socket.on('data', (octets) => {
    page.send(octets, () => {
      if (page.bufferedAmount < MOST_WAITING) socket.resume();
    });
    if (page.bufferedAmount >= MOST_WAITING) socket.pause();
  });
  page.on('message', (data: Buffer, isBinary) => isBinary && socket.write(data));
  page.on('close', () => socket.destroy());
  socket.on('close', () => page.close());
  for (const end of [page, socket]) end.on('error', () => {});
});
server.on('listening', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
