/**
 * The client's end of a telnet connection for a terminal (RFC 854, RFC 855): octets of the server become data for the
 * screen and answers for the server; what a person types becomes octets for the server.
 */
import { Collector } from '../../octets/collector.ts';
import { answerCharsets } from './charset-option.ts';
import { ClientDescription } from './client-description.ts';
import { plainLength } from './plain-length.ts';
import {
  ARE_YOU_THERE,
  BREAK,
  DATA_MARK,
  END_OF_RECORD,
  type End,
  escapeData,
  GO_AHEAD,
  IAC,
  INTERRUPT_PROCESS,
  insertAfter,
  MOST_HELD,
  networkOrder,
  OPTION,
  subnegotiation,
  TelnetDecoder,
  TelnetOptions,
  type TelnetSink,
} from './telnet-decoder.ts';

/**
 * The options that we accept. Everything else is refused: ECHO by the client, which only servers for 4.2BSD ask for;
 * AUTHENTICATION, ENCRYPT and LINEMODE.
 */
const accepted: Readonly<Record<End, ReadonlySet<number>>> = {
  server: new Set([OPTION.binary, OPTION.echo, OPTION.suppressGoAhead, OPTION.endOfRecord, OPTION.charset]),
  client: new Set([
    ...[OPTION.binary, OPTION.suppressGoAhead, OPTION.charset],
    ...[OPTION.terminalType, OPTION.windowSize, OPTION.newEnvironment],
  ]),
};

/** The size of a screen in characters. */
export interface WindowSize {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Who shows what a person types, and whether they edit it, by the options ECHO (RFC 857) and SUPPRESS-GO-AHEAD (RFC
 * 858) of the server. The clients of BSD and GNU read them like this, as long as LINEMODE (RFC 1184) is off.
 *
 * | Echo | ECHO | SUPPRESS-GO-AHEAD | |
 * |---|---|---|---|
 * | `terminal` | off | off | the terminal edits and shows lines, and sends each with CR LF |
 * | `nobody` | on | off | the same, but it shows nothing: games and talkers hide a password in this way |
 * | `characters` | off | on | the terminal shows each character, and sends it at once |
 * | `server` | on | on | the terminal sends each character at once, and the server shows it |
 */
export type Echo = 'terminal' | 'nobody' | 'characters' | 'server';

/** Whether the terminal edits lines and sends each with Enter. */
export const takesLines = (by: Echo): boolean => by === 'terminal' || by === 'nobody';

export interface TelnetOutput {
  /** For the screen. It overwrites the chunk. */
  readonly data: Uint8Array;
  /** For the server. */
  readonly reply: Uint8Array;
  /** Who shows typed text from here on; `null` = as before. */
  readonly echo: Echo | null;
  /** The charset of both ends from here on, to which the server has agreed (RFC 2066); `null` = as before. */
  readonly charset: string | null;
  /** For each answer to {@link Telnet.wake}, how much of the data came before it, in octets. */
  readonly answers: readonly number[];
  /** For each mark of the end of a prompt (GA of RFC 854, EOR of RFC 885), how much of the data came before it. */
  readonly prompts: readonly number[];
}

/** The keys of a terminal that telnet sends as commands. */
export type TelnetKey = 'break' | 'interrupt' | 'are-you-there';

const keyCommands: Readonly<Record<TelnetKey, number>> = {
  break: BREAK,
  interrupt: INTERRUPT_PROCESS,
  'are-you-there': ARE_YOU_THERE,
};

/** Whether a key is one of telnet. */
export const isTelnetKey = (key: string): key is TelnetKey => Object.hasOwn(keyCommands, key);

/**
 * Octets that make servers flush their output, which they report with urgent data: Ctrl+C, Ctrl+Z, Ctrl+\\ (RFC 854).
 */
export const INTERRUPTING: ReadonlySet<number> = new Set([0x03, 0x1a, 0x1c]);

const CR = 0x0d;
const LF = 0x0a;
const NUL = 0;

/** One telnet connection. */
export class Telnet {
  readonly #decoder = new TelnetDecoder();
  readonly #options = new TelnetOptions((end, option) => accepted[end].has(option));
  readonly #description = new ClientDescription();
  #size: WindowSize;
  /** Whether the octet of data before this one was CR: a NUL after it is not data. */
  #afterCr = false;
  /** Whether an interrupt was the last that was sent: its answer may begin with half of a Synch. */
  #isInterrupted = false;

  /** @param size - the size of the screen; it is sent if the server asks for it */
  constructor(size: WindowSize) {
    this.#size = size;
  }

