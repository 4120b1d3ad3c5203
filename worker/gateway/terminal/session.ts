/**
 * A session: octets between the WebSocket of a page and the socket of a server, through the codec of the protocol,
 * until either side ends it or a deadline passes. Nothing of it is stored or logged.
 */
import * as v from 'valibot';
import type { SocketConnection } from '../../../src/net/connection.ts';
import type { Deadlines } from '../../../src/net/deadlines.ts';
import { type Failure, gatewayErrorOf, isFailure } from '../../../src/net/failure.ts';
import { concatOctets } from '../../../src/octets/octets.ts';
import { durationText } from '../../../src/protocols/duration.ts';
import { foreignProtocol } from '../../../src/protocols/greeting.ts';
import { IdleTimer } from '../../../src/protocols/stream-connection.ts';
import { INTERRUPTING, type SessionEnd, type SessionProtocol } from '../../../src/protocols/telnet/index.ts';
import { gatewayErrors } from '../../errors/table.ts';
import { wholeNumber } from '../../http/parameters.ts';
import { logFault } from '../../log.ts';
import { CLOSE, type CloseCode, type PageSocket } from '../../net/web-socket.ts';
import { CREDIT, type EndMessage, GO_ON, KEYS, LONGEST_USER, type PageMessage } from '../../pages/terminal/messages.ts';
import { BEHIND, LeftOut } from './left-out.ts';

/** How long typed text waits for the greeting of the server, in milliseconds. */
const GREETING_MS = 2000;
/** The most octets of a page that wait for the server. The pages wait at half of it. */
const MOST_TYPED = 64 * 1024;
/** A paste goes on at this rate, after so much at once: twenty pages must not take the process from the others. */
const TYPED_A_MS = 1024;
const PASTED = 256 * 1024;
/** How many octets are written before the page is told: a message for each key would delay the echo. */
const WRITTEN_STEP = 8 * 1024;
/** The most control messages of a page that wait for the server. */
const MOST_CONTROLS = 256;

/**
 * Sockets of the runtime stop at urgent data until more comes. So, for a while, silence is answered with a question.
 * It may take several: a daemon that was interrupted in a flood marks more than one place.
 */
const SILENCE_MS = 100;
const MOST_QUESTIONS = 30;
/** The first questions come sooner, so that four of them fit into the time that a person does not notice. */
const FIRST_SILENCE_MS = 40;
const FIRST_QUESTIONS = 4;

/** The octets of a message, at most: the page acknowledges a message as a whole, and the next read waits for that. */
const PIECE = 64 * 1024;

/** Silence is normal in a session, so its connection has no deadline for reading or writing. */
export const SESSION_DEADLINES = { first: null, idle: null } as const;

/** The message about an end that no egress rule caused. */
const endMessage = (code: string, message: string): EndMessage => ({
  ...{ type: 'ended', code, rule: null, message },
  advice: null,
});

/** What a person can try whom a server refused. */
const REFUSED_ADVICE: Readonly<Record<SessionEnd['code'], string>> = {
  'login-refused': 'Most rlogin servers refuse web gateways. Try telnet.',
  'lu-refused': 'Type another LU name, or none, and press Reconnect.',
};
const CLOSED = endMessage('closed', `The server ended the session. ${GO_ON}`);
const OVERFLOW = endMessage(
  'too-much-input',
  'You are sending faster than the server can receive. Press Reconnect, and send less at once.',
);
const FLOODED = endMessage('too-many-messages', `Your browser sent too many messages at once. ${GO_ON}`);
const FAULT = endMessage(
  'internal-error',
  'Something went wrong on our side. Press Reconnect. If it happens again, tell the operator.',
);

function silenceEnd(milliseconds: number | null): EndMessage {
  const time = durationText((milliseconds ?? 0) / 1000);
  return endMessage('session-idle', `Waypost ends a session in which nothing is sent for ${time}. ${GO_ON}`);
}

function longestEnd(milliseconds: number): EndMessage {
  return endMessage('session-longest', `Waypost ends a session after ${durationText(milliseconds / 1000)}. ${GO_ON}`);
}

export function endOf(failure: Failure): EndMessage {
  const { code, rule, message, advice } = gatewayErrorOf(failure);
  return { type: 'ended', code, rule, message, advice: advice ?? gatewayErrors[code].advice };
}

export class RelayedSession {
  readonly #page: PageSocket;
  readonly #connection: SocketConnection;
  readonly #protocol: SessionProtocol;
  readonly #deadlines: Deadlines;
  readonly #idle = new IdleTimer(() => this.#end(silenceEnd(this.#deadlines.session)));
  /** The writes to the server, one after the other. */
  #writes: Promise<void> = Promise.resolve();
  /** What the next write writes: many small ones would take ten times as long. */
  readonly #unwritten: Uint8Array[] = [];
  /** Octets of the page that are not written yet. */
  #typed = 0;
  /** When what was typed so far may have been, in milliseconds. */
  #typedUntil = 0;
  /** Octets that are written, and that the page does not know to be. */
  #untold = 0;
  /** Control messages of the page that are not carried out yet. */
  #controls = 0;
  /** The first octets of the server, until they are no greeting of another protocol; then `null`. */
  #greeting: Uint8Array | null = new Uint8Array(0);
  /** How many more times a silent server is asked for an answer. */
  #questions = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** Whether a read waits for the server. While it waits for the page instead, nobody knows if the server is silent. */
  #isReading = false;
  /** Questions that the server has not answered. */
  #unanswered = 0;
  #leftOut: LeftOut | null = null;
  /** Whether the server once left the question unanswered. Then no output is left out again. */
  #isMute = false;
  /** Resolves when the server has greeted, or when it has had enough time for that. */
  readonly #mayType = Promise.withResolvers<void>();

