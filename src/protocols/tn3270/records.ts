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
import { asksForType, typeIs } from '../telnet/client-description.ts';
import { NOTHING_AGREED, type SessionProtocol } from '../telnet/session.ts';
import type { Echo } from '../telnet/telnet.ts';
import {
  ABORT_OUTPUT,
  BREAK,
  DONT,
  END_OF_RECORD,
  type End,
  escapeData,
  IAC,
  INTERRUPT_PROCESS,
  networkOrder,
  OPTION,
  subnegotiation,
  TelnetDecoder,
  TelnetOptions,
  type TelnetSink,
  WONT,
} from '../telnet/telnet-decoder.ts';
import { DATA_TYPE, encodeRecord, HEADER_LENGTH, isData, isRecord, RECORD_LIMIT, REQUEST } from './header.ts';
import { deviceTypeOf, type Model, terminalTypeOf } from './screen.ts';

const accepted: Readonly<Record<End, ReadonlySet<number>>> = {
  server: new Set([OPTION.binary, OPTION.echo, OPTION.suppressGoAhead, OPTION.endOfRecord]),
  client: new Set([OPTION.binary, OPTION.suppressGoAhead, OPTION.terminalType, OPTION.endOfRecord, OPTION.tn3270e]),
};

/** The words of TN3270E negotiation (RFC 2355 §3). */
const E = { connect: 1, deviceType: 2, functions: 3, is: 4, reason: 5, reject: 6, request: 7, send: 8 } as const;

/** Why a host rejects the name of a logical unit (RFC 2355 §7.1.6). Other reasons are about the type of the device. */
const NAME_REASONS: ReadonlyMap<number, string> = new Map([
  [0, 'is of a printer, or has one'],
  [1, 'is in use'],
  [3, 'is not known there'],
  [5, 'is not for this model'],
]);

/**
 * The functions of a display (RFC 2355 §7.2.1): BIND-IMAGE, RESPONSES, SYSREQ, and CONTENTION-RESOLUTION of the
 * Functional Extensions. The others are for printers.
 */
const FUNCTION = { bindImage: 0, responses: 2, systemRequest: 4, contentionResolution: 5 } as const;
const FUNCTIONS: ReadonlySet<number> = new Set(Object.values(FUNCTION));
/** Sequence numbers go from 0 to this (RFC 2355 §8.1.4). */
const LAST_SEQUENCE_NUMBER = 0x7fff;

const NOTHING = new Uint8Array(0);

/** How the octets of the server are to be read. */
export type Tn3270Mode = 'nvt' | 'tn3270' | 'tn3270e';

/** Receives each record with a header, also on a traditional connection. */
type RecordSink = (record: Uint8Array) => void;

/** One tn3270 connection. */
export class Tn3270Connection {
  readonly #model: Model;
  readonly #logicalUnit: string | null;
  readonly #decoder = new TelnetDecoder();
  readonly #options: TelnetOptions;
  readonly #record = new Collector(RECORD_LIMIT);
  #tooLong = false;
  #tn3270e: 'not-yet' | 'negotiating' | 'agreed' | 'refused' = 'not-yet';
  /** Text outside of 3270 mode, until the end of the chunk or the next record. */
  readonly #text = new Collector();
  #timesAsked = 0;
  /** Whether the server has left TN3270E: if it comes back, the display begins again. */
  #hasLeft = false;
  /** The functions of TN3270E that both ends have. */
  #functions: ReadonlySet<number> = new Set();
  /** Whether an application has the display: it has sent a BIND. */
  #isBound = false;
  #sequenceNumber = 0;
  #rejection: string | null = null;

