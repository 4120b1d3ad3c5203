/** The WebSocket of a terminal's page, without a browser: it grants credit, types, and records what comes. */
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import WebSocket from 'ws';
import {
  CREDIT,
  type PageMessage,
  SUBPROTOCOL,
  type WorkerMessage,
} from '../../../../worker/pages/terminal/messages.ts';
import { until } from '../worker.ts';

export interface ClientOptions {
  /** Absent = that of the Worker; `null` = none. */
  readonly origin?: string | null;
  /** Absent = that of the page; `null` = none. */
  readonly subprotocol?: string | null;
  /** Credit granted at first; absent = that of the page. */
  readonly credit?: number;
}

/** The answer to a handshake that failed. */
export interface Refusal {
  readonly status: number;
  readonly body: string;
}

/** The clients whose sessions are open. */
const open = new Set<PageClient>();

/** Ends all sessions, so that a test that fails leaves none to the next one. */
export async function closeAll(): Promise<void> {
  await Promise.all([...open].map((client) => client.close()));
}

export class PageClient {
  readonly socket: WebSocket;
  /** The octets of all binary messages. */
  octets: Buffer = Buffer.alloc(0);
  readonly frames: Buffer[] = [];
  readonly messages: WorkerMessage[] = [];
  /** The headers of the answer of 101. */
  headers: IncomingHttpHeaders = {};
  closed: { readonly code: number; readonly reason: string } | null = null;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('open', () => open.add(this));
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) {
        this.octets = Buffer.concat([this.octets, data]);
        this.frames.push(data);
      } else this.messages.push(JSON.parse(data.toString()));
    });
    socket.on('close', (code, reason) => {
      open.delete(this);
      this.closed = { code, reason: reason.toString() };
    });
    socket.on('error', () => {});
    socket.on('upgrade', ({ headers }) => {
      this.headers = headers;
    });
  }

  /** Opens a session; throws if the Worker refuses the handshake. */
  static async open(origin: string, path: string, options: ClientOptions = {}): Promise<PageClient> {
    const opened = await tryToOpen(origin, path, options);
    if (!(opened instanceof PageClient)) throw new Error(`${opened.status} ${opened.body}`);
    return opened;
  }

  static start(socket: WebSocket): PageClient {
    return new PageClient(socket);
  }

  /** What came, with one character for each octet. */
  get text(): string {
    return this.octets.toString('latin1');
  }

  /** The end message; `null` = the session goes on. */
  get end(): Extract<WorkerMessage, { type: 'ended' }> | null {
    return this.messages.find((message) => message.type === 'ended') ?? null;
  }

  type(octets: string | Uint8Array): void {
    this.socket.send(typeof octets === 'string' ? Buffer.from(octets, 'latin1') : octets);
  }

  tell(message: PageMessage): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Waits for a text of the server. */
  async sees(text: string | RegExp): Promise<void> {
    await until(() => (typeof text === 'string' ? this.text.includes(text) : text.test(this.text)));
  }

  /** Waits for the end message. */
  async ends(): Promise<Extract<WorkerMessage, { type: 'ended' }>> {
    await until(() => this.end !== null);
    const { end } = this;
    if (end === null) throw new Error('the session did not end');
    return end;
  }

  async close(): Promise<void> {
    if (this.closed !== null) return;
    const closed = once(this.socket, 'close');
    this.socket.close();
    const slow = setTimeout(() => this.socket.terminate(), 5000);
    await closed;
    clearTimeout(slow);
  }
}

/** The answer to a handshake. A session that it opens ends at once, and has the status 101. */
export async function answerTo(origin: string, path: string, options: ClientOptions = {}): Promise<Refusal> {
  const answer = await tryToOpen(origin, path, options);
  if (!(answer instanceof PageClient)) return answer;
  await answer.close();
  return { status: 101, body: '' };
}

/** Opens a session, or returns the answer to the failed handshake. */
export async function tryToOpen(
  origin: string,
  path: string,
  { origin: from = origin, subprotocol = SUBPROTOCOL, credit = CREDIT }: ClientOptions = {},
): Promise<PageClient | Refusal> {
  const socket = new WebSocket(origin.replace('http', 'ws') + path, subprotocol === null ? [] : [subprotocol], {
    ...(from === null ? {} : { origin: from }),
    perMessageDeflate: false,
    handshakeTimeout: 10_000,
  });
  const client = PageClient.start(socket);
  const refused = new Promise<Refusal>((resolve) => {
    socket.on('unexpected-response', (_, response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
  });
  const opened = once(socket, 'open').then(() => client);
  opened.catch(() => {});
  const outcome = await Promise.race([opened, refused]);
  if (outcome instanceof PageClient && credit > 0) outcome.tell({ type: 'credit', octets: credit });
  return outcome;
}
