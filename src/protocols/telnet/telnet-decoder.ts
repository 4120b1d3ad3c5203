/**
 * Cuts the octets of a telnet server into data, commands, negotiation and subnegotiation (RFC 854, RFC 855), wherever
 * the network cuts them into chunks.
 *
 * ```
 *   data ──IAC──→ iac ──IAC──→ data (the octet 255)
 *                  ├──WILL, WONT, DO, DONT──→ verb ──option──→ data
 *                  ├──SB──→ option ──→ parameters ──IAC──→ parameters-iac ──SE──→ data
 *                  ├──any other command──→ data
 *                  └──an octet that is no command──→ data (that octet)
 * ```
 *
 * A server that reacts to an interrupt sends the Synch of RFC 854: IAC DM, of which DM is urgent data. The runtime
 * takes urgent data out of the stream, so IAC stands before whatever comes next. An octet that is no command is data
 * then. If the answer to our TIMING-MARK (RFC 860) comes next, IAC IAC WILL 6 is that answer, and not the octet 255: so
 * while an answer is due, the decoder waits for the octets behind IAC IAC.
 *
 * `TelnetOptions` knows which options are on, by the Q method of RFC 1143: an answer is sent only if something changes,
 * so two ends that answer each other stop. Servers propose every option; we only agree, refuse and stop. So of the six
 * states of RFC 1143 §7 three remain: NO, YES and WANTNO with an empty queue.
 */
import { Collector } from '../../octets/collector.ts';

/** The commands of RFC 854, and the end of a record of RFC 885. */
export const IAC = 255;
export const DONT = 254;
export const DO = 253;
export const WONT = 252;
export const WILL = 251;
const SB = 250;
export const ARE_YOU_THERE = 246;
export const ABORT_OUTPUT = 245;
export const INTERRUPT_PROCESS = 244;
export const BREAK = 243;
export const GO_AHEAD = 249;
export const DATA_MARK = 242;
const SE = 240;
export const END_OF_RECORD = 239;
/** The lowest command: EOF (RFC 1184). */
const FIRST_COMMAND = 236;

type TelnetVerb = typeof WILL | typeof WONT | typeof DO | typeof DONT;

/** A longer subnegotiation is dropped: those that we understand have less than 100 octets. */
const SUBNEGOTIATION_LIMIT = 1024;

/** What receives the parts of the stream, in their order. */
export interface TelnetSink {
  /**
   * @param octets - data without escapes: a part of the chunk, or octets held back before; valid during the call only
   */
  data(octets: Uint8Array): void;
  /** @param code - a command that takes no option, such as {@link END_OF_RECORD} */
  command(code: number): void;
  negotiation(verb: TelnetVerb, option: number): void;
  /** The server answered a question of {@link TelnetDecoder.askForTimingMark}: the oldest that was left. */
  answered?(): void;
  /** @param parameters - without escapes, at most {@link SUBNEGOTIATION_LIMIT} octets, valid during the call only */
  subnegotiation(option: number, parameters: Uint8Array): void;
}

type DecoderState = 'data' | 'iac' | 'verb' | 'option' | 'parameters' | 'parameters-iac' | 'iac-iac' | 'iac-iac-verb';

/** The most octets of data that a decoder holds back from one chunk to the next. */
export const MOST_HELD = 2;

/** Reads one direction of a telnet connection. */
export class TelnetDecoder {
  /** Questions about TIMING-MARK that the server has not answered. */
  #marks = 0;
  #state: DecoderState = 'data';
  #verb: TelnetVerb = WILL;
  #option = 0;
  /** One octet beyond the limit, so that a subnegotiation that is too long is recognised. */
  readonly #parameters = new Collector(SUBNEGOTIATION_LIMIT + 1);

  /** Whether the next octet is data unless it is IAC. */
  get isInData(): boolean {
    return this.#state === 'data';
  }

