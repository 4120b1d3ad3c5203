/** TCP servers whose behaviour a test chooses. They record the octets that they receive. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { credentials } from '../../servers/certificates.ts';

/** Shorter than every deadline of a connection in these tests, long enough for a busy machine. */
const PATIENCE_MS = 5000;

export interface TestServer {
  readonly port: number;
  /** The number of connections that are open now, and of all connections so far. */
  open(): number;
  accepted(): number;
  /** Every octet received, as Latin-1. */
  received(): string;
  /** Resolves once no connection is open; rejects after `PATIENCE_MS`. */
  drained(): Promise<void>;
  close(): Promise<void>;
}

export type Behaviour = (socket: Socket, server: { secure(): TLSSocket }) => void;

/** Starts a server on the loopback address. */
export async function serve(behave: Behaviour, host = '127.0.0.1', port = 0): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  let received = '';
  const server = createServer((socket) => {
    accepted++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (octets) => {
      received += octets.toString('latin1');
    });
    behave(socket, {
      secure() {
        const secured = new TLSSocket(socket, { isServer: true, ...credentials('trusted') });
        secured.on('error', () => {});
        return secured;
      },
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    open: () => sockets.size,
    accepted: () => accepted,
    received: () => received,
    async drained() {
      const end = Date.now() + PATIENCE_MS;
      while (sockets.size > 0) {
        if (Date.now() > end) throw new Error(`${sockets.size} connections are still open`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * A port that never completes a connection: a process that listens and sleeps, whose queue is full, so the system
 * drops every further SYN.
 */
export async function deafPort(): Promise<{ readonly port: number; close(): void }> {
  const listenAndSleep = `
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, String(server.address().port));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawn(process.execPath, ['-e', listenAndSleep], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await once(child.stdout, 'data');
  const port = Number(String(printed));
  const queue = Array.from({ length: 4 }, () => dial(port, '127.0.0.1').on('error', () => {}));
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    port,
    close() {
      for (const socket of queue) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}
