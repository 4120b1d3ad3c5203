/** What abusive clients of a terminal send in its WebSocket: frames of RFC 6455 §5.2. */
import { CREDIT } from '../../worker/pages/terminal/messages.ts';
import { FINAL, frameOf, OPCODE } from '../worker/raw-web-socket.ts';

interface Abuse {
  readonly name: string;
  /** What is written once. */
  readonly first: Buffer;
  /** What is written again and again, as fast as the connection takes it; `null` = nothing more is read either. */
  readonly again: Buffer | null;
}

/** What is written at once, in octets. */
const WRITTEN = 64 * 1024;
const repeated = (one: Buffer): Buffer => Buffer.concat(Array(Math.ceil(WRITTEN / one.length)).fill(one));
const octets = (length: number): Buffer => Buffer.alloc(length, 'x');
const { continuation, text, binary, ping, pong } = OPCODE;
const NOTHING = Buffer.alloc(0);
const credit = frameOf(FINAL + text, Buffer.from(JSON.stringify({ type: 'credit', octets: CREDIT })));

export const ABUSES: readonly Abuse[] = [
  { name: 'tiny messages', first: NOTHING, again: repeated(frameOf(FINAL + binary, octets(1))) },
  { name: 'empty messages', first: NOTHING, again: repeated(frameOf(FINAL + binary, octets(0))) },
  { name: 'large messages', first: NOTHING, again: frameOf(FINAL + binary, octets(WRITTEN - 1)) },
  { name: 'empty pings', first: NOTHING, again: repeated(frameOf(FINAL + ping, octets(0))) },
  { name: 'pings of 125 octets', first: NOTHING, again: repeated(frameOf(FINAL + ping, octets(125))) },
  { name: 'pongs', first: NOTHING, again: repeated(frameOf(FINAL + pong, octets(0))) },
  { name: 'empty fragments', first: frameOf(binary, NOTHING), again: repeated(frameOf(continuation, octets(0))) },
  { name: 'fragments of an octet', first: frameOf(binary, NOTHING), again: repeated(frameOf(continuation, octets(1))) },
  // The server pours after this letter.
  { name: 'unread output', first: Buffer.concat([credit, frameOf(FINAL + binary, Buffer.from('f'))]), again: null },
];