  /** Whether octets of earlier chunks may still become data. */
  get isHolding(): boolean {
    return this.#state === 'iac-iac' || this.#state === 'iac-iac-verb';
  }

  /**
   * What to send to a server that has become silent after an interrupt: DO TIMING-MARK, which every server answers
   * (RFC 860). The answer makes a runtime go on that stopped reading at the urgent data of the server's Synch.
   */
  askForTimingMark(): Uint8Array {
    this.#marks += 1;
    return Uint8Array.of(IAC, DO, OPTION.timingMark);
  }

  receive(chunk: Uint8Array, sink: TelnetSink): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#state !== 'data') {
        at = this.#step(chunk, at, sink);
        continue;
      }
      const iac = chunk.indexOf(IAC, at);
      const end = iac === -1 ? chunk.length : iac;
      if (end > at) sink.data(chunk.subarray(at, end));
      if (iac !== -1) this.#state = 'iac';
      at = end + 1;
    }
  }

  /** Reads the octet at `at`, which is not data. Returns the place of the next one. */
  #step(chunk: Uint8Array, at: number, sink: TelnetSink): number {
    const octet = chunk[at] ?? 0;
    switch (this.#state) {
      case 'iac':
        this.#state = 'data';
        this.#command(chunk, at, sink);
        break;
      case 'verb':
        this.#state = 'data';
        this.#negotiation(octet, sink);
        break;
      case 'option':
        this.#option = octet;
        this.#parameters.take();
        this.#state = 'parameters';
        break;
      case 'parameters': {
        const iac = chunk.indexOf(IAC, at);
        const end = iac === -1 ? chunk.length : iac;
        this.#parameters.add(chunk.subarray(at, end));
        if (iac !== -1) this.#state = 'parameters-iac';
        return end + 1;
      }
      case 'parameters-iac':
        if (octet === IAC) {
          this.#parameters.add(chunk.subarray(at, at + 1));
          this.#state = 'parameters';
        } else if (octet === SE) {
          this.#state = 'data';
          const { octets, length } = this.#parameters;
          if (length <= SUBNEGOTIATION_LIMIT) sink.subnegotiation(this.#option, octets);
        } else {
          // The server forgot IAC SE. Another command cannot be part of the parameters (RFC 855), so it counts.
          this.#state = 'iac';
          return at;
        }
        break;
      case 'iac-iac':
        if (octet === WILL || octet === WONT) {
          this.#verb = octet;
          this.#state = 'iac-iac-verb';
          break;
        }
        this.#state = 'data';
        sink.data(Uint8Array.of(IAC));
        return at;
      case 'iac-iac-verb':
        this.#state = 'data';
        if (octet === OPTION.timingMark) {
          this.#negotiation(octet, sink);
          break;
        }
        sink.data(Uint8Array.of(IAC, this.#verb));
        return at;
    }
    return at + 1;
  }

  #negotiation(option: number, sink: TelnetSink): void {
    const isAnswer = option === OPTION.timingMark && (this.#verb === WILL || this.#verb === WONT) && this.#marks > 0;
    if (!isAnswer) {
      sink.negotiation(this.#verb, option);
      return;
    }
    this.#marks -= 1;
    sink.answered?.();
  }

  #command(chunk: Uint8Array, at: number, sink: TelnetSink): void {
    const code = chunk[at] ?? 0;
    switch (code) {
      case IAC:
        if (this.#marks > 0) this.#state = 'iac-iac';
        else sink.data(chunk.subarray(at, at + 1));
        break;
      case WILL:
      case WONT:
      case DO:
      case DONT:
        this.#verb = code;
        this.#state = 'verb';
        break;
      case SB:
        this.#state = 'option';
        break;
      default:
        if (code < FIRST_COMMAND) sink.data(chunk.subarray(at, at + 1));
        else sink.command(code);
    }
  }
}

/** The octets of data with each 255 doubled (RFC 854). `data` is returned as it is if no octet is 255. */
export function escapeData(data: Uint8Array): Uint8Array {
  return insertAfter(data, IAC, IAC, () => true);
}

/**
 * Inserts an octet after each occurrence of another. `data` is returned as it is if the other octet does not occur.
 * `before` takes the octet that follows an occurrence, `undefined` at the end; says whether to insert there.
 */
export function insertAfter(
  data: Uint8Array,
  occurrence: number,
  inserted: number,
  before: (next: number | undefined) => boolean,
): Uint8Array {
  if (!data.includes(occurrence)) return data;
  const octets = new Uint8Array(data.length * 2);
  let length = 0;
  data.forEach((octet, index) => {
    octets[length++] = octet;
    if (octet === occurrence && before(data[index + 1])) octets[length++] = inserted;
  });
  return octets.subarray(0, length);
}

/** The octets of a subnegotiation, its parameters escaped. */
export function subnegotiation(option: number, parameters: ArrayLike<number>): Uint8Array {
  return Uint8Array.of(IAC, SB, option, ...escapeData(Uint8Array.from(parameters)), IAC, SE);
}

const LARGEST_SIDE = 0xffff;

/**
 * Numbers of 16 bits in network order, as window sizes are sent (RFC 1073, RFC 1282). A larger number becomes 65,535.
 */
export const networkOrder = (...numbers: readonly number[]): number[] =>
  numbers.flatMap((number) => {
    const side = Math.min(number, LARGEST_SIDE);
    return [side >> 8, side & 0xff];
  });

/** The numbers of options in the registry of RFC 855. */
export const OPTION = {
  binary: 0,
  echo: 1,
  suppressGoAhead: 3,
  timingMark: 6,
  terminalType: 24,
  endOfRecord: 25,
  windowSize: 31,
  newEnvironment: 39,
  tn3270e: 40,
  charset: 42,
} as const;

/** Which end performs an option. */
export type End = 'server' | 'client';

/** Decides whether an end may perform an option that the server proposes. */
type OptionPolicy = (end: End, option: number) => boolean;

/** The options of one connection, as the client sees them. */
export class TelnetOptions {
  readonly #accepts: OptionPolicy;
  /** Options that are not in the map are off. `want-no` = we asked to stop the option, and the answer has not come. */
  readonly #states: Readonly<Record<End, Map<number, 'yes' | 'want-no'>>> = { server: new Map(), client: new Map() };

  constructor(accepts: OptionPolicy) {
    this.#accepts = accepts;
  }

  /** Whether an end performs an option; not while a change is under way. */
  isOn(end: End, option: number): boolean {
    return this.#states[end].get(option) === 'yes';
  }

  /** Takes a verb of the server. Returns the answer, or `null` if none is due. */
  receive(verb: TelnetVerb, option: number): Uint8Array | null {
    const end = verb === WILL || verb === WONT ? 'server' : 'client';
    const states = this.#states[end];
    const state = states.get(option);
    const proposed = verb === WILL || verb === DO;
    if (state === 'want-no' || (state === 'yes' && !proposed)) {
      states.delete(option);
      return state === 'yes' ? optionReply(end, false, option) : null;
    }
    if (state === 'yes' || !proposed) return null;
    const accepted = this.#accepts(end, option);
    if (accepted) states.set(option, 'yes');
    return optionReply(end, accepted, option);
  }

  /** Asks the server to stop an option, or stops performing it. Returns what to send, or `null`. */
  disable(end: End, option: number): Uint8Array | null {
    if (!this.isOn(end, option)) return null;
    this.#states[end].set(option, 'want-no');
    return optionReply(end, false, option);
  }
}

function optionReply(end: End, agree: boolean, option: number): Uint8Array {
  const verb = end === 'server' ? (agree ? DO : DONT) : agree ? WILL : WONT;
  return Uint8Array.of(IAC, verb, option);
}
