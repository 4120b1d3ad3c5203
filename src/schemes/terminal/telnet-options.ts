/**
 * Which telnet options are on, by the Q method of RFC 1143: an answer is sent only if something changes, so two ends
 * that answer each other stop.
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

/** The states of RFC 1143 §7, with the bit of its queue. */
type State = 'no' | 'yes' | 'want-no' | 'want-no-opposite' | 'want-yes' | 'want-yes-opposite';

/** The state after an event, and whether an answer is due: `+` is WILL or DO, `-` is WONT or DONT. */
type Transition = readonly [state: State, answer?: '+' | '-'];
type Event = 'accept' | 'reject' | 'refuse' | 'enable' | 'disable';

/**
 * `accept` and `reject` are what we make of WILL or DO; `refuse` is WONT or DONT from the server; `enable` and `disable`
 * are our own wishes. A missing event changes nothing.
 */
const transitions: Readonly<Record<State, Readonly<Partial<Record<Event, Transition>>>>> = {
  no: { accept: ['yes', '+'], reject: ['no', '-'], enable: ['want-yes', '+'] },
  yes: { refuse: ['no', '-'], disable: ['want-no', '-'] },
  'want-no': { accept: ['no'], reject: ['no'], refuse: ['no'], enable: ['want-no-opposite'] },
  'want-no-opposite': { accept: ['yes'], reject: ['yes'], refuse: ['want-yes', '+'], disable: ['want-no'] },
  'want-yes': { accept: ['yes'], reject: ['yes'], refuse: ['no'], disable: ['want-yes-opposite'] },
  'want-yes-opposite': { accept: ['want-no', '-'], reject: ['want-no', '-'], refuse: ['no'], enable: ['want-yes'] },
};

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
  /** Options that are not in the map are off. */
  readonly #states: Readonly<Record<End, Map<number, State>>> = { server: new Map(), client: new Map() };

  constructor(accepts: OptionPolicy) {
    this.#accepts = accepts;
  }

  /** Whether an end performs an option; not while a change is under way. */
  isOn(end: End, option: number): boolean {
    return this.#state(end, option) === 'yes';
  }

  /** Takes a verb of the server. Returns the answer, or `null` if none is due. */
  receive(verb: Verb, option: number): Uint8Array | null {
    const end = verb === WILL || verb === WONT ? 'server' : 'client';
    if (verb === WONT || verb === DONT) return this.#apply(end, option, 'refuse');
    return this.#apply(end, option, this.#accepts(end, option) ? 'accept' : 'reject');
  }

  /** Asks the server to perform an option, or offers to perform it. Returns what to send, or `null`. */
  enable(end: End, option: number): Uint8Array | null {
    return this.#apply(end, option, 'enable');
  }

  /** Asks the server to stop an option, or stops to perform it. Returns what to send, or `null`. */
  disable(end: End, option: number): Uint8Array | null {
    return this.#apply(end, option, 'disable');
  }

  #state(end: End, option: number): State {
    return this.#states[end].get(option) ?? 'no';
  }

  #apply(end: End, option: number, event: Event): Uint8Array | null {
    const transition = transitions[this.#state(end, option)][event];
    if (transition === undefined) return null;
    const [state, answer] = transition;
    this.#states[end].set(option, state);
    if (answer === undefined) return null;
    const verbs = end === 'server' ? { '+': DO, '-': DONT } : { '+': WILL, '-': WONT };
    return Uint8Array.of(IAC, verbs[answer], option);
  }
}
