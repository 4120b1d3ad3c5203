/** Clients without a protocol: they send octets and keep the octets that come back, so that tests see the wire. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';

export interface Transfer {
  /** All received octets, each as one character. */
  readonly text: string;
  readonly octets: Buffer;
  /** How the transfer ended; `waiting` = a limit was reached while the connection was open. */
  readonly end: 'closed' | 'reset' | 'refused' | 'waiting';
}

/** How long to wait for what must come, in milliseconds: longer than a busy machine takes. */
const PATIENCE = 10_000;

export interface Limits {
  /** The time limit in milliseconds. Short for what must not come. */
  readonly patience?: number;
  /** The number of octets after which to stop. */
  readonly enough?: number;
  /** How long to wait after octets for more, in milliseconds; absent = as long as for all. */
  readonly quiet?: number;
}

/** Connects, sends, and collects until the server closes or the limits are reached. */
export async function exchange(port: number, request: string, limits: Limits = {}): Promise<Transfer> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('connect', () => socket.write(request, 'latin1'));
  return collect(socket, limits);
}

/** Collects the octets of a socket until it ends or the limits are reached. */
export async function collect(socket: Socket, limits: Limits = {}): Promise<Transfer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const end = await new Promise<Transfer['end']>((resolve) => {
    const timer = setTimeout(() => resolve('waiting'), limits.patience ?? PATIENCE);
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const done = (how: Transfer['end']): void => {
      clearTimeout(timer);
      clearTimeout(quiet);
      resolve(how);
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      clearTimeout(quiet);
      if (limits.quiet !== undefined) quiet = setTimeout(() => done('waiting'), limits.quiet);
      if (size >= (limits.enough ?? Number.POSITIVE_INFINITY)) done('waiting');
    });
    socket.resume();
    socket.on('end', () => done('closed'));
    socket.on('error', (error: NodeJS.ErrnoException) => done(error.code === 'ECONNREFUSED' ? 'refused' : 'reset'));
  });
  socket.destroy();
  const octets = Buffer.concat(chunks);
  return { text: octets.toString('latin1'), octets, end };
}

/** A dialogue in lines, for FTP and NNTP. */
export class Dialogue {
  #socket: Socket | TLSSocket;
  #unread = '';
  #ended = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket | TLSSocket) {
    this.#socket = socket;
    this.#listen();
  }

  static async open(port: number, ca?: string): Promise<Dialogue> {
    const socket =
      ca === undefined ? connect({ host: '127.0.0.1', port }) : tlsConnect({ host: '127.0.0.1', port, ca });
    return new Dialogue(socket);
  }

  /** Sends a line and returns the reply: one line, or all lines of an FTP reply with a hyphen after its code. */
  async say(line: string): Promise<string> {
    this.send(`${line}\r\n`);
    return this.reply();
  }

  send(octets: string): void {
    this.#socket.write(octets, 'latin1');
  }

  async reply(): Promise<string> {
    let reply = await this.line();
    const code = reply.slice(0, 3);
    if (reply[3] !== '-') return reply;
    for (let line = ''; !line.startsWith(`${code} `); reply += `\n${line}`) line = await this.line();
    return reply;
  }

  /** Sends a line and returns the reply and its multi-line data, without the doubled dots (RFC 3977 §3.1.1). */
  async block(line: string): Promise<{ reply: string; lines: string[] }> {
    const reply = await this.say(line);
    const lines: string[] = [];
    if (!reply.startsWith('2') && !reply.startsWith('1')) return { reply, lines };
    for (;;) {
      const next = await this.line();
      if (next === '.') return { reply, lines };
      lines.push(next.replace(/^\./, ''));
    }
  }

  /** The next line, or a text that begins with `<` if the server sends none. */
  async line(patience = PATIENCE): Promise<string> {
    const deadline = Date.now() + patience;
    for (;;) {
      const end = this.#unread.indexOf('\r\n');
      if (end >= 0) {
        const line = this.#unread.slice(0, end);
        this.#unread = this.#unread.slice(end + 2);
        return line;
      }
      if (this.#ended) return `<closed>${this.#unread}`;
      if (!(await this.#more(deadline - Date.now()))) return `<silence>${this.#unread}`;
    }
  }

  /** Waits for more octets, or the end. Returns whether they came in time. */
  #more(patience: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), patience);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  /** Begins TLS as the client. */
  async begin(ca: string): Promise<void> {
    this.#socket.removeAllListeners();
    this.#socket = tlsConnect({ socket: this.#socket, host: 'localhost', servername: 'localhost', ca });
    await new Promise((resolve, reject) => this.#socket.once('secureConnect', resolve).once('error', reject));
    this.#listen();
  }

  close(): void {
    this.#socket.destroy();
  }

  #listen(): void {
    this.#socket.on('data', (chunk: Buffer) => {
      this.#unread += chunk.toString('latin1');
      this.#wake();
    });
    const ended = (): void => {
      this.#ended = true;
      this.#wake();
    };
    this.#socket.on('end', ended).on('close', ended).on('error', ended);
  }
}

/**
 * Waits until a condition holds: a server notices a little later that its client has left. Returns whether it holds.
 */
export async function until(condition: () => boolean, patience = PATIENCE): Promise<boolean> {
  for (const start = Date.now(); Date.now() - start < patience; await sleep(5)) if (condition()) return true;
  return condition();
}
