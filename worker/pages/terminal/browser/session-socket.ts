/**
 * The page's end of a session: opens the WebSocket, grants credit as the screen takes octets, sends what is typed in
 * pieces, and reports why a session ended.
 */
import type { Echo } from '../../../../src/protocols/telnet/telnet.ts';
import {
  CREDIT,
  CREDIT_STEP,
  type EndMessage,
  type PageMessage,
  SUBPROTOCOL,
  type WorkerMessage,
} from '../messages.ts';

/** The size of a piece of typed or pasted text, and how many octets may be on their way, in octets. */
const PIECE = 16 * 1024;
const MOST_UNWRITTEN = 32 * 1024;
/** Proxies close a WebSocket that is silent for a minute or two, so the page says something before, in milliseconds. */
const KEEP_ALIVE_MS = 45_000;

export interface SessionHandlers {
  /** Octets of the server. `taken` is to be called when the screen has taken them. */
  octets(octets: Uint8Array, taken: () => void): void;
  /** The server accepted the connection. */
  opened(): void;
  /** Who shows what a person types. Absent = nobody asks. */
  echo?(by: Echo): void;
  /** The session is over; called once. */
  ended(end: EndMessage): void;
  /** Octets were sent or received. */
  traffic(sent: number, received: number): void;
}

const LOST: EndMessage = {
  type: 'ended',
  code: 'lost',
  rule: null,
  message: 'The connection to Waypost broke, perhaps because Waypost was restarted.',
};

export class SessionSocket {
  readonly #socket: WebSocket;
  readonly #handlers: SessionHandlers;
  readonly #address: string;
  #opened = false;
  #over = false;
  /** Octets that the screen has taken since the last credit. */
  #taken = 0;
  #sent = 0;
  #received = 0;
  #unwritten = 0;
  #queue: Uint8Array<ArrayBuffer>[] = [];
  readonly #keepAlive: ReturnType<typeof setInterval>;

  /** @param address - the path and query of the WebSocket at this origin */
  constructor(address: string, handlers: SessionHandlers) {
    this.#address = address;
    this.#handlers = handlers;
    const url = new URL(address, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    this.#socket = new WebSocket(url, SUBPROTOCOL);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.onmessage = ({ data }) => this.#receive(data);
    this.#socket.onopen = () => {
      this.#opened = true;
      this.tell({ type: 'credit', octets: CREDIT });
    };
    this.#socket.onclose = () => void this.#lost();
    this.#keepAlive = setInterval(() => this.tell({ type: 'credit', octets: 0 }), KEEP_ALIVE_MS);
  }

  /** Sends what was typed. It waits here while the server is slow. */
  type(octets: Uint8Array<ArrayBuffer>): void {
    if (this.#over) return;
    for (let at = 0; at < octets.length; at += PIECE) this.#queue.push(octets.subarray(at, at + PIECE));
    this.#flush();
  }

  /** Sends a control message. */
  tell(message: PageMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Ends the session without a report. */
  close(): void {
    this.#finish();
    this.#socket.close();
  }

  #flush(): void {
    while (this.#unwritten < MOST_UNWRITTEN && this.#socket.readyState === WebSocket.OPEN) {
      const piece = this.#queue.shift();
      if (piece === undefined) return;
      this.#unwritten += piece.length;
      this.#sent += piece.length;
      this.#socket.send(piece);
    }
    this.#handlers.traffic(this.#sent, this.#received);
  }

  #receive(data: unknown): void {
    if (this.#over) return;
    if (data instanceof ArrayBuffer) {
      this.#received += data.byteLength;
      this.#handlers.octets(new Uint8Array(data), () => this.#take(data.byteLength));
      this.#handlers.traffic(this.#sent, this.#received);
      return;
    }
    const message: WorkerMessage = JSON.parse(String(data));
    if (message.type === 'opened') this.#handlers.opened();
    else if (message.type === 'echo') this.#handlers.echo?.(message.by);
    else if (message.type === 'ended') this.#end(message);
    else {
      this.#unwritten -= message.octets;
      this.#flush();
    }
  }

  #take(octets: number): void {
    this.#taken += octets;
    if (this.#taken < CREDIT_STEP) return;
    this.tell({ type: 'credit', octets: this.#taken });
    this.#taken = 0;
  }

  #end(end: EndMessage): void {
    if (this.#over) return;
    this.#finish();
    this.#handlers.ended(end);
  }

  #finish(): void {
    this.#over = true;
    this.#queue = [];
    clearInterval(this.#keepAlive);
  }

  /** The WebSocket closed without an end message. The answer to a failed handshake is hidden, but not that to a GET. */
  async #lost(): Promise<void> {
    if (this.#over) return;
    this.#end(this.#opened ? LOST : ((await refusalOf(this.#address)) ?? LOST));
  }
}

/** Why the Worker refuses a session, by its answer to a request that opens none; `null` = it would not refuse now. */
async function refusalOf(address: string): Promise<EndMessage | null> {
  try {
    const response = await fetch(address, { headers: { Accept: 'application/problem+json' } });
    if (response.ok) return null;
    const { detail }: { detail: string } = await response.json();
    return { type: 'ended', code: String(response.status), rule: null, message: detail };
  } catch {
    return null;
  }
}
