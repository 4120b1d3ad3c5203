/**
 * A question by ARDP, the Asynchronous Reliable Delivery Protocol, as a state machine: datagrams and the time go in,
 * datagrams and the answer come out. It knows no sockets and no clock.
 *
 * ```
 *   start ──▶ request ──▶ (nothing after 4 and 12 s: again) ──▶ packets ──▶ answer
 *                                         acknowledged: when asked, and when packets stay away
 * ```
 * A server sends sixteen packets, and waits until they are acknowledged.
 */
import { concatOctets, utf8OrLatin1Of } from '../../octets/octets.ts';
import { type ProtocolVersion, requestHeader, requestPackets } from '../../schemes/prospero/tokens.ts';
import { durationText } from '../duration.ts';
import { type ProtocolCode, ProtocolError, quotation } from '../protocol-error.ts';

/** When a request without an answer is repeated: milliseconds after the first packet. */
const RETRIES: readonly number[] = [4_000, 12_000];
/** When a question is given up: milliseconds after the first packet. */
export const GIVEN_UP = 20_000;
/** How long packets may stay away before the client says again which it has, in milliseconds. It doubles. */
const LULL = 500;
const LONGEST_LULL = 4_000;
/** The largest answer, in octets. */
export const LARGEST_ANSWER = 1024 * 1024;
/** How far ahead of the first missing packet a packet is kept: several times the window of a server. */
const AHEAD = 256;
/** The words of a server that asks to wait, in octets. */
const LONGEST_WORDS = 300;
const NO_WORDS = new Uint8Array();

const FAILURES = {
  timeout: ['timeout', 'The server did not send its whole answer in time.'],
  queued: ['busy', 'The server asks you to wait.'],
  'too-large': ['too-large', 'The answer of the server is too large.'],
  refused: ['forbidden', 'The server refuses the connection.'],
  // It is not followed: nobody has judged that address.
  redirected: ['malformed', 'The server names another address, which is not followed.'],
  version: ['malformed', 'The server does not speak this version of ARDP.'],
  malformed: ['malformed', 'The packets of the answer contradict each other.'],
} as const satisfies Record<string, readonly [code: ProtocolCode, sentence: string]>;

export type ArdpFailure = keyof typeof FAILURES;

/** What a server says that cannot answer at once. */
interface ArdpDelay {
  /** How long it asks to wait, or expects to need, in seconds; `null` = it does not say. */
  readonly seconds: number | null;
  /** The place of the question in its queue; `null` = it does not say. */
  readonly position: number | null;
  /** Its words, in octets. */
  readonly words: Uint8Array;
}

/**
 * The error for a question without an answer.
 *
 * @param delay - what the server said before, for `queued`
 */
export function ardpError(why: ArdpFailure, delay: ArdpDelay | null = null): ProtocolError {
  const [code, sentence] = FAILURES[why];
  if (delay === null) return new ProtocolError(code, sentence);
  const { seconds, position, words } = delay;
  const place = position === null ? '' : ` This request is number ${position} in its queue.`;
  const time = seconds === null ? sentence : `The server asks you to wait ${durationText(seconds)}.`;
  const reply = utf8OrLatin1Of(words)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const says = reply === '' ? '' : ` ${quotation(reply)}`;
  return new ProtocolError(code, time + place + says, { reply, retryAfter: seconds });
}

export type ArdpOutcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'answer'; readonly octets: Uint8Array }
  | { readonly kind: 'failed'; readonly why: ArdpFailure; readonly delay: ArdpDelay | null };

export interface ArdpQuestion {
  /** The text of the question, in octets. */
  readonly text: Uint8Array;
  /** Chosen at random for each question, from 1 to 65535. */
  readonly connectionId: number;
  /** Answers to version 1 have the connection id 0. */
  readonly version: ProtocolVersion;
}

/**
 * One question. Times are milliseconds of any clock that only goes forward.
 *
 * @example
 * ```ts
 * const exchange = new ArdpExchange({ text: octetsOfLatin1('VERSION 5\n'), connectionId: 7, version: 5 });
 * exchange.start(0); // the datagrams to send
 * exchange.receive(Uint8Array.of(3, 0, 7, 0x4f, 0x4b), 10); // [], as nothing has to be acknowledged
 * exchange.outcome.kind; // 'answer'
 * ```
 */
