/** How connections over the sockets of Node end: a reset is an error, whatever arrives with it. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openSocket } from '../../bin/node-socket.ts';

const running: { close(): void }[] = [];

afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

/** What a client reads of a server, and what the server reads of it. */
async function conversation(behave: (socket: Socket) => void) {
  const received: Buffer[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {}).on('data', (octets: Buffer) => void received.push(octets));
    socket.once('data', () => behave(socket));
  });
  running.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const left = new Promise<void>((resolve) => {
    server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const client = openSocket({ host: '127.0.0.1', port });
  await client.opened;
  await client.writable.getWriter().write(new TextEncoder().encode('question\r\n'));
  const read: Buffer[] = [];
  let error: string | null = null;
  try {
    for await (const octets of client.readable) read.push(octets);
  } catch (failure) {
    error = (failure as NodeJS.ErrnoException).code ?? String(failure);
  }
  await Promise.all([client.closed, left]);
  return { read: Buffer.concat(read).toString(), error, received: Buffer.concat(received).toString() };
}

const andReset = (octets: string) => (socket: Socket) => {
  socket.write(octets);
  socket.resetAndDestroy();
};

test.each<[what: string, behave: (socket: Socket) => void, error: string | null]>([
  ['an end', (socket) => socket.end('answer'), null],
  ['a reset with the last octets', andReset('answer'), 'ECONNRESET'],
  // Not everything is sent before the reset.
  ['a reset with many octets', andReset('answer'.repeat(200_000)), 'ECONNRESET'],
])('%s', async (_, behave, error) => {
  const said = await conversation(behave);
  expect(said.error).toBe(error);
  expect(said.read.startsWith('answer')).toBe(true);
  // Asking whether it was a reset sends nothing.
  expect(said.received).toBe('question\r\n');
});

test('a reset without octets', async () => {
  expect(await conversation((socket) => socket.resetAndDestroy())).toMatchObject({ read: '', error: 'ECONNRESET' });
});
