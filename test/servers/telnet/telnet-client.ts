/**
 * The server's end of one telnet connection: keys and window sizes in, text out. It has a small decoder of its own, so
 * that a mistake in the decoder of the gateway cannot hide behind the same mistake here.
 */
import { type Conversation, Gone } from '../conversation.ts';
import { charsets } from '../octets.ts';

const IAC = 0xff;
const [SE, SB, WILL, WONT, DO, DONT] = [240, 250, 251, 252, 253, 254];
const [ECHO, SUPPRESS_GO_AHEAD, TERMINAL_TYPE, WINDOW_SIZE] = [1, 3, 24, 31];

/** A key as the characters that it sends, such as `q`, `\r` or `\x1b[A`. */
export type Input = { readonly kind: 'key'; readonly key: string } | { readonly kind: 'resized' };

/** What the server asks at first: to echo itself, and for the type and the size of the terminal. */
const OPENING = [
  [WILL, ECHO],
  [WILL, SUPPRESS_GO_AHEAD],
  [DO, TERMINAL_TYPE],
  [DO, WINDOW_SIZE],
];

export class TelnetClient {
  /** The terminal type that the client reports; empty = none. */
  terminal = '';
  columns = 80;
  rows = 24;
  readonly #conversation: Conversation;
  #pendingCr = false;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  async greet(): Promise<void> {
    await this.#octets(OPENING.flatMap(([verb = 0, option = 0]) => [IAC, verb, option]));
    await this.#octets([IAC, SB, TERMINAL_TYPE, 1, IAC, SE]);
  }

  /** Sends text. Characters of code page 437 that ASCII lacks are sent as its octets. */
  async show(text: string): Promise<void> {
    const octets = charsets.cp437(text.replaceAll('\n', '\r\n'));
    await this.#conversation.body([octets], 'And so on, without an end.\r\n');
  }

  /** Sends text in UTF-8. */
  async showUtf8(text: string): Promise<void> {
    await this.#conversation.body([Buffer.from(text.replaceAll('\n', '\r\n'))]);
  }

  /** The next key, or a new size of the window. Throws when the client is gone. */
  async input(): Promise<Input> {
    for (;;) {
      const octet = await this.#octet();
      if (octet === IAC) {
        if (await this.#command()) return { kind: 'resized' };
        continue;
      }
      // Enter is CR NUL or CR LF.
      const follows = this.#pendingCr && (octet === 0 || octet === 0x0a);
      this.#pendingCr = octet === 0x0d;
      if (follows) continue;
      if (octet === 0x1b && (await this.#conversation.peek()) === 0x5b) {
        await this.#octet();
        return { kind: 'key', key: `\x1b[${String.fromCharCode(await this.#octet())}` };
      }
      return { kind: 'key', key: String.fromCharCode(octet) };
    }
  }

  /** The next key. Changes of the size are noted. */
  async key(): Promise<string> {
    for (;;) {
      const input = await this.input();
      if (input.kind === 'key') return input.key;
    }
  }

  /** Reads a line, and echoes it. */
  async line(longest: number, echo: 'shown' | 'hidden' = 'shown'): Promise<string> {
    let line = '';
    for (;;) {
      const key = await this.key();
      if (key === '\r' || key === '\n') {
        await this.show('\n');
        return line;
      }
      if (key === '\x7f' || key === '\b') {
        if (line !== '' && echo === 'shown') await this.show('\b \b');
        line = line.slice(0, -1);
      } else if (key >= ' ' && key.length === 1 && line.length < longest) {
        line += key;
        if (echo === 'shown') await this.#octets([key.charCodeAt(0)]);
      }
    }
  }

  async #octet(): Promise<number> {
    const [octet] = await this.#conversation.exactly(1);
    if (octet === undefined) throw new Gone();
    return octet;
  }

  /** Reads a command after its IAC. Returns whether it was a new size. */
  async #command(): Promise<boolean> {
    const command = await this.#octet();
    if (command === WILL || command === WONT || command === DO || command === DONT) {
      await this.#octet();
      return false;
    }
    if (command !== SB) return false;
    const parameters: number[] = [];
    for (let octet = await this.#octet(); ; octet = await this.#octet()) {
      if (octet === IAC && (await this.#octet()) === SE) break;
      parameters.push(octet);
    }
    const [option, ...values] = parameters;
    if (option === TERMINAL_TYPE) this.terminal = String.fromCharCode(...values.slice(1));
    if (option !== WINDOW_SIZE || values.length !== 4) return false;
    const [width = 0, columns = 0, height = 0, rows = 0] = values;
    this.columns = width * 256 + columns;
    this.rows = height * 256 + rows;
    return true;
  }

  async #octets(octets: readonly number[]): Promise<void> {
    await this.#conversation.reply(String.fromCharCode(...octets));
  }
}
