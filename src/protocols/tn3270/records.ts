/**
 * The client's end of a tn3270 connection: telnet negotiation and records, on a traditional connection (RFC 1576:
 * terminal type, end of record, binary) or by TN3270E (RFC 2355) if the server offers it.
 *
 * ```
 *   server: DO TN3270E ─→ WILL ─→ SEND DEVICE-TYPE ─→ REQUEST ─→ IS ─→ FUNCTIONS REQUEST ─→ IS ─→ records with headers
 *               │                                        └─ REJECT ─→ WONT TN3270E ─┐
 *               └─ DO TERMINAL-TYPE, EOR, BINARY ←──────────────────────────────────┘ ─→ records without headers
 * ```
 */
import { Collector } from '../../octets/collector.ts';
import { concatOctets, octetsOfLatin1 } from '../../octets/octets.ts';
import { ProtocolError } from '../protocol-error.ts';
import type { SessionProtocol } from '../telnet/session.ts';
import { type Echo, TERMINAL_TYPE_SEND, terminalTypeIs } from '../telnet/telnet.ts';
import {
  BREAK,
  END_OF_RECORD,
  type End,
  escapeData,
  IAC,
  INTERRUPT_PROCESS,
  OPTION,
  subnegotiation,
  TelnetDecoder,
  TelnetOptions,
  type TelnetSink,
} from '../telnet/telnet-decoder.ts';
import { DATA_TYPE, encodeRecord, HEADER_LENGTH, isRecord, RECORD_LIMIT } from './header.ts';
import { deviceTypeOf, type Model, terminalTypeOf } from './screen.ts';

const accepted: Readonly<Record<End, ReadonlySet<number>>> = {
  server: new Set([OPTION.binary, OPTION.echo, OPTION.suppressGoAhead, OPTION.endOfRecord]),
  client: new Set([OPTION.binary, OPTION.suppressGoAhead, OPTION.terminalType, OPTION.endOfRecord, OPTION.tn3270e]),
};

/** The words of TN3270E negotiation (RFC 2355 §3). */
const E = { deviceType: 2, functions: 3, is: 4, request: 7, send: 8, reject: 6 } as const;

/**
 * Functions that a display can have: BIND-IMAGE, whose records it reads, RESPONSES, which it sends, and SYSREQ, which
 * it never sends.
 */
const HARMLESS_FUNCTIONS: ReadonlySet<number> = new Set([0, 2, 4]);

/** How the octets of the server are to be read. */
export type Tn3270Mode = 'nvt' | 'tn3270' | 'tn3270e';

/** Receives each record with a header, also on a traditional connection. */
export type RecordSink = (record: Uint8Array) => void;

/** One tn3270 connection. */
export class Tn3270Connection {
  readonly #model: Model;
  readonly #decoder = new TelnetDecoder();
  readonly #options: TelnetOptions;
  readonly #record = new Collector(RECORD_LIMIT);
  #tooLong = false;
  #tn3270e: 'not-yet' | 'negotiating' | 'agreed' | 'refused' = 'not-yet';
  /** Text outside of 3270 mode, until the end of the chunk or the next record. */
  readonly #text = new Collector();
  #timesAsked = 0;

  constructor(model: Model) {
    this.#model = model;
    this.#options = new TelnetOptions(
      (end, option) => accepted[end].has(option) && !(option === OPTION.tn3270e && this.#tn3270e === 'refused'),
    );
  }

