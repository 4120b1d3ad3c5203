/**
 * The client's end of an rlogin connection (RFC 1282). Urgent data, by which a server asks for window sizes, is not
 * visible to us, so sizes are sent unasked once the server has accepted.
 */
import { Collector } from '../../octets/collector.ts';
import { concatOctets, utf8OrLatin1Of } from '../../octets/octets.ts';
import type { TelnetOutput, WindowSize } from './telnet.ts';
import { networkOrder } from './telnet-decoder.ts';

/** The terminal and its speed, as every rlogin client of today sends them. */
export const TERMINAL_AND_SPEED = 'xterm-256color/38400';

const NUL = 0;
const LF = 0x0a;
/** Two octets of 255 and `ss` begin a window size in the stream. */
const WINDOW_SIZE = [0xff, 0xff, 0x73, 0x73] as const;
/** Of a refusal, this much is shown. */
const REFUSAL_LIMIT = 1024;

/**
 * The octets that begin a connection. `startRlogin('guest')` is `octetsOf('\0guest\0guest\0xterm-256color/38400\0')`.
 * `user` is the user, on the server and on the client; sent as UTF-8. Throws a `RangeError` if the user contains a
 * control character, as NUL ends a name.
 */
export function startRlogin(user: string): Uint8Array {
  if (/[\0-\x1f\x7f]/.test(user)) throw new RangeError('A user name cannot contain control characters.');
  return concatOctets([`\0${user}\0${user}\0${TERMINAL_AND_SPEED}\0`]);
}

/** One rlogin connection, after {@link startRlogin}. */
export class Rlogin {
  #state: 'waiting' | 'open' | 'refused' = 'waiting';
  #size: WindowSize;
  readonly #refusal = new Collector(REFUSAL_LIMIT);

  constructor(size: WindowSize) {
    this.#size = size;
  }

  /** Whether the server has accepted. */
  get open(): boolean {
    return this.#state === 'open';
  }

  /** The words of a server that has refused; `null` if it has not. */
  get refusal(): string | null {
    if (this.#state !== 'refused') return null;
    const octets = this.#refusal.octets;
    const end = octets.indexOf(LF);
    const line = utf8OrLatin1Of(end === -1 ? octets : octets.subarray(0, end));
    return line.replace(/[\0-\x1f\x7f-\x9f]/g, '');
  }

  /** Takes octets of the server. */
  receive(chunk: Uint8Array): Pick<TelnetOutput, 'data' | 'reply'> {
    const nothing = new Uint8Array(0);
    if (chunk.length === 0) return { data: nothing, reply: nothing };
    if (this.#state === 'waiting') {
      const accepted = chunk[0] === NUL;
      this.#state = accepted ? 'open' : 'refused';
      if (accepted) return { data: chunk.subarray(1), reply: this.#windowSize() };
    }
    if (this.#state === 'open') return { data: chunk, reply: nothing };
    this.#refusal.add(chunk);
    return { data: nothing, reply: nothing };
  }

  /** Takes the new size of the screen. Returns what to send: nothing before the server has accepted. */
  resize(size: WindowSize): Uint8Array {
    this.#size = size;
    return this.open ? this.#windowSize() : new Uint8Array(0);
  }

  /** Rows, columns, and the size in pixels, which is not known. */
  #windowSize(): Uint8Array {
    return Uint8Array.of(...WINDOW_SIZE, ...networkOrder(this.#size.rows, this.#size.columns, 0, 0));
  }
}
