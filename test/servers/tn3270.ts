/**
 * A tn3270 server for tests and for the museum, by TN3270E (RFC 2355) with clients that speak it, else in the
 * traditional way (RFC 1576): it asks what the terminal can do, and shows a form with every kind of field, colour and
 * highlighting, in 24 or 43 rows.
 */
import { type Conversation, Gone } from './conversation.ts';
import { listen, type RunningServer, type ServerOptions } from './listener.ts';
import { at, ebcdic, extendedField, FIELD, field, readInput } from './tn3270/datastream.ts';

const [IAC, SE, SB, WILL, WONT, DO, END_OF_RECORD] = [0xff, 240, 250, 251, 252, 253, 239];
const [BINARY, TERMINAL_TYPE, EOR, TN3270E] = [0, 24, 25, 40];

/** The words of TN3270E (RFC 2355 §3), and the octets of its header. */
const [CONNECT, DEVICE_TYPE, FUNCTIONS, IS, REQUEST, SEND] = [1, 2, 3, 4, 7, 8];
const HEADER = [0, 0, 0, 0, 0];
/** The name of the session. */
const LOGICAL_UNIT = 'MUSEUM01';

/**
 * Commands, attention identifiers, and the write control character that restores the keyboard and resets the fields.
 */
const [WRITE, ERASE_WRITE, ERASE_WRITE_ALTERNATE, STRUCTURED] = [0xf1, 0xf5, 0x7e, 0xf3];
const [ENTER, PF1, PF3, CLEAR, QUERY_REPLY] = [0x7d, 0xf1, 0xf3, 0x6d, 0x88];
const RESTORE = 0xc3;
const RESTORE_WITH_ALARM = 0xc7;

/** Read Partition (Query) for all partitions. */
const QUERY = [STRUCTURED, 0x00, 0x05, 0x01, 0xff, 0x02];
/** The code of the query reply about the usable area, in which the columns and rows follow. */
const USABLE_AREA = 0x81;

const COLORS: readonly (readonly [code: number, name: string])[] = [
  [0xf1, 'blue'],
  [0xf2, 'red'],
  [0xf3, 'pink'],
  [0xf4, 'green'],
  [0xf5, 'turquoise'],
  [0xf6, 'yellow'],
  [0xf7, 'white'],
];

const HIGHLIGHTS: readonly (readonly [code: number, name: string])[] = [
  [0xf1, 'blink'],
  [0xf2, 'reverse'],
  [0xf4, 'underscore'],
  [0xf8, 'intensify'],
];

const NAME_ROW = 6;
const AGE_ROW = 7;
const SECRET_ROW = 8;
const INPUT_COLUMN = 20;
const ANSWER_ROW = 20;

export interface Tn3270Options extends ServerOptions {
  /** Whether the server offers TN3270E; it does unless this is `false`. */
  readonly tn3270e?: boolean;
}

/** Starts the server. */
export function startTn3270({ tn3270e = true, ...options }: Tn3270Options = {}): Promise<RunningServer> {
  return listen('tn3270', options, (conversation) => serve(conversation, tn3270e));
}

async function serve(conversation: Conversation, tn3270e: boolean): Promise<void> {
  const host = new Host(conversation);
  await host.negotiate(tn3270e);
  await host.write(QUERY);
  const rows = rowsIn(await host.record());
  const large = rows >= 43;
  const form = [large ? ERASE_WRITE_ALTERNATE : ERASE_WRITE, RESTORE, ...formOf(host.terminal, large ? 43 : 24)];
  await host.write(form);
  for (;;) {
    const { aid, fields } = readInput(await host.record());
    const at = (row: number): string =>
      fields.find(({ address }) => address === (row - 1) * 80 + INPUT_COLUMN)?.text.trim() ?? '';
    switch (aid) {
      case PF3:
        await host.write([ERASE_WRITE, RESTORE, ...field(FIELD.label, 'Goodbye.')]);
        return;
      case CLEAR:
        await host.write(form);
        break;
      case ENTER:
        await answer(
          host,
          `Hello ${at(NAME_ROW) || 'nobody'}, aged ${at(AGE_ROW) || 'nothing'}, ${at(SECRET_ROW).length} secret letters.`,
        );
        break;
      case PF1:
        await answer(host, 'PF3 leaves, Clear begins again, Enter sends.');
        break;
      default:
        await answer(host, `The key ${aid.toString(16)} does nothing here.`, RESTORE_WITH_ALARM);
    }
  }
}

function answer(host: Host, text: string, control = RESTORE): Promise<void> {
  return host.write([WRITE, control, ...at(ANSWER_ROW, 2), ...ebcdic(text.padEnd(78))]);
}

