/** A session over a WebSocket: what the page of a terminal does, step by step, and everything that it receives. */
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import type { Model } from '../../src/protocols/tn3270/screen.ts';
import { Terminal3270 } from '../../src/protocols/tn3270/terminal.ts';
import { type Answer, noAnswer, withBody } from './exchange.ts';
import { HOST, type ProfileName } from './profiles.ts';

/** One thing that a visitor does or waits for. */
export type Step =
  /** Waits for a text in the octets of the server, after the text of the step before. */
  | { readonly see: string }
  /** Waits for so many records of a 3270, and answers them as a terminal would. */
  | { readonly records: number }
  /** Sends octets, one for each character. */
  | { readonly type: string }
  /** Sends a control message. */
  | { readonly tell: object }
  /** Sends a text message that need not be JSON. */
  | { readonly text: string }
  /** Waits until the session ends. */
  | { readonly ended: true }
  | { readonly leave: true };

export interface Talk {
  readonly profile?: ProfileName;
  readonly path: string;
  readonly steps: readonly Step[];
  /** The model of a 3270; default 2. */
  readonly model?: Model;
  /** Default: that of the Worker; `null` = none. */
  readonly origin?: string | null;
  /** Default: that of the page; `null` = none. */
  readonly subprotocol?: string | null;
}

const SWITCHING = 101;
const SUBPROTOCOL = 'waypost-terminal';
/** The octets that the page can take. */
const CREDIT = 1024 * 1024;
/** How long a step may take, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Runs a session. Its answer is that of the handshake; after a handshake, the body lists what was received. */
export async function talk(origin: string, { path, steps, model = 2, ...options }: Talk): Promise<Answer> {
  const { origin: from = `http://${HOST}`, subprotocol = SUBPROTOCOL } = options;
  const socket = new WebSocket(origin.replace('http', 'ws') + path, subprotocol === null ? [] : [subprotocol], {
    ...(from === null ? {} : { origin: from }),
    headers: { Host: HOST },
    perMessageDeflate: false,
  });
  const page = new Page(socket, model);
  const answer = await handshake(socket);
  if (answer.status !== SWITCHING) return answer;
  // The Worker may have ended the session already.
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'credit', octets: CREDIT }));
  for (const step of steps) await page.take(step);
  if (!steps.some((step) => 'leave' in step)) await page.take({ ended: true });
  await page.close();
  return { ...answer, body: Buffer.from(page.received.join('\n'), 'latin1') };
}

function handshake(socket: WebSocket): Promise<Answer> {
  return new Promise((resolve) => {
    socket.on('upgrade', (response) => {
      // The WebSocket is open when those who wait for this go on.
      socket.once('open', () => resolve(withBody(response, [])));
    });
    socket.on('unexpected-response', (_, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(withBody(response, chunks)));
    });
    socket.on('error', ({ message }) => resolve(noAnswer(message)));
  });
}

/** The page of a terminal, without a screen. */
class Page {
  readonly #socket: WebSocket;
  readonly #terminal: Terminal3270;
  readonly #messages: string[] = [];
  readonly #records: Buffer[] = [];
  #octets: Buffer = Buffer.alloc(0);
  /** The octets that the Worker has passed on to the server. */
  #written = 0;
  #closed: string | null = null;
  /** Where the next text is looked for. */
  #seen = 0;
  /** The records that the terminal has answered. */
  #answered = 0;

  constructor(socket: WebSocket, model: Model) {
    this.#socket = socket;
    this.#terminal = new Terminal3270({ model, page: 37 });
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary));
    socket.on('close', (code, reason) => {
      this.#closed = `closed: ${code} ${reason}`;
    });
  }

  /** What came from the Worker: messages, octets, and the end. Octets come in pieces of any size. */
  get received(): readonly string[] {
    const octets = `octets: ${JSON.stringify(this.#octets.toString('latin1'))}`;
    return [...this.#messages, `written: ${this.#written}`, octets, this.#closed ?? ''];
  }

  async take(step: Step): Promise<void> {
    for (const start = Date.now(); !this.#isReady(step); await sleep(2)) {
      if ('records' in step) this.#answerRecords();
      if (Date.now() - start > PATIENCE_MS) {
        this.#messages.push(`waited in vain for ${JSON.stringify(step)}`);
        break;
      }
    }
    if (this.#closed !== null) return;
    if ('see' in step) this.#seen = this.#octets.indexOf(step.see, this.#seen, 'latin1') + step.see.length;
    if ('type' in step) this.#socket.send(Buffer.from(step.type, 'latin1'));
    if ('tell' in step) this.#socket.send(JSON.stringify(step.tell));
    if ('text' in step) this.#socket.send(step.text);
  }

  async close(): Promise<void> {
    this.#socket.close();
    while (this.#closed === null) await sleep(2);
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (isBinary) {
      this.#octets = Buffer.concat([this.#octets, data]);
      this.#records.push(data);
      return;
    }
    const message: { type: string; octets?: number } = JSON.parse(data.toString());
    if (message.type === 'written') this.#written += message.octets ?? 0;
    else this.#messages.push(JSON.stringify(message));
  }

  #isReady(step: Step): boolean {
    if (this.#closed !== null) return true;
    if ('see' in step) return this.#octets.indexOf(step.see, this.#seen, 'latin1') >= 0;
    if ('records' in step) return this.#records.length >= step.records;
    return !('ended' in step);
  }

  #answerRecords(): void {
    for (const record of this.#records.slice(this.#answered)) {
      for (const octets of this.#terminal.receive(new Uint8Array(record)).replies) this.#socket.send(octets);
    }
    this.#answered = this.#records.length;
  }
}
