/**
 * What the pages of all terminals share: their frame with its buttons, and the session, with its WebSocket and the line
 * that shows its state. The page grants credit as the screen takes octets, and sends what is typed in pieces.
 */
import { concatOctets } from '../../../../src/octets/octets.ts';
import type { Echo } from '../../../../src/protocols/telnet/telnet.ts';
import { startCopyButtons } from '../../parts/browser/buttons.ts';
import {
  CREDIT,
  CREDIT_STEP,
  type EndMessage,
  GO_ON,
  type PageMessage,
  SUBPROTOCOL,
  type WorkerMessage,
} from '../messages.ts';

/** The size of a piece of typed or pasted text, and how many octets may be on their way, in octets. */
const PIECE = 16 * 1024;
const MOST_UNWRITTEN = 32 * 1024;
/** The shortest time between two messages of typed text, in milliseconds: the Worker ends a session that sends many. */
const TYPED_MS = 10;
/** Proxies close a WebSocket that is silent for a minute or two, so the page says something before, in milliseconds. */
const KEEP_ALIVE_MS = 45_000;
/** How often the time and the octets that are shown change, in milliseconds. */
const TICK_MS = 1000;
const TRAFFIC_MS = 250;

const LOST: EndMessage = {
  ...{ type: 'ended', code: 'lost', rule: null, advice: null },
  message: 'The connection to Waypost broke, perhaps because Waypost was restarted. Connect again.',
};

export const frame = elementById('terminal', HTMLElement);
const reconnect = elementById('reconnect', HTMLButtonElement);
const leave = elementById('leave', HTMLButtonElement);
const wholeWindow = elementById('whole-window', HTMLButtonElement);
const status = elementById('status', HTMLElement);
const traffic = elementById('traffic', HTMLElement);
/** What a person sees instead of a terminal whose server does not answer. */
const failure = elementById('failure', HTMLElement);
const tryAgain = elementById('try-again', HTMLButtonElement);

startCopyButtons();
document.documentElement.classList.add('has-script');

elementById('explanation', HTMLElement).hidden = true;
frame.hidden = false;
wholeWindow.addEventListener('click', () => {
  wholeWindow.setAttribute('aria-pressed', String(frame.classList.toggle('whole-window')));
});