  constructor(page: PageSocket, connection: SocketConnection, protocol: SessionProtocol, deadlines: Deadlines) {
    this.#page = page;
    this.#connection = connection;
    this.#protocol = protocol;
    this.#deadlines = deadlines;
  }

  /** Runs the session. Resolves when both sides are closed; never rejects. */
  async run(): Promise<void> {
    const { longest } = this.#deadlines;
    const longestTimer = longest === null ? null : setTimeout(() => this.#end(longestEnd(longest)), longest);
    const silenceTimer = setTimeout(this.#mayType.resolve, GREETING_MS);
    this.#page.listen({
      octets: (octets) => this.#type(octets),
      control: (message) => this.#control(readPageMessage(message)),
      flooded: () => this.#end(FLOODED, CLOSE.policy),
    });
    // A pending read ends when the connection closes.
    void this.#page.closed.then(() => this.#connection.close());
    this.#page.tell({ type: 'opened' });
    this.#keepAlive();
    try {
      await this.#read();
    } catch (error) {
      this.#fail(error);
    } finally {
      if (longestTimer !== null) clearTimeout(longestTimer);
      clearTimeout(silenceTimer);
      this.#mayType.resolve();
      this.#idle.stop();
      this.#questions = 0;
      clearTimeout(this.#silence);
      this.#leftOut?.end();
      this.#connection.close();
    }
  }

  /** Carries the octets of the server to the page while the page has credit. */
  async #read(): Promise<void> {
    while (await this.#page.credited()) {
      this.#isReading = true;
      const chunk = await this.#connection.read();
      this.#isReading = false;
      if (chunk === null) {
        if (this.#leftOut !== null) this.#endLeavingOut(this.#leftOut.end());
        this.#end(this.#refused() ?? CLOSED);
        return;
      }
      this.#keepAlive();
      this.#askAfterSilence();
      if (this.#greetsAs(chunk)) return;
      const { data, records, reply, echo, charset, answers, prompts } = this.#protocol.receive(chunk);
      // Servers negotiate the echo before they prompt.
      if (echo !== null) this.#page.tell({ type: 'echo', by: echo });
      if (charset !== null) this.#page.tell({ type: 'charset', charset });
      this.#unanswered = Math.max(0, this.#unanswered - answers.length);
      if (this.#leftOut === null) this.#show(data);
      else {
        const rest = this.#leftOut.take(data, answers);
        if (rest !== null) this.#endLeavingOut(rest);
      }
      if (prompts.at(-1) === data.length && this.#leftOut === null) this.#page.tell({ type: 'prompt' });
      for (const record of records) this.#page.send(record);
      // A server that asks without end and reads no answer is not read either.
      if (reply.length > 0) await this.#write(reply);
    }
  }

  #show(data: Uint8Array): void {
    for (let at = 0; at < data.length; at += PIECE) this.#page.send(data.subarray(at, at + PIECE));
  }

  /**
   * Whether the server greets as one of another protocol. Then the session ends: a terminal is a TCP client for
   * strangers, and must not carry what they type to such a server.
   */
  #greetsAs(chunk: Uint8Array): boolean {
    if (this.#greeting === null) return false;
    this.#greeting = concatOctets([this.#greeting, chunk]);
    const protocol = foreignProtocol(this.#greeting);
    if (protocol === 'more') return false;
    this.#greeting = null;
    this.#mayType.resolve();
    if (protocol === null) return false;
    const message = `This server speaks ${protocol}, not a terminal protocol. Waypost closed the connection. Check the port of the link.`;
    this.#end(endMessage('foreign-protocol', message));
    return true;
  }

  #type(octets: Uint8Array): void {
    this.#keepAlive();
    this.#typed += octets.length;
    if (this.#typed > MOST_TYPED) {
      this.#end(OVERFLOW, CLOSE.tooBig);
      return;
    }
    void this.#mayType.promise
      .then(() => this.#write(this.#protocol.type(octets)))
      .then(() => {
        if (octets.some((octet) => INTERRUPTING.has(octet))) this.#afterInterrupt();
        return this.#pace(octets.length);
      })
      .then(() => {
        this.#typed -= octets.length;
        this.#untold += octets.length;
        if (this.#untold < WRITTEN_STEP) return;
        this.#page.tell({ type: 'written', octets: this.#untold });
        this.#untold = 0;
      })
      .catch(() => {});
  }

  /** Waits after octets that came too soon. The page waits too, for what it has typed is not written yet. */
  async #pace(octets: number): Promise<void> {
    const now = Date.now();
    this.#typedUntil = Math.max(this.#typedUntil, now) + octets / TYPED_A_MS;
    const early = this.#typedUntil - now - PASTED / TYPED_A_MS;
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  }

  #control(message: PageMessage | null): void {
    if (message === null || (message.type === 'credit' && !this.#page.grant(message.octets))) {
      this.#page.close(CLOSE.policy, 'not a control message');
      return;
    }
    if (message.type === 'credit') return;
    this.#keepAlive();
    this.#controls += 1;
    if (this.#controls > MOST_CONTROLS) {
      this.#end(OVERFLOW, CLOSE.tooBig);
      return;
    }
    const ready = message.type === 'key' ? this.#mayType.promise : Promise.resolve();
    void ready
      .then(() => this.#write(this.#protocol.control(message)))
      .then(() => {
        if (message.type === 'key' && message.key !== 'are-you-there') this.#afterInterrupt();
      })
      .catch(() => {})
      .finally(() => {
        this.#controls -= 1;
      });
  }

  #afterInterrupt(): void {
    this.#questions = MOST_QUESTIONS;
    this.#askAfterSilence();
    const { wake, canLeaveOut } = this.#protocol;
    if (wake === undefined || !canLeaveOut || this.#isMute || this.#leftOut !== null) return;
    if (this.#page.untaken < BEHIND) return;
    this.#ask(wake);
    const leftOut = new LeftOut(this.#unanswered, () => {
      this.#isMute = true;
      this.#endLeavingOut(leftOut.end());
    });
    this.#leftOut = leftOut;
    this.#page.feed(false);
    this.#page.tell({ type: 'left-out' });
  }

  #ask(question: () => Uint8Array): void {
    this.#unanswered += 1;
    void this.#write(question()).catch(() => {});
  }

  #endLeavingOut(rest: Uint8Array): void {
    this.#leftOut = null;
    this.#page.feed(true);
    this.#show(rest);
  }

  /** Asks for an answer when the server has been silent for a moment, as long as questions are left. */
  #askAfterSilence(): void {
    clearTimeout(this.#silence);
    const { wake } = this.#protocol;
    if (this.#questions === 0 || wake === undefined) return;
    const isFirst = this.#questions > MOST_QUESTIONS - FIRST_QUESTIONS;
    this.#silence = setTimeout(
      () => {
        if (this.#isReading) {
          this.#questions -= 1;
          this.#ask(wake);
        }
        this.#askAfterSilence();
      },
      isFirst ? FIRST_SILENCE_MS : SILENCE_MS,
    );
  }

  /** Writes after all earlier writes, with what waits as well. If the connection breaks, the session ends. */
  #write(octets: Uint8Array): Promise<void> {
    if (octets.length === 0) return this.#writes;
    this.#unwritten.push(octets);
    if (this.#unwritten.length > 1) return this.#writes;
    this.#writes = this.#writes.then(() => this.#connection.write(concatOctets(this.#unwritten.splice(0))));
    this.#writes.catch((error: unknown) => this.#fail(error));
    return this.#writes;
  }

  #keepAlive(): void {
    this.#idle.start(this.#deadlines.session);
  }

  #fail(error: unknown): void {
    if (isFailure(error)) {
      // What to try about a server that does not let anybody in is no advice for one that did.
      const { message, ...failure } = endOf(error);
      const end = { ...failure, message: `${message} ${GO_ON}`, advice: null };
      this.#end((end.code === 'gateway-unreachable' ? this.#refused() : null) ?? end);
      return;
    }
    logFault(error);
    this.#end(FAULT);
  }

  /** The end of a session that its server refused; `null` if it did not. */
  #refused(): EndMessage | null {
    const end = this.#protocol.closed();
    return end === null ? null : endMessage(end.code, `${end.message} ${REFUSED_ADVICE[end.code]}`);
  }

  #end(message: EndMessage, code: CloseCode = CLOSE.normal): void {
    this.#page.tell(message);
    this.#page.close(code, message.code);
    this.#connection.close();
  }
}

/** The largest screen that is taken seriously, in characters. RFC 1073 has 16 bits for each side. */
const LARGEST_SIDE = 1000;

const Message = v.variant('type', [
  v.strictObject({ type: v.literal('credit'), octets: wholeNumber(0, CREDIT) }),
  v.strictObject({
    type: v.literal('size'),
    columns: wholeNumber(1, LARGEST_SIDE),
    rows: wholeNumber(1, LARGEST_SIDE),
  }),
  v.strictObject({ type: v.literal('key'), key: v.picklist(KEYS) }),
  v.strictObject({
    type: v.literal('user'),
    user: v.pipe(v.string(), v.maxLength(LONGEST_USER), v.regex(/^[^\0-\x1f\x7f]*$/)),
  }),
]);

/** Checks a control message, parsed from JSON: `readPageMessage({ type: 'credit', octets: -1 })` is `null`. */
export function readPageMessage(message: unknown): PageMessage | null {
  const read = v.safeParse(Message, message);
  return read.success ? read.output : null;
}
