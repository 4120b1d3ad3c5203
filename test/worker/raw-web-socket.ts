/** WebSockets by hand: what a client can do that no library does, such as to go on after the close. */
import { connect, type Socket } from 'node:net';
import { SUBPROTOCOL } from '../../worker/pages/terminal/messages.ts';

/** RFC 6455 §5.2. */
export const OPCODE = { continuation: 0, text: 1, binary: 2, ping: 9, pong: 10 } as const;
/** The bit of a frame that ends a message. */
export const FINAL = 0x80;
const MASKED = 0x80;
/** From this number on, two octets have the length. */
const LONG = 126;

/** A frame of a client whose mask is zero, so that its payload stays as it is. */
export function frameOf(first: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const size = length < LONG ? [MASKED + length] : [MASKED + LONG, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([first, ...size, 0, 0, 0, 0]), payload]);
}

/**
 * Asks for the WebSocket of a terminal, as a page of the Worker would. What comes then is the answer, and frames.
 *
 * @param port - at which the Worker listens
 * @param origin - under which the Worker is reached
 * @param path - of the terminal
 */
export function openRawWebSocket(port: number, origin: string, path: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => {});
  const lines = [
    ...[`GET ${path} HTTP/1.1`, `Host: ${new URL(origin).host}`, `Origin: ${origin}`],
    ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    ...['Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', `Sec-WebSocket-Protocol: ${SUBPROTOCOL}`, '', ''],
  ];
  socket.write(lines.join('\r\n'));
  return socket;
}
