/** Moves datagrams between a socket and the state machine of a question. The socket is that of a platform. */

import type { ProtocolVersion } from '../../schemes/prospero/tokens.ts';
import { ProtocolError } from '../protocol-error.ts';
import { ArdpExchange, ardpError } from './ardp.ts';

/** A UDP socket, with the members of that of Node. */
export interface DatagramSocket {
  connect(port: number, address: string, connected: () => void): void;
  send(datagram: Uint8Array, sent: () => void): void;
  on(event: 'error', listener: () => void): unknown;
  on(event: 'message', listener: (datagram: Uint8Array) => void): unknown;
  once(event: 'error', listener: () => void): unknown;
  close(): unknown;
}

/** Opens a UDP socket, such as `createSocket` of `node:dgram`. */
export type CreateSocket = (type: 'udp4' | 'udp6') => DatagramSocket;

/** An address that datagrams are sent to. */
interface ProsperoPeer {
  readonly address: string;
  readonly port: number;
  readonly family: 4 | 6;
}

/** More datagrams than any answer needs: 1 MiB in packets of 64 octets. */
const MOST_DATAGRAMS = 16_384;

/**
 * Asks a question and waits for the answer. The socket is connected: the system drops datagrams from elsewhere.
 *
 * @throws ProtocolError as {@link ardpError}; `unreachable` if nobody listens there; the reason of the signal
 */
export async function exchangeDatagrams(
  peer: ProsperoPeer,
  text: Uint8Array,
  version: ProtocolVersion,
  signal: AbortSignal,
  createSocket: CreateSocket,
): Promise<Uint8Array> {
  const socket = createSocket(peer.family === 6 ? 'udp6' : 'udp4');
  try {
    await connectSocket(socket, peer);
    return await converse(socket, new ArdpExchange({ text, version, connectionId: connectionId() }), signal);
  } finally {
    socket.close();
  }
}

/** Any number of 16 bits but 0. Nobody else can guess it. */
function connectionId(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (random % 0xffff);
}

function connectSocket(socket: DatagramSocket, { address, port }: ProsperoPeer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', () => reject(unreachable()));
    socket.connect(port, address, resolve);
  });
}

const unreachable = (): ProtocolError => new ProtocolError('unreachable', 'No server listens on this port.');

function converse(socket: DatagramSocket, exchange: ArdpExchange, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let datagrams = 0;
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      reject(error);
    };
    const step = (toSend: readonly Uint8Array[]): void => {
      clearTimeout(timer);
      for (const datagram of toSend) socket.send(datagram, () => {});
      const { outcome } = exchange;
      if (outcome.kind === 'answer') {
        resolve(outcome.octets);
      } else if (outcome.kind === 'failed') {
        fail(ardpError(outcome.why, outcome.delay));
      } else {
        const wait = Math.max(1, exchange.wakeAt - performance.now());
        timer = setTimeout(() => step(exchange.tick(performance.now())), wait);
      }
    };
    socket.on('error', () => fail(unreachable()));
    socket.on('message', (datagram) => {
      datagrams += 1;
      if (datagrams > MOST_DATAGRAMS) fail(ardpError('too-large'));
      else step(exchange.receive(datagram, performance.now()));
    });
    const stop = (): void => fail(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    else step(exchange.start(performance.now()));
  });
}