/** The element that the server has put into the page with this id. */
export function elementById<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no ${id}`);
  return element;
}

/** Moves the focus from the screen to the first button below it. */
export function focusControls(): void {
  frame.querySelector<HTMLElement>('#screen ~ .terminal-controls:not(form, .touch-keys) button:not([hidden])')?.focus();
}

/** Calls a function when a person asks for a new session after the last one has ended. */
export function onReconnect(connect: () => void): void {
  for (const button of [reconnect, tryAgain]) button.addEventListener('click', connect);
}

/** What a terminal does with what it receives. */
interface Receiver {
  /** Octets of the server. `taken` is to be called when the screen has taken them. */
  octets(octets: Uint8Array, taken: () => void): void;
  /** The server accepted the connection. */
  opened?(): void;
  /** Who shows what a person types. */
  echo?(by: Echo): void;
  /** The server agreed to a charset. */
  charset?(charset: string): void;
  /** What came ends with a prompt. */
  prompt?(): void;
  /** What is not on the screen yet is left out. */
  leaveOut?(): void;
  /** The session has ended. Returns a sentence about it, or `null`. */
  ended?(): string | null;
}

export class PageSession {
  readonly #socket: WebSocket;
  readonly #receiver: Receiver;
  readonly #address: string;
  readonly #keepAlive: ReturnType<typeof setInterval>;
  #clock: ReturnType<typeof setInterval> | undefined;
  /** Whether the WebSocket is open, and the time when the server accepted the connection; `null` = not yet. */
  #isOpen = false;
  #openedAt: number | null = null;
  #over = false;
  /** Octets that the screen has taken since the last credit. */
  #taken = 0;
  #sent = 0;
  #received = 0;
  #unwritten = 0;
  /** What was typed in this task, and what waits for the server. */
  #typed: Uint8Array[] = [];
  #typedAt = 0;
  #queue: Uint8Array<ArrayBuffer>[] = [];
  #shownAt = 0;

  /** @param address - the path and query of the WebSocket at this origin */
  constructor(address: string, receiver: Receiver) {
    this.#address = address;
    this.#receiver = receiver;
    const url = new URL(address, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    this.#socket = new WebSocket(url, SUBPROTOCOL);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.onmessage = ({ data }) => this.#receive(data);
    this.#socket.onopen = () => {
      this.#isOpen = true;
      this.tell({ type: 'credit', octets: CREDIT });
    };
    this.#socket.onclose = () => void this.#lost();
    this.#keepAlive = setInterval(() => this.tell({ type: 'credit', octets: 0 }), KEEP_ALIVE_MS);
    leave.onclick = () => this.#leave();
    reconnect.hidden = true;
    failure.hidden = true;
    frame.hidden = false;
    status.textContent = 'Connecting…';
    traffic.textContent = '';
  }

  /** Whether what was typed waits here. */
  get isBehind(): boolean {
    return this.#queue.length > 0;
  }

  /**
   * Sends what was typed: all of one task in one message, as a terminal may answer a thousand questions, and all of a
   * moment in which a program types. It waits here while the server is slow.
   */
  type(octets: Uint8Array<ArrayBuffer>): void {
    if (this.#over) return;
    this.#typed.push(octets);
    if (this.#typed.length > 1) return;
    const early = this.#typedAt + TYPED_MS - performance.now();
    if (early > 0) setTimeout(() => this.#queueTyped(), early);
    else queueMicrotask(() => this.#queueTyped());
  }

  #queueTyped(): void {
    this.#typedAt = performance.now();
    const octets = new Uint8Array(concatOctets(this.#typed));
    this.#typed = [];
    for (let at = 0; at < octets.length; at += PIECE) this.#queue.push(octets.subarray(at, at + PIECE));
    this.#flush();
  }

  tell(message: PageMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Ends the session because the person wants it. */
  #leave(): void {
    this.#end({ type: 'ended', code: 'left', rule: null, message: `You ended the session. ${GO_ON}`, advice: null });
    this.#socket.close();
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
    this.#showSoon();
  }

  #receive(data: unknown): void {
    if (this.#over) return;
    if (data instanceof ArrayBuffer) {
      this.#received += data.byteLength;
      this.#receiver.octets(new Uint8Array(data), () => this.#take(data.byteLength));
      this.#showSoon();
      return;
    }
    const message: WorkerMessage = JSON.parse(String(data));
    if (message.type === 'opened') this.#open();
    else if (message.type === 'echo') this.#receiver.echo?.(message.by);
    else if (message.type === 'charset') this.#receiver.charset?.(message.charset);
    else if (message.type === 'ended') this.#end(message);
    else if (message.type === 'prompt') this.#receiver.prompt?.();
    else if (message.type === 'left-out') this.#leaveOut();
    else {
      this.#unwritten -= message.octets;
      this.#flush();
    }
  }

  #open(): void {
    status.textContent = 'Connected.';
    leave.hidden = false;
    this.#openedAt = Date.now();
    this.#clock = setInterval(() => this.#show(), TICK_MS);
    this.#show();
    this.#receiver.opened?.();
  }

  #leaveOut(): void {
    this.#receiver.leaveOut?.();
    status.textContent = 'Connected. Output before your interrupt was left out.';
  }

  #take(octets: number): void {
    this.#taken += octets;
    if (this.#taken < CREDIT_STEP) return;
    this.tell({ type: 'credit', octets: this.#taken });
    this.#taken = 0;
  }

  #end({ message, code, rule, advice }: EndMessage): void {
    if (this.#over) return;
    // The keyboard must not stay in a terminal that takes nothing, or at a button that is hidden.
    const isHere = frame.contains(document.activeElement);
    this.#finish();
    this.#show();
    const remark = this.#openedAt === null ? null : (this.#receiver.ended?.() ?? null);
    const sentences = remark === null ? message : `${message} ${remark}`;
    const reason = `${sentences} (${rule === null ? code : `${code}: ${rule}`})`;
    status.textContent = reason;
    reconnect.hidden = false;
    if (this.#openedAt === null) {
      frame.hidden = true;
      failure.hidden = false;
      elementById('failure-message', HTMLElement).textContent = reason;
      elementById('failure-advice', HTMLElement).textContent = advice ?? '';
      tryAgain.focus();
      return;
    }
    if (isHere) reconnect.focus();
  }

  #finish(): void {
    this.#over = true;
    leave.hidden = true;
    this.#queue = [];
    clearInterval(this.#keepAlive);
    clearInterval(this.#clock);
  }

  /** The WebSocket closed without an end message. The answer to a failed handshake is hidden, but not that to a GET. */
  async #lost(): Promise<void> {
    if (this.#over) return;
    this.#end(this.#isOpen ? LOST : ((await refusalAt(this.#address)) ?? LOST));
  }

  /** Shows the first octets at once, and later ones with the next tick at the latest. */
  #showSoon(): void {
    if (Date.now() - this.#shownAt < TRAFFIC_MS) return;
    this.#shownAt = Date.now();
    this.#show();
  }

  #show(): void {
    if (this.#openedAt === null) return;
    const seconds = Math.floor((Date.now() - this.#openedAt) / TICK_MS);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    traffic.textContent = `${time} · ${formatOctets(this.#received)} in · ${formatOctets(this.#sent)} out`;
  }
}

function formatOctets(octets: number): string {
  if (octets < 1024) return `${octets} B`;
  const kibibytes = octets / 1024;
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}

/** Why the Worker refuses a session, by its answer to a request that opens none; `null` = it would not refuse now. */
async function refusalAt(address: string): Promise<EndMessage | null> {
  try {
    const response = await fetch(address, { headers: { Accept: 'application/problem+json' } });
    if (response.ok) return null;
    const { detail }: { detail: string } = await response.json();
    return { type: 'ended', code: String(response.status), rule: null, message: detail, advice: null };
  } catch {
    return null;
  }
}