  get mode(): Tn3270Mode {
    if (this.#tn3270e === 'agreed') return 'tn3270e';
    const on = (['server', 'client'] as const).every(
      (end) => this.#options.isOn(end, OPTION.binary) && this.#options.isOn(end, OPTION.endOfRecord),
    );
    return on ? 'tn3270' : 'nvt';
  }

  /** Who shows what a person types in line mode. */
  get echo(): Echo {
    return this.#options.isOn('server', OPTION.echo) ? 'server' : 'terminal';
  }

  /** Whether the server has sent a record above {@link RECORD_LIMIT}: the connection makes no sense any longer. */
  get overflow(): boolean {
    return this.#tooLong;
  }

  /**
   * Takes octets of the server. `record` is called for each complete record; text before 3270 mode comes as a record of
   * the type `nvt`. Returns what to send to the server.
   */
  receive(chunk: Uint8Array, record: RecordSink): Uint8Array {
    const reply = new Collector();
    const sink: TelnetSink = {
      data: (octets) => this.#data(octets),
      command: (code) => {
        if (code === END_OF_RECORD) this.#endRecord(record);
      },
      negotiation: (verb, option) => {
        const answer = this.#options.receive(verb, option);
        if (answer !== null) reply.add(answer);
        if (option === OPTION.tn3270e) this.#followOption();
      },
      subnegotiation: (option, parameters) => {
        if (!this.#options.isOn('client', option)) return;
        if (option === OPTION.terminalType && parameters[0] === TERMINAL_TYPE_SEND)
          reply.add(terminalTypeIs(terminalTypeOf(this.#model)));
        if (option === OPTION.tn3270e) reply.add(this.#negotiateE(parameters));
      },
    };
    this.#decoder.receive(chunk, sink);
    this.#flushText(record);
    return reply.octets;
  }

  /**
   * The octets of a record for the server; none if the record is not of the mode, such as keys that a person presses
   * before the server has agreed on 3270 mode. `record` has its header.
   */
  send(record: Uint8Array): Uint8Array {
    const { mode } = this;
    const content = mode === 'tn3270e' ? record : record.subarray(HEADER_LENGTH);
    const type = mode === 'nvt' ? DATA_TYPE.nvt : DATA_TYPE.data3270;
    if (mode !== 'tn3270e' && record[0] !== type) return new Uint8Array(0);
    if (mode === 'nvt') return escapeData(content);
    return concatOctets([escapeData(content), Uint8Array.of(IAC, END_OF_RECORD)]);
  }

  /** What to send to a server that has become silent after Attn, so that it answers. */
  wake(): Uint8Array {
    return this.#decoder.askForTimingMark();
  }

  /** The octets of the Attn key: Interrupt Process in TN3270E (RFC 2355 §11), else Break (RFC 1576 §8). */
  attention(): Uint8Array {
    return Uint8Array.of(IAC, this.mode === 'tn3270e' ? INTERRUPT_PROCESS : BREAK);
  }

  #data(octets: Uint8Array): void {
    if (this.mode === 'nvt') this.#text.add(octets);
    else if (this.#record.add(octets) < octets.length) this.#tooLong = true;
  }

  #flushText(record: RecordSink): void {
    if (this.#text.length > 0) record(encodeRecord({ type: 'nvt', data: this.#text.take() }));
  }

  #endRecord(record: RecordSink): void {
    const { mode } = this;
    const octets = this.#record.take();
    if (this.#tooLong || octets.length === 0 || mode === 'nvt') return;
    this.#flushText(record);
    record(mode === 'tn3270e' ? octets : encodeRecord({ type: 'data3270', data: octets }));
  }

  /** Follows the option TN3270E when it goes on or off. */
  #followOption(): void {
    const on = this.#options.isOn('client', OPTION.tn3270e);
    if (on && this.#tn3270e === 'not-yet') this.#tn3270e = 'negotiating';
    else if (!on && this.#tn3270e !== 'not-yet') this.#refuse();
  }

  /** Returns to the traditional way, for good. What has come of a record is dropped. */
  #refuse(): Uint8Array {
    this.#tn3270e = 'refused';
    this.#record.take();
    return this.#options.disable('client', OPTION.tn3270e) ?? new Uint8Array(0);
  }

  #negotiateE([what, verb, ...rest]: Uint8Array): Uint8Array {
    if (what === E.send && verb === E.deviceType)
      return this.#say(E.deviceType, E.request, ...octetsOfLatin1(deviceTypeOf(this.#model)));
    if (what === E.deviceType) return verb === E.is ? this.#askForFunctions() : this.#refuse();
    if (what !== E.functions) return new Uint8Array(0);
    const harmless = rest.filter((code) => HARMLESS_FUNCTIONS.has(code));
    const acceptable = harmless.length === rest.length;
    if (acceptable) this.#tn3270e = 'agreed';
    if (verb === E.is) return acceptable ? new Uint8Array(0) : this.#refuse();
    if (verb !== E.request) return this.#refuse();
    return acceptable ? this.#say(E.functions, E.is, ...rest) : this.#askForFunctions(...harmless);
  }

  #say(...words: readonly number[]): Uint8Array {
    return subnegotiation(OPTION.tn3270e, words);
  }

  /** Asks for no functions at first, then for those harmless ones that the server wants; after that, no TN3270E. */
  #askForFunctions(...functions: readonly number[]): Uint8Array {
    const MOST_TIMES = 2;
    this.#timesAsked++;
    if (this.#timesAsked > MOST_TIMES) return this.#refuse();
    return this.#say(E.functions, E.request, ...functions);
  }
}

const NOTHING = new Uint8Array(0);

/**
 * A tn3270 session.
 *
 * @param model - decides on the size of the screen, and the type of terminal that the host is told
 * @example
 * ```ts
 * const session = tn3270Session(2);
 * session.receive(Uint8Array.of(255, 253, 40)).reply; // Uint8Array.of(255, 251, 40)
 * session.control({ type: 'key', key: 'attention' }); // Uint8Array.of(255, 243)
 * ```
 */
export function tn3270Session(model: Model): SessionProtocol {
  const connection = new Tn3270Connection(model);
  return {
    receive(chunk) {
      const before = connection.echo;
      const records: Uint8Array[] = [];
      const reply = connection.receive(chunk, (record) => records.push(record));
      if (connection.overflow) throw new ProtocolError('malformed', 'The server sent a record that is too long.');
      const { echo } = connection;
      return { data: NOTHING, records, reply, echo: echo === before ? null : echo, answers: [] };
    },
    type: (record) => (isRecord(record) ? connection.send(record) : NOTHING),
    control: (command) => (command.type === 'key' && command.key === 'attention' ? connection.attention() : NOTHING),
    wake: () => connection.wake(),
    closed: () => null,
  };
}