  /** Who shows what a person types. */
  get echo(): Echo {
    const echoes = this.#options.isOn('server', OPTION.echo);
    if (this.#options.isOn('server', OPTION.suppressGoAhead)) return echoes ? 'server' : 'characters';
    return echoes ? 'nobody' : 'terminal';
  }

  /** Takes octets of the server. `chunk` is overwritten. */
  receive(octets: Uint8Array): TelnetOutput {
    const chunk = this.#withoutMark(octets);
    const before = this.echo;
    const reply = new Collector();
    // Octets that were held back make the data longer than the chunk.
    const output = this.#decoder.isHolding ? new Uint8Array(chunk.length + MOST_HELD) : chunk;
    // Most output has no more than this, and stays where it is.
    let length = this.#decoder.isInData ? plainLength(chunk) : 0;
    if (length > 0) this.#afterCr = chunk[length - 1] === CR && !this.#options.isOn('server', OPTION.binary);
    const answers: number[] = [];
    const prompts: number[] = [];
    let charset: string | null = null;
    const sink: TelnetSink = {
      data: (octets) => {
        length = this.#copyData(octets, output, length);
      },
      command: (code) => {
        if (code === GO_AHEAD || code === END_OF_RECORD) prompts.push(length);
      },
      answered: () => {
        answers.push(length);
      },
      negotiation: (verb, option) => {
        this.#description.propose(option);
        const sizeWasOn = this.#options.isOn('client', OPTION.windowSize);
        const answer = this.#options.receive(verb, option);
        if (answer !== null) reply.add(answer);
        if (!sizeWasOn && option === OPTION.windowSize) reply.add(this.#windowSize());
      },
      subnegotiation: (option, parameters) => {
        const isOn = (end: End): boolean => this.#options.isOn(end, option);
        const described = isOn('client') ? this.#description.answer(option, parameters) : null;
        if (described !== null) reply.add(described);
        // Either end may have proposed the option.
        if (option !== OPTION.charset || !(isOn('server') || isOn('client'))) return;
        const answer = answerCharsets(parameters);
        if (answer === null) return;
        reply.add(answer.reply);
        charset = answer.charset ?? charset;
      },
    };
    this.#decoder.receive(chunk.subarray(length), sink);
    return {
      data: output.subarray(0, length),
      reply: reply.octets,
      echo: this.echo === before ? null : this.echo,
      charset,
      answers,
      prompts,
    };
  }

  /**
   * A chunk without the DM that begins it after an interrupt. GNU inetutils sends the IAC of its Synch as urgent data
   * instead of the DM, and the runtime drops urgent data and ends a read there. In text, this octet would begin one of
   * the characters of UTF-8 that nobody has assigned, whose next octet is known.
   */
  #withoutMark(chunk: Uint8Array): Uint8Array {
    const isMark = this.#isInterrupted && this.#decoder.isInData && chunk[0] === DATA_MARK;
    if (!isMark || ((chunk[1] ?? 0) & 0xc0) === 0x80) return chunk;
    this.#isInterrupted = false;
    return chunk.subarray(1);
  }

  /** Copies data to the output: the beginning of the chunk, where data never overtake what has yet to be read. */
  #copyData(octets: Uint8Array, output: Uint8Array, to: number): number {
    if (this.#options.isOn('server', OPTION.binary)) {
      this.#afterCr = false;
      output.set(octets, to);
      return to + octets.length;
    }
    let length = to;
    let from = this.#afterCr && octets[0] === NUL ? 1 : 0;
    for (let nul = octets.indexOf(NUL, from); nul !== -1; nul = octets.indexOf(NUL, nul + 1)) {
      if (octets[nul - 1] !== CR) continue;
      output.set(octets.subarray(from, nul), length);
      length += nul - from;
      from = nul + 1;
    }
    output.set(octets.subarray(from), length);
    this.#afterCr = octets[octets.length - 1] === CR;
    return length + octets.length - from;
  }

  /**
   * What to send for typed text. Enter, which is CR, becomes CR NUL, and CR alone in binary transmission. CR LF in one
   * call is the end of a line that the terminal has edited, and stays. `typed` is octets in the charset of the session.
   */
  type(typed: Uint8Array): Uint8Array {
    const binary = this.#options.isOn('client', OPTION.binary);
    this.#isInterrupted = typed.some((octet) => INTERRUPTING.has(octet));
    return escapeData(binary ? typed : insertAfter(typed, CR, NUL, (next) => next !== LF));
  }

  /** What to send for a key that telnet sends as a command. */
  press(key: TelnetKey): Uint8Array {
    this.#isInterrupted = key !== 'are-you-there';
    return Uint8Array.of(IAC, keyCommands[key]);
  }

  /** What to send to a server that has become silent after an interrupt, so that it answers. */
  wake(): Uint8Array {
    return this.#decoder.askForTimingMark();
  }

  /**
   * Takes the new size of the screen. Returns what to send: nothing if the server has not asked for sizes (RFC 1073).
   */
  resize(size: WindowSize): Uint8Array {
    this.#size = size;
    return this.#windowSize();
  }

  #windowSize(): Uint8Array {
    if (!this.#options.isOn('client', OPTION.windowSize)) return new Uint8Array(0);
    return subnegotiation(OPTION.windowSize, networkOrder(this.#size.columns, this.#size.rows));
  }
}
