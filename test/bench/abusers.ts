/** Twenty clients that abuse the WebSockets of terminals, in a process of their own, and a server of their own. */
import type { Socket } from 'node:net';
import { openRawWebSocket } from '../worker/raw-web-socket.ts';
import { ABUSES } from './abuses.ts';
import { startSource } from './terminal-client.ts';

/** What to do; `null` = stop, and report. */
export interface AbuseOrder {
  readonly abuse: string | null;
  readonly origin: string;
}

export interface AbuseReport {
  /** The megabytes that the connections took, in 10⁶ octets. */
  readonly megabytes: number;
  /** How often a WebSocket was opened, and how often the other side ended one. */
  readonly opened: number;
  readonly ended: number;
}

const SOCKETS = 20;
/** A socket that was ended is open again after so long, in milliseconds. */
const AGAIN_MS = 100;

const { port } = await startSource();
let order: AbuseOrder = { abuse: null, origin: '' };
const sockets = new Set<Socket>();
let [written, opened, ended] = [0, 0, 0];

function open({ abuse, origin }: AbuseOrder): void {
  const [first, again] = ABUSES.filter(({ name }) => name === abuse).flatMap((of) => [of.first, of.again]);
  const socket = openRawWebSocket(Number(new URL(origin).port), origin, `/telnet/localhost:${port}/`);
  sockets.add(socket);
  socket.once('data', (answer) => {
    if (!answer.toString('latin1').startsWith('HTTP/1.1 101 ')) return void socket.destroy();
    opened += 1;
    if (first) socket.write(first);
    if (again) pour(socket, again);
    else socket.pause();
  });
  // What the other side says is read and forgotten.
  socket.on('data', () => {});
  socket.on('close', () => {
    sockets.delete(socket);
    if (order.abuse !== abuse) return;
    ended += 1;
    setTimeout(() => order.abuse === abuse && open(order), AGAIN_MS);
  });
}

function pour(socket: Socket, again: Buffer): void {
  if (socket.destroyed) return;
  written += again.length;
  if (socket.write(again)) setImmediate(pour, socket, again);
  else socket.once('drain', () => pour(socket, again));
}

process.on('message', (next: AbuseOrder) => {
  order = next;
  if (order.abuse === null) {
    for (const socket of sockets) socket.destroy();
    process.send?.({ megabytes: written / 1e6, opened, ended } satisfies AbuseReport);
    [written, opened, ended] = [0, 0, 0];
  } else for (let socket = 0; socket < SOCKETS; socket++) open(order);
});
process.on('disconnect', () => process.exit());
process.send?.(port);