  constructor(model: Model, logicalUnit: string | null = null) {
    this.#model = model;
    this.#logicalUnit = logicalUnit;
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

  /**
   * Who shows what a person types in line mode. Hosts that echo do so whether they suppress go-aheads or not, and x3270
   * ignores that option as well.
   */
  get echo(): Exclude<Echo, 'nobody' | 'characters'> {
    return this.#options.isOn('server', OPTION.echo) ? 'server' : 'terminal';
  }

  /** Why the host rejected the logical unit that was asked for, if nothing came of the session since; else `null`. */
  get rejection(): string | null {
    return this.#rejection;
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
        // Some servers decline TN3270E with WONT.
        const meant = verb === WONT && option === OPTION.tn3270e ? DONT : verb;
        const answer = this.#options.receive(meant, option);
        if (answer !== null) reply.add(answer);
        if (option === OPTION.tn3270e) this.#followOption(record);
      },
      subnegotiation: (option, parameters) => {
        if (!this.#options.isOn('client', option)) return;
        if (asksForType(option, parameters)) {
          // RFC 1646 §4
          const unit = this.#logicalUnit === null ? '' : `@${this.#logicalUnit}`;
          reply.add(typeIs(terminalTypeOf(this.#model) + unit));
        }
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
    const content = mode === 'tn3270e' ? this.#numbered(record) : record.subarray(HEADER_LENGTH);
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

  /** The octets of the SysReq key: Abort Output in TN3270E with this function (RFC 2355 §11); else there are none. */
  systemRequest(): Uint8Array {
    return this.mode === 'tn3270e' && this.#functions.has(FUNCTION.systemRequest)
      ? Uint8Array.of(IAC, ABORT_OUTPUT)
      : NOTHING;
  }

  /** A record with its sequence number; responses have that of the host. */
  #numbered(record: Uint8Array): Uint8Array {
    if (!isData(record) || !this.#functions.has(FUNCTION.responses)) return record;
    const numbered = record.slice();
    numbered.set(networkOrder(this.#sequenceNumber), HEADER_LENGTH - 2);
    this.#sequenceNumber = this.#sequenceNumber === LAST_SEQUENCE_NUMBER ? 0 : this.#sequenceNumber + 1;
    return numbered;
  }

  #data(octets: Uint8Array): void {
    if (this.mode === 'nvt') {
      // While TN3270E is negotiated, no data are due.
      if (this.#tn3270e !== 'negotiating') this.#text.add(octets);
    } else if (this.#record.add(octets) < octets.length) this.#tooLong = true;
  }

  #flushText(record: RecordSink): void {
    if (this.#text.length > 0) record(encodeRecord({ type: 'nvt', data: this.#text.take() }));
  }

  #endRecord(record: RecordSink): void {
    const { mode } = this;
    const octets = this.#record.take();
    if (this.#tooLong || octets.length === 0 || mode === 'nvt') return;
    this.#rejection = null;
    this.#flushText(record);
    if (mode !== 'tn3270e') record(encodeRecord({ type: 'data3270', data: octets }));
    else if (this.#isDue(octets)) record(octets);
  }

  /** Whether the functions allow a record of TN3270E now. Marks one after which the keyboard stays locked. */
  #isDue(octets: Uint8Array): boolean {
    const has = (name: keyof typeof FUNCTION): boolean => this.#functions.has(FUNCTION[name]);
    const [type, flags = 0] = octets;
    switch (type) {
      case DATA_TYPE.bind:
      case DATA_TYPE.unbind:
        if (has('bindImage')) this.#isBound = type === DATA_TYPE.bind;
        return has('bindImage');
      case DATA_TYPE.bid:
        return has('contentionResolution');
      case DATA_TYPE.data3270: {
        const holds = has('contentionResolution') && (flags & REQUEST.sendData) === 0;
        octets[1] = holds ? flags | REQUEST.hold : flags & ~REQUEST.hold;
        // Before a BIND, only the system services have the display.
        return this.#isBound || !has('bindImage');
      }
      default:
        return true;
    }
  }

  /** Follows the option TN3270E when it goes on or off. */
  #followOption(record: RecordSink): void {
    const on = this.#options.isOn('client', OPTION.tn3270e);
    if (on && this.#tn3270e === 'not-yet') {
      this.#tn3270e = 'negotiating';
      this.#flushText(record);
      if (this.#hasLeft) record(encodeRecord({ type: 'unbind', data: NOTHING }));
    } else if (!on && this.#tn3270e !== 'refused') {
      this.#hasLeft ||= this.#tn3270e === 'agreed';
      this.#leave('not-yet');
    }
  }

  /** What has come of a record is dropped, and nothing that was agreed on holds any longer. */
  #leave(state: 'not-yet' | 'refused'): void {
    this.#tn3270e = state;
    this.#record.take();
    this.#functions = new Set();
    this.#isBound = false;
    this.#sequenceNumber = 0;
    this.#timesAsked = 0;
  }

  /** Returns to the traditional way, for good. A server that left TN3270E itself may offer it again. */
  #refuse(): Uint8Array {
    this.#leave('refused');
    return this.#options.disable('client', OPTION.tn3270e) ?? new Uint8Array(0);
  }

  #negotiateE([what, verb, ...rest]: Uint8Array): Uint8Array {
    if (what === E.send && verb === E.deviceType) {
      const unit = this.#logicalUnit === null ? [] : [E.connect, ...octetsOfLatin1(this.#logicalUnit)];
      return this.#say(E.deviceType, E.request, ...octetsOfLatin1(deviceTypeOf(this.#model)), ...unit);
    }
    if (what === E.deviceType && verb === E.reject && this.#logicalUnit !== null) {
      const reason = rest[0] === E.reason ? NAME_REASONS.get(rest[1] ?? -1) : undefined;
      if (reason !== undefined) this.#rejection = `The host says that the LU name ${this.#logicalUnit} ${reason}.`;
    }
    if (what === E.deviceType) return verb === E.is ? this.#askForFunctions(...FUNCTIONS) : this.#refuse();
    if (what !== E.functions) return new Uint8Array(0);
    const common = rest.filter((code) => FUNCTIONS.has(code));
    const acceptable = common.length === rest.length;
    if (acceptable) {
      this.#tn3270e = 'agreed';
      this.#functions = new Set(rest);
    }
    if (verb === E.is) return acceptable ? new Uint8Array(0) : this.#refuse();
    if (verb !== E.request) return this.#refuse();
    return acceptable ? this.#say(E.functions, E.is, ...rest) : this.#askForFunctions(...common);
  }

  #say(...words: readonly number[]): Uint8Array {
    return subnegotiation(OPTION.tn3270e, words);
  }

  /** Asks for all functions at first, then for those of the server's that we have; after that, no TN3270E. */
  #askForFunctions(...functions: readonly number[]): Uint8Array {
    const MOST_TIMES = 2;
    this.#timesAsked++;
    if (this.#timesAsked > MOST_TIMES) return this.#refuse();
    return this.#say(E.functions, E.request, ...functions);
  }
}

/**
 * A tn3270 session.
 *
 * @param model - decides on the size of the screen, and the type of terminal that the host is told
 * @param logicalUnit - the name of the logical unit (LU) to have, in ASCII; `null` = the host chooses one
 * @example
 * ```ts
 * const session = tn3270Session(2);
 * session.receive(Uint8Array.of(255, 253, 40)).reply; // Uint8Array.of(255, 251, 40)
 * session.control({ type: 'key', key: 'attention' }); // Uint8Array.of(255, 243)
 * ```
 */
export function tn3270Session(model: Model, logicalUnit: string | null = null): SessionProtocol {
  const connection = new Tn3270Connection(model, logicalUnit);
  return {
    receive(chunk) {
      const before = connection.echo;
      const records: Uint8Array[] = [];
      const reply = connection.receive(chunk, (record) => records.push(record));
      if (connection.overflow) throw new ProtocolError('malformed', 'The server sent a record that is too long.');
      const { echo } = connection;
      return { ...NOTHING_AGREED, data: NOTHING, records, reply, echo: echo === before ? null : echo };
    },
    type: (record) => (isRecord(record) ? connection.send(record) : NOTHING),
    control(command) {
      if (command.type !== 'key') return NOTHING;
      if (command.key === 'attention') return connection.attention();
      return command.key === 'system-request' ? connection.systemRequest() : NOTHING;
    },
    wake: () => connection.wake(),
    closed: () => (connection.rejection === null ? null : { code: 'lu-refused', message: connection.rejection }),
  };
}