function formOf(terminal: string, rows: number): number[] {
  const input = (row: number, label: string, attribute: number, width: number): number[] => [
    ...at(row, 2),
    ...field(FIELD.label, label),
    ...at(row, INPUT_COLUMN),
    ...field(attribute),
    ...at(row, INPUT_COLUMN + width + 1),
    ...field(FIELD.label),
  ];
  const samples = (row: number, type: number, list: typeof COLORS): number[] => [
    ...at(row, 2),
    ...list.flatMap(([code, name]) => extendedField(FIELD.label, [[type, code]], name)),
    ...field(FIELD.label),
  ];
  return [
    ...at(1, 1),
    ...field(FIELD.bright, 'THE TERMINAL ROOM OF THE MUSEUM'),
    ...at(2, 1),
    ...field(FIELD.label, `You have an ${terminal} with ${rows} rows.`),
    ...input(NAME_ROW, 'Name', FIELD.input, 20),
    ...input(AGE_ROW, 'Age (a number)', FIELD.numeric, 3),
    ...input(SECRET_ROW, 'Secret (hidden)', FIELD.hidden, 8),
    ...at(11, 2),
    ...field(FIELD.label, 'Colours:'),
    ...samples(12, 0x42, COLORS),
    ...at(14, 2),
    ...field(FIELD.label, 'Highlighting:'),
    ...samples(15, 0x41, HIGHLIGHTS),
    ...at(17, 2),
    ...field(FIELD.label, 'One word '),
    // Set Attribute: yellow, then the default.
    ...[0x28, 0x42, 0xf6, ...ebcdic('yellow'), 0x28, 0x00, 0x00, ...ebcdic(' in a field.')],
    ...at(ANSWER_ROW, 1),
    ...field(FIELD.bright),
    ...at(ANSWER_ROW + 1, 1),
    ...field(FIELD.label),
    ...at(rows - 1, 1),
    ...field(FIELD.label, 'Enter=Send  PF1=Help  PF3=Leave  Clear=Begin again'),
    // The cursor goes to the first input.
    ...at(NAME_ROW, INPUT_COLUMN + 1),
    0x13,
  ];
}

/** The rows of the usable area in a query reply; 24 if it has none. */
function rowsIn(record: Uint8Array): number {
  if (record[0] !== QUERY_REPLY) return 24;
  for (let at = 1; at + 4 < record.length; ) {
    const length = (record[at] ?? 0) * 256 + (record[at + 1] ?? 0);
    if (record[at + 3] === USABLE_AREA) return (record[at + 8] ?? 0) * 256 + (record[at + 9] ?? 0);
    if (length < 4) break;
    at += length;
  }
  return 24;
}

/** The server's end of one connection. */
class Host {
  /** The terminal type of the client. */
  terminal = '';
  /** The client's answer to TN3270E; `null` = there is none yet. */
  #hasHeaders: boolean | null = null;
  /** Whether the functions of TN3270E, of which we have none, are agreed on. */
  #agreed = false;
  readonly #conversation: Conversation;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  async negotiate(offerTn3270e: boolean): Promise<void> {
    if (offerTn3270e) {
      await this.#octets([IAC, DO, TN3270E]);
      while (this.#hasHeaders === null) await this.#octet();
    }
    if (this.#hasHeaders) {
      await this.#subnegotiate([TN3270E, SEND, DEVICE_TYPE]);
      while (!this.#agreed) await this.#octet();
      return;
    }
    await this.#octets([IAC, DO, TERMINAL_TYPE]);
    await this.#subnegotiate([TERMINAL_TYPE, 1]);
    while (this.terminal === '') await this.#octet();
    for (const option of [EOR, BINARY]) await this.#octets([IAC, DO, option, IAC, WILL, option]);
  }

  /** Sends a record. */
  async write(record: readonly number[]): Promise<void> {
    const whole = this.#hasHeaders ? [...HEADER, ...record] : record;
    const escaped = whole.flatMap((octet) => (octet === IAC ? [IAC, IAC] : [octet]));
    await this.#conversation.body([Buffer.from([...escaped, IAC, END_OF_RECORD])]);
  }

  /** The next record. */
  async record(): Promise<Uint8Array> {
    const octets: number[] = [];
    for (let octet = await this.#octet(); octet !== 'end'; octet = await this.#octet()) {
      if (octet !== 'command') octets.push(octet);
    }
    return Uint8Array.from(this.#hasHeaders ? octets.slice(HEADER.length) : octets);
  }

  /** The next octet of data, the end of a record, or a command, which is carried out. */
  async #octet(): Promise<number | 'end' | 'command'> {
    const octet = await this.#raw();
    if (octet !== IAC) return octet;
    const command = await this.#raw();
    if (command === IAC) return IAC;
    if (command === END_OF_RECORD) return 'end';
    if (command >= WILL) {
      const option = await this.#raw();
      if (option === TN3270E) this.#hasHeaders = command !== WONT;
    }
    if (command !== SB) return 'command';
    const parameters: number[] = [];
    for (let next = await this.#raw(); ; next = await this.#raw()) {
      if (next === IAC && (await this.#raw()) === SE) break;
      parameters.push(next);
    }
    const [option, verb, word, ...rest] = parameters;
    if (option === TERMINAL_TYPE) this.terminal = String.fromCharCode(...parameters.slice(2));
    if (option === TN3270E) await this.#answerE(verb, word, rest);
    return 'command';
  }

  async #answerE(what: number | undefined, word: number | undefined, rest: readonly number[]): Promise<void> {
    if (what === DEVICE_TYPE && word === REQUEST) {
      // A client may add CONNECT and the name of a session.
      const type = rest.includes(CONNECT) ? rest.slice(0, rest.indexOf(CONNECT)) : rest;
      this.terminal = String.fromCharCode(...type);
      await this.#subnegotiate([TN3270E, DEVICE_TYPE, IS, ...type, CONNECT, ...Buffer.from(LOGICAL_UNIT)]);
    }
    if (what !== FUNCTIONS) return;
    this.#agreed = rest.length === 0;
    if (word === REQUEST) await this.#subnegotiate([TN3270E, FUNCTIONS, this.#agreed ? IS : REQUEST]);
  }

  async #raw(): Promise<number> {
    const [octet] = await this.#conversation.exactly(1);
    if (octet === undefined) throw new Gone();
    return octet;
  }

  #subnegotiate(parameters: readonly number[]): Promise<void> {
    return this.#octets([IAC, SB, ...parameters, IAC, SE]);
  }

  async #octets(octets: readonly number[]): Promise<void> {
    await this.#conversation.reply(String.fromCharCode(...octets));
  }
}