export class ArdpExchange {
  readonly #question: ArdpQuestion;
  #outcome: ArdpOutcome = { kind: 'waiting' };
  /** Packets by their number. Those up to `#received` are complete. */
  readonly #packets = new Map<number, Uint8Array>();
  #received = 0;
  #highest = 0;
  #size = 0;
  /** 0 = not known yet. */
  #total = 0;
  #began = 0;
  /** When the request or the acknowledgement is repeated. */
  #next = 0;
  #repetitions = 0;
  #lull = LULL;
  #delay: ArdpDelay | null = null;

  constructor(question: ArdpQuestion) {
    this.#question = question;
  }

  get outcome(): ArdpOutcome {
    return this.#outcome;
  }

  /** When {@link tick} has to be called. */
  get wakeAt(): number {
    return Math.min(this.#next, this.#began + GIVEN_UP);
  }

  /** Begins. Returns the datagrams to send. */
  start(now: number): Uint8Array[] {
    this.#began = now;
    this.#next = now + (RETRIES[0] ?? GIVEN_UP);
    return this.#request();
  }

  /** Takes a datagram of the server. Returns the datagrams to send. */
  receive(datagram: Uint8Array, now: number): Uint8Array[] {
    if (this.#outcome.kind !== 'waiting') return [];
    const packet = parsePacket(datagram);
    if (packet === null || !this.#isOurs(packet.connectionId, packet.option)) return [];
    const { option, wait, text, total } = packet;
    const failure = failureOfOption(option);
    if (failure !== null) return this.#fail(failure);
    if (packet.packet > 0) {
      if (total > 0 && !this.#learnTotal(total, packet.packet)) return this.#fail('malformed');
      if (this.#total > 0 && packet.packet > this.#total) return this.#fail('malformed');
      if (!this.#keep(packet.packet, text, now)) return this.#fail('too-large');
    } else if (total > 0 && !this.#learnTotal(total, 0)) return this.#fail('malformed');
    if (wait !== null) this.#next = now + wait * 1000;
    this.#noteDelay(packet);
    if (this.#total > 0 && this.#received === this.#total) this.#finish();
    return packet.wantsAcknowledgement ? [this.#acknowledgement()] : [];
  }

  /** Takes the time. Returns the datagrams to send. */
  tick(now: number): Uint8Array[] {
    if (this.#outcome.kind !== 'waiting') return [];
    if (now >= this.#began + GIVEN_UP) return this.#fail(this.#delay === null ? 'timeout' : 'queued');
    if (now < this.#next) return [];
    if (this.#packets.size > 0) {
      this.#next = now + this.#lull;
      this.#lull = Math.min(2 * this.#lull, LONGEST_LULL);
      return [this.#acknowledgement()];
    }
    this.#repetitions += 1;
    this.#next = this.#began + (RETRIES[this.#repetitions] ?? GIVEN_UP);
    return this.#request();
  }

  #request(): Uint8Array[] {
    return requestPackets(this.#question.text, this.#question.connectionId);
  }

  #acknowledgement(): Uint8Array {
    const { connectionId } = this.#question;
    return requestHeader({ connectionId, packet: 0, total: 0, received: this.#received });
  }

  /** A server that does not know our version cannot know our connection id. */
  #isOurs(connectionId: number, option: number): boolean {
    if (connectionId === this.#question.connectionId) return true;
    return connectionId === 0 && (this.#question.version === 1 || option === OPTIONS.badVersion);
  }

  /** Whether the total does not contradict what arrived before. */
  #learnTotal(total: number, packet: number): boolean {
    if (Math.max(packet, this.#highest) > total || (this.#total > 0 && this.#total !== total)) return false;
    this.#total = total;
    return true;
  }

  /** Keeps a packet. Returns false if the answer becomes too large. */
  #keep(number: number, text: Uint8Array, now: number): boolean {
    if (this.#packets.has(number) || number > this.#received + AHEAD) return true;
    this.#size += text.length;
    if (this.#size > LARGEST_ANSWER) return false;
    // The caller may reuse its buffer.
    this.#packets.set(number, text.slice());
    while (this.#packets.has(this.#received + 1)) this.#received += 1;
    this.#highest = Math.max(this.#highest, number);
    this.#lull = LULL;
    this.#next = now + LULL;
    return true;
  }

  /** Keeps what a server says that asks to wait longer than it is waited for, or that has a queue. */
  #noteDelay({ packet, wait, queue, text }: Packet): void {
    const isLong = wait !== null && wait * 1000 >= GIVEN_UP;
    if (!isLong && queue === null) return;
    this.#delay = {
      seconds: queue?.seconds ?? (isLong ? wait : null) ?? this.#delay?.seconds ?? null,
      position: queue?.position ?? this.#delay?.position ?? null,
      words: packet === 0 && text.length > 0 ? text.slice(0, LONGEST_WORDS) : (this.#delay?.words ?? NO_WORDS),
    };
  }

  #finish(): void {
    const parts = Array.from({ length: this.#total }, (_, index) => this.#packets.get(index + 1) ?? new Uint8Array());
    this.#outcome = { kind: 'answer', octets: concatOctets(parts) };
  }

  #fail(why: ArdpFailure): [] {
    this.#outcome = { kind: 'failed', why, delay: why === 'queued' ? this.#delay : null };
    return [];
  }
}

function failureOfOption(option: number): ArdpFailure | null {
  if (option === OPTIONS.refused) return 'refused';
  if (option === OPTIONS.badVersion) return 'version';
  return option >= OPTIONS.firstRedirect && option <= OPTIONS.lastForward ? 'redirected' : null;
}

/** A packet of the server, with the defaults of fields that it leaves out. */
interface Packet {
  readonly connectionId: number;
  /** From 1. 0 = a packet that only controls. */
  readonly packet: number;
  /** How many packets the answer has; 0 = the server does not know yet. */
  readonly total: number;
  /** How many seconds a client waits before it repeats the request; `null` = the server does not say. */
  readonly wait: number | null;
  /** Whether the server wants to know what has arrived. */
  readonly wantsAcknowledgement: boolean;
  readonly option: number;
  /** The state of the server's queue, if the packet reports it. */
  readonly queue: { readonly position: number | null; readonly seconds: number | null } | null;
  readonly text: Uint8Array;
}

/** What the option of a header says, as far as a client needs to know. */
const OPTIONS = { refused: 1, firstRedirect: 4, lastForward: 7, badVersion: 8, queueStatus: 254 } as const;

/** What a report about the queue has: bits, and the numbers that they announce. */
const QUEUE = { position: 1, time: 2 } as const;

const ACKNOWLEDGE = 0x80;
const LENGTH = 0x3f;

/** Parses a datagram; `null` if it is not a packet of version 0. */
export function parsePacket(datagram: Uint8Array): Packet | null {
  const first = datagram[0] ?? 0xff;
  const length = first & LENGTH;
  if (first !== length || length > datagram.length) return null;
  // A header of no octets is how servers of any version say that they do not know the client's.
  if (length === 0) return { ...ABSENT, option: OPTIONS.badVersion, text: datagram.subarray(0, 0) };
  const at = (offset: number): number | null =>
    length < offset + 2 ? null : (datagram[offset] ?? 0) * 256 + (datagram[offset + 1] ?? 0);
  const packet = at(3);
  const wait = at(9);
  const option = length > 12 ? (datagram[12] ?? 0) : 0;
  return {
    connectionId: at(1) ?? 0,
    packet: packet ?? 1,
    // Without a number there is only one packet.
    total: at(5) ?? (packet === null ? 1 : 0),
    wait: wait === 0 ? null : wait,
    wantsAcknowledgement: length > 11 && ((datagram[11] ?? 0) & ACKNOWLEDGE) !== 0,
    option,
    queue: option === OPTIONS.queueStatus ? queueIn(datagram.subarray(13, length)) : null,
    text: datagram.subarray(length),
  };
}

function queueIn(octets: Uint8Array): Packet['queue'] {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  const bits = octets[0] ?? 0;
  const hasPosition = (bits & QUEUE.position) !== 0 && octets.length >= 3;
  const timeAt = hasPosition ? 3 : 1;
  const hasTime = (bits & QUEUE.time) !== 0 && octets.length >= timeAt + 4;
  return { position: hasPosition ? view.getUint16(1) : null, seconds: hasTime ? view.getUint32(timeAt) : null };
}

const ABSENT = {
  ...{ connectionId: 0, packet: 0, total: 0, wait: null, wantsAcknowledgement: false },
  queue: null,
} as const;
