/**
 * The WebSocket between a page and a session on a socket (RFC 6455). The runtime has no back-pressure for WebSockets
 * (cloudflare/workerd#988): what the page does not take is kept in memory without limit. So the page grants credit in
 * octets, and the session reads its socket only while there is credit.
 */

/** The most credit that a page can have: more octets than that never wait for it. */
const MOST_CREDIT = 1024 * 1024;
/** The largest text message and the largest binary message that a page may send, in octets or UTF-16 code units. */
export const LONGEST_TEXT = 4096;
export const LARGEST_MESSAGE = 64 * 1024;

/**
 * How many messages a page may send at once, and in a second after that: a page of ours sends one for all that is typed
 * in a moment. Twenty sockets without this limit stop the others of their process: `npm run abusive-sockets`.
 */
export const MOST_MESSAGES = 500;
export const MESSAGES_A_SECOND = 200;
/** Credit that is so much is for output that the page has taken, and is not counted. In octets. */
const EARNED_CREDIT = 64 * 1024;
/** How many more may be on their way when the WebSocket is closed. A KiB counts as one. */
const MOST_LATE = 100;
const KIB = 1024;

/** Close codes of RFC 6455 §7.4.1. */
export const CLOSE = { normal: 1000, policy: 1008, tooBig: 1009 } as const;
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];

/** What a session does with the messages of its page. */
export interface PageHandlers {
  octets(octets: Uint8Array): void;
  /** @param message - parsed JSON, not validated */
  control(message: unknown): void;
  /** The page sends more messages than a person and a terminal can make. It is called once, and has to close. */
  flooded(): void;
}

/** The Worker's end of a WebSocket. */
export class PageSocket {
  readonly #socket: WebSocket;
  #credit = 0;
  /** Whether what is read goes to the page, which needs credit. */
  #isFed = true;
  #open = true;
  /** The messages that count against the limit, and when they were counted, in milliseconds. */
  #messages = 0;
  #countedAt = 0;
  #wake: () => void = () => {};
  readonly #closed = Promise.withResolvers<void>();
  /** Resolves when the WebSocket is closed, by either side. */
  readonly closed = this.#closed.promise;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /**
   * The response has to be returned as it is.
   *
   * @param subprotocol - one that the page offered, and that is accepted (RFC 6455 §1.9); `null` = none
   */
  static open(subprotocol: string | null): { readonly response: Response; readonly page: PageSocket } {
    const pair = new WebSocketPair();
    // At our compatibility date messages would be blobs, whose octets come later than those of the next message.
    pair[1].binaryType = 'arraybuffer';
    pair[1].accept();
    const headers = new Headers();
    if (subprotocol !== null) headers.set('Sec-WebSocket-Protocol', subprotocol);
    const response = new Response(null, { status: 101, webSocket: pair[0], headers });
    return { response, page: new PageSocket(pair[1]) };
  }

  /**
   * Begins to take messages. A message that is too large or not JSON closes the WebSocket. The runtime reads what
   * comes after that, until the other side closes too, and in a flood it serves nobody else. It breaks the connection
   * when a listener throws.
   */
  listen(handlers: PageHandlers): void {
    this.#socket.addEventListener('message', ({ data }) => {
      const size = data instanceof ArrayBuffer ? data.byteLength : data.length;
      if (this.#isFlood(size)) {
        if (this.#open) handlers.flooded();
        throw new Error('The page sends too many messages.');
      }
      if (!this.#open) return;
      if (typeof data === 'string') {
        const message = data.length > LONGEST_TEXT ? undefined : parseJson(data);
        if (message === undefined) this.close(CLOSE.policy, 'not a control message');
        else handlers.control(message);
      } else if (data instanceof ArrayBuffer && data.byteLength <= LARGEST_MESSAGE) {
        handlers.octets(new Uint8Array(data));
      } else this.close(CLOSE.tooBig, 'message too large');
    });
    // The signal of the request does not abort when a WebSocket closes.
    this.#socket.addEventListener('close', () => this.#end());
    this.#socket.addEventListener('error', () => this.#end());
  }

  #isFlood(size: number): boolean {
    this.#forget();
    this.#messages += this.#open ? 1 : 1 + size / KIB;
    return this.#messages > MOST_MESSAGES;
  }

  #forget(): void {
    const now = Date.now();
    const forgotten = ((now - this.#countedAt) / 1000) * MESSAGES_A_SECOND;
    this.#messages = Math.max(0, this.#messages - forgotten);
    this.#countedAt = now;
  }

  /** Adds to the credit. Returns `false` if the page would have more than it may. */
  grant(octets: number): boolean {
    if (this.#credit + octets > MOST_CREDIT) return false;
    this.#credit += octets;
    if (octets >= EARNED_CREDIT) this.#messages -= 1;
    this.#wake();
    return true;
  }

  /** How many octets the page has not taken. */
  get untaken(): number {
    return MOST_CREDIT - this.#credit;
  }

  /** What is read needs no credit while none of it goes to the page. */
  feed(isFed: boolean): void {
    this.#isFed = isFed;
    this.#wake();
  }

  /** Waits until there is credit, if any is needed. Returns `false` if the WebSocket closes before. */
  async credited(): Promise<boolean> {
    while (this.#open && this.#isFed && this.#credit <= 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#open;
  }

  /** Takes the octets off the credit, which may become negative by what one read returns. */
  send(octets: Uint8Array): void {
    if (!this.#open) return;
    this.#credit -= octets.byteLength;
    // The runtime sends them later.
    this.#socket.send(octets.slice());
  }

  /** A control message needs no credit. */
  tell(message: object): void {
    if (this.#open) this.#socket.send(JSON.stringify(message));
  }

  /** Can be called twice. */
  close(code: CloseCode, reason: string): void {
    if (!this.#open) return;
    this.#socket.close(code, reason);
    this.#forget();
    this.#messages = Math.max(this.#messages, MOST_MESSAGES - MOST_LATE);
    this.#end();
  }

  #end(): void {
    this.#open = false;
    this.#wake();
    this.#closed.resolve();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
