/**
 * Which telnet options are on, by the Q method of RFC 1143: an answer is sent only if something changes, so two ends
 * that answer each other stop. Servers propose every option; we only agree, refuse and stop. So of the six states of
 * RFC 1143 §7 three remain: NO, YES and WANTNO with an empty queue.
 */
import { DO, DONT, IAC, type Verb, WILL, WONT } from './telnet-decoder.ts';

/** The numbers of options in the registry of RFC 855. */
export const OPTION = {
  binary: 0,
  echo: 1,
  suppressGoAhead: 3,
  terminalType: 24,
  endOfRecord: 25,
  windowSize: 31,
  tn3270e: 40,
} as const;

/** Which end performs an option. */
export type End = 'server' | 'client';

/** Decides whether an end may perform an option that the server proposes. */
export type OptionPolicy = (end: End, option: number) => boolean;

/**
 * The options of one connection, as the client sees them.
 *
 * @example
 * ```ts
 * const options = new TelnetOptions((end, option) => end === 'server' && option === OPTION.echo);
 * options.receive(WILL, OPTION.echo); // Uint8Array.of(IAC, DO, OPTION.echo)
 * options.receive(WILL, OPTION.echo); // null
 * ```
 */
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
  receive(verb: Verb, option: number): Uint8Array | null {
    const end = verb === WILL || verb === WONT ? 'server' : 'client';
    const states = this.#states[end];
    const state = states.get(option);
    const proposed = verb === WILL || verb === DO;
    if (state === 'want-no' || (state === 'yes' && !proposed)) {
      states.delete(option);
      return state === 'yes' ? answer(end, false, option) : null;
    }
    if (state === 'yes' || !proposed) return null;
    const accepted = this.#accepts(end, option);
    if (accepted) states.set(option, 'yes');
    return answer(end, accepted, option);
  }

  /** Asks the server to stop an option, or stops performing it. Returns what to send, or `null`. */
  disable(end: End, option: number): Uint8Array | null {
    if (!this.isOn(end, option)) return null;
    this.#states[end].set(option, 'want-no');
    return answer(end, false, option);
  }
}

function answer(end: End, agree: boolean, option: number): Uint8Array {
  const verb = end === 'server' ? (agree ? DO : DONT) : agree ? WILL : WONT;
  return Uint8Array.of(IAC, verb, option);
}
