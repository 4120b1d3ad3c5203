/**
 * Moves datagrams between a socket and the state machine of a question. The npm package has this module, too, so it
 * knows no error and no setting of the Worker.
 */
import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { ArdpExchange, ardpError } from '../../src/protocols/prospero/ardp.ts';
import { ProtocolError } from '../../src/protocols/protocol-error.ts';
import type { ProtocolVersion } from '../../src/schemes/prospero/tokens.ts';

/** An address that datagrams are sent to. */
export interface ProsperoPeer {
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
): Promise<Uint8Array> {
  const socket = createSocket(peer.family === 6 ? 'udp6' : 'udp4');
  try {
    await connect(socket, peer);
    return await converse(socket, new ArdpExchange({ text, version, connectionId: randomInt(1, 0x10000) }), signal);
  } finally {
    socket.close();
  }
}

function connect(socket: Socket, { address, port }: ProsperoPeer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', () => reject(unreachable()));
    socket.connect(port, address, resolve);
  });
}

const unreachable = (): ProtocolError => new ProtocolError('unreachable', 'No server listens on this port.');

function converse(socket: Socket, exchange: ArdpExchange, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
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
