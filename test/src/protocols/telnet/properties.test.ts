/**
 * Properties of the decoders of terminal protocols, over streams with errors. `npm run fuzz` tries each a million times
 * with new inputs.
 */
import { describe, expect, it } from 'vitest';
import { concatOctets } from '../../../../src/octets/octets.ts';
import { foreignProtocol } from '../../../../src/protocols/greeting.ts';
import { Rlogin } from '../../../../src/protocols/telnet/session.ts';
import { Telnet } from '../../../../src/protocols/telnet/telnet.ts';
import { END_OF_RECORD, escapeData, IAC, TelnetDecoder } from '../../../../src/protocols/telnet/telnet-decoder.ts';
import { rowsOf } from '../../../../src/protocols/tn3270/appearance.ts';
import { AID_KEYS, type AidKey } from '../../../../src/protocols/tn3270/codes.ts';
import { DATA_TYPE, encodeRecord, HEADER_LENGTH, RECORD_LIMIT } from '../../../../src/protocols/tn3270/header.ts';
import type { EditKey } from '../../../../src/protocols/tn3270/input.ts';
import { type BufferOrder, decodeOrders, encodeOrders } from '../../../../src/protocols/tn3270/orders.ts';
import { Tn3270Connection, type Tn3270Mode } from '../../../../src/protocols/tn3270/records.ts';
import type { Cell, Model } from '../../../../src/protocols/tn3270/screen.ts';
import { decodeStructuredFields } from '../../../../src/protocols/tn3270/structured.ts';
import { REPLY_LIMIT, Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';
import fc, { runs } from '../../../fast-check.ts';
import { hex, LAST_PLACE, someCuts } from './cuts.ts';
import { mutated } from './mutations.ts';

const SIZE = { columns: 80, rows: 24 };
/** Milliseconds: a million tries need minutes, and an hour on a busy machine. */
const TIMEOUT = 120_000 + runs().numRuns * 20;

const place = fc.nat(LAST_PLACE);

/** One way to read a stream: a function for chunks, and what it has come to, as lists of numbers. */
type Reader = () => {
  readonly receive: (chunk: Uint8Array) => void;
  readonly result: () => readonly (readonly number[])[];
};

/** Reading does not depend on cuts. */
function sameHoweverCut(reader: Reader): (octets: Uint8Array, place: number) => void {
  const read = (chunks: Iterable<Uint8Array>): readonly (readonly number[])[] => {
    const { receive, result } = reader();
    for (const chunk of chunks) receive(chunk);
    return result();
  };
  return (octets, place) => {
    const whole = read([octets.slice()]);
    for (const chunks of someCuts(octets, place)) {
      const parts = read(chunks);
      if (!equal(parts, whole)) expect(parts).toEqual(whole);
    }
  };
}

/** As `toEqual`, but fast. */
function equal(one: readonly (readonly number[])[], other: readonly (readonly number[])[]): boolean {
  return one.length === other.length && one.every((list, index) => same(list, other[index] ?? []));
}

function same(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return one.length === other.length;
}

const sameCell = (one: Cell, other: Cell): boolean =>
  one === other ||
  (one.kind === 'field'
    ? other.kind === 'field' && one.attribute === other.attribute
    : other.kind === 'character' && one.code === other.code && one.graphic === other.graphic);

function expectEqual(one: ArrayLike<number>, other: ArrayLike<number>): void {
  if (!same(one, other)) expect(Array.from(one)).toEqual(Array.from(other));
}

function append(list: number[], octets: Uint8Array): void {
  for (const octet of octets) list.push(octet);
}

const telnetReader: Reader = () => {
  const telnet = new Telnet(SIZE);
  const data: number[] = [];
  const reply: number[] = [];
  let received = 0;
  return {
    receive: (chunk) => {
      received += chunk.length;
      const output = telnet.receive(chunk);
      append(data, output.data);
      append(reply, output.reply);
      // The longest reply, the environment, has 64 octets, and answers a question of six.
      if (reply.length > 11 * received) expect(reply).toHaveLength(11 * received);
    },
    result: () => [data, reply, [telnet.echo === 'server' ? 1 : 0]],
  };
};

const rloginReader: Reader = () => {
  const rlogin = new Rlogin(SIZE);
  const data: number[] = [];
  const reply: number[] = [];
  return {
    receive: (chunk) => {
      const output = rlogin.receive(chunk);
      append(data, output.data);
      append(reply, output.reply);
    },
    result: () => [data, reply, [...(rlogin.refusal ?? '')].map((character) => character.charCodeAt(0))],
  };
};

const MODES: readonly Tn3270Mode[] = ['nvt', 'tn3270', 'tn3270e'];

const tn3270Reader: Reader = () => {
  const connection = new Tn3270Connection(2);
  const records: number[][] = [];
  const reply: number[] = [];
  const add = (record: Uint8Array): void => {
    if (record.length > RECORD_LIMIT + HEADER_LENGTH) expect(record).toHaveLength(RECORD_LIMIT);
    const last = records.at(-1);
    // Text comes in as many pieces as the network has.
    if (record[0] === DATA_TYPE.nvt && last?.[0] === DATA_TYPE.nvt) append(last, record.subarray(HEADER_LENGTH));
    else records.push([...record]);
  };
  return {
    receive: (chunk) => append(reply, connection.receive(chunk, add)),
    result: () => [reply, [MODES.indexOf(connection.mode)], ...records],
  };
};

describe('telnet', () => {
  const streams = mutated([
    'fffb25fffb26fffd18fffd20fffd23fffd27fffd24 fffa1801fff0 fffb03fffd01fffd22fffd1f',
    'fffb01 6c6f67696e3a20 0d00 0d0a ffff fff9 fffc01',
    'fffd1f fffd00 fffb00 0d00ff ff fffe00 fffc00 0d00',
    'fffa18fffff0ff01fffb03',
    'fffd27 fffa2701fff0 fffa270100fff0',
  ]);

  it(
    'is read the same however it is cut, and replies are no flood',
    () => {
      fc.assert(fc.property(streams, place, sameHoweverCut(telnetReader)), runs());
    },
    TIMEOUT,
  );

  it(
    'reads what it writes',
    () => {
      const chunks = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 4 });
      fc.assert(
        fc.property(chunks, fc.boolean(), (typed, binary) => {
          const telnet = new Telnet(SIZE);
          if (binary) telnet.receive(Uint8Array.of(255, 253, 0));
          const sent = concatOctets(typed.map((octets) => telnet.type(octets)));
          const read: number[] = [];
          const fail = (): never => {
            throw new Error('Typed text became a command.');
          };
          const sink = {
            data: (octets: Uint8Array) => read.push(...octets),
            command: fail,
            negotiation: fail,
            subnegotiation: fail,
          };
          new TelnetDecoder().receive(sent, sink);
          // The server removes the NUL after each CR that no LF follows.
          const expected = typed.flatMap((octets) =>
            [...octets].flatMap((octet, index) =>
              octet === 0x0d && !binary && octets[index + 1] !== 0x0a ? [octet, 0] : [octet],
            ),
          );
          expect(read).toEqual(expected);
        }),
        runs(),
      );
    },
    TIMEOUT,
  );
});

it(
  'rlogin is read the same however it is cut',
  () => {
    const streams = mutated(['00 50617373776f72643a20', '01 7065726d697373696f6e2064656e6965642e0d0a 78', '0000ff80']);
    fc.assert(fc.property(streams, place, sameHoweverCut(rloginReader)), runs());
  },
  TIMEOUT,
);

it(
  'what a greeting is does not change with the octets that follow',
  () => {
    const streams = mutated([
      '5353482d322e300d0a',
      '323230206d61696c2e6578616d706c652045534d545020506f73746669780d0a',
      '2a204f4b20494d415020726561647920',
      '2b4f4b20504f50330d0a',
      '485454502f312e3120343030',
      '524642203030332e3030380a',
      '4a0000000a382e302e333600',
    ]);
    fc.assert(
      fc.property(streams, (octets) => {
        let before: ReturnType<typeof foreignProtocol> = 'more';
        for (let length = 0; length <= octets.length; length++) {
          const now = foreignProtocol(octets.subarray(0, length));
          if (before !== 'more') expect(now).toBe(before);
          before = now;
        }
      }),
      runs(),
    );
  },
  TIMEOUT,
);

describe('tn3270', () => {
  const TRADITIONAL = 'fffd18fffa1801fff0fffd19fffb19fffd00fffb00';
  const ALL_FUNCTIONS = 'fffd28fffa280802fff0fffa2802044942010041fff0fffa28030400020405fff0';
  const TN3270E = 'fffd28fffa280802fff0fffa2802044942010041fff0fffa280304fff0';
  /** Records of the 3270 data stream: writes, reads and structured fields, with every order. */
  const RECORDS = [
    'f5c2 114040 1d60 c1c2c3 114150 1df0 c1 13 05 1d40 124141 3c4250 40',
    '7ec3 2902c060 42f2 c1 2842f6 2841f4 c2 280000 08c5 3c4040 08a2 2c01 41f4',
    'f1c7 115d7f c1c2 0ec1c20f 05 05 13 127d7f',
    '6f f2 f6 6e',
    'f3 0005 01ff02 0007 01ff03 8081 000c 4000 f5c2 11405a c1c2c3 0005 0100f2',
    'f3 0007 0900024243 0006 0c000100 0004 0380 0006 4000 6f c2 0005 d04112 0000 4000 f1c2c1',
    '0d8511f55b1d60d9e4d5d5c9d5c74040',
  ];

  /** A connection whose negotiation is over. */
  function negotiated(negotiation: string): Tn3270Connection {
    const connection = new Tn3270Connection(2);
    connection.receive(hex(negotiation), () => {});
    return connection;
  }

  it(
    'is read the same however it is cut',
    () => {
      const streams = mutated([
        `${TRADITIONAL} f5c21140401d60c1ffff ffef f6ffef`,
        `${TN3270E} 0000000000 f5c2c1ffff ffef 0300000000 ffef`,
        `${ALL_FUNCTIONS} 0300000000 31 ffef 0001020001 f5c2c1 ffef 0900020002 ffef 0400000003 ffef`,
        `48690d0a ${TN3270E} fffe28 ${TRADITIONAL} f5c2ffef`,
        ...RECORDS.map((record) => `${TRADITIONAL} ${record} ffef`),
      ]);
      fc.assert(fc.property(streams, place, sameHoweverCut(tn3270Reader)), runs());
    },
    TIMEOUT,
  );

  it(
    'a record is the same after it is sent and read',
    () => {
      const content = fc.uint8Array({ minLength: 1, maxLength: 40 });
      fc.assert(
        fc.property(content, fc.constantFrom(TRADITIONAL, TN3270E), (data, negotiation) => {
          const record = encodeRecord({ type: 'data3270', data });
          const read: Uint8Array[] = [];
          negotiated(negotiation).receive(negotiated(negotiation).send(record), (whole) => read.push(whole));
          expect(read).toEqual([record]);
        }),
        runs(),
      );
    },
    TIMEOUT,
  );

  const model = fc.constantFrom<Model>(2, 3, 4, 5);
  const writes = mutated(RECORDS);
  const key = fc.oneof(
    fc
      .constantFrom<EditKey>(
        ...(['tab', 'backtab', 'newline', 'home', 'left', 'right', 'up', 'down', 'backspace'] as const),
        ...(['delete', 'erase-eof', 'erase-input', 'insert', 'duplicate', 'field-mark', 'reset'] as const),
      )
      .map((name) => ({ edit: name })),
    fc.constantFrom<AidKey>(...(Object.keys(AID_KEYS) as AidKey[])).map((name) => ({ send: name })),
    fc.constantFrom('a', 'Z', '7', '日', '⍴', 'a long text that goes over fields').map((text) => ({ text })),
  );

  function act(terminal: Terminal3270, step: { edit: EditKey } | { send: AidKey } | { text: string }): void {
    if ('edit' in step) terminal.press(step.edit);
    else if ('send' in step) terminal.send(step.send);
    else terminal.type(step.text);
  }

  /** A display behind a connection. */
  class Display {
    readonly terminal: Terminal3270;
    readonly #connection = negotiated(TRADITIONAL);

    constructor(model: Model) {
      this.terminal = new Terminal3270({ model, page: 37 });
    }

    /** Takes octets of the host. Returns the records for the host. */
    receive(octets: Uint8Array): Uint8Array[] {
      const replies: Uint8Array[] = [];
      this.#connection.receive(octets, (record) => replies.push(...this.terminal.receive(record).replies));
      return replies;
    }

    /** Whether both show the same. */
    equals({ terminal: { screen: other } }: Display): boolean {
      const { screen } = this.terminal;
      if (screen.length !== other.length || screen.cursor !== other.cursor) return false;
      for (let at = 0; at < screen.length; at++) if (!sameCell(screen.at(at), other.at(at))) return false;
      return true;
    }
  }

  it(
    'the display stays whole and is the same octet by octet, whatever a host sends and a person types',
    () => {
      const steps = fc.array(fc.oneof(writes, key), { maxLength: 8 });
      fc.assert(
        fc.property(model, steps, (number, sequence) => {
          const whole = new Display(number);
          const cut = new Display(number);
          const { terminal } = whole;
          for (const step of sequence) {
            if (step instanceof Uint8Array) {
              const wire = concatOctets([escapeData(step), Uint8Array.of(IAC, END_OF_RECORD)]);
              const replies = concatOctets([...wire].flatMap((octet) => cut.receive(Uint8Array.of(octet))));
              expectEqual(concatOctets(whole.receive(wire.slice())), replies);
              // The last reply may go over the limit: at most the whole screen with all attributes.
              if (replies.length > REPLY_LIMIT + 12 * terminal.screen.length) expect(replies.length).toBe(REPLY_LIMIT);
            } else {
              for (const display of [whole, cut]) act(display.terminal, step);
            }
            const { rows, columns } = terminal.screen.size;
            const { length, cursor } = terminal.screen;
            if (length !== rows * columns || !(cursor >= 0 && cursor < length))
              expect({ length, cursor }).toBe('possible');
          }
          if (!whole.equals(cut)) expect(rowsOf(cut.terminal.screen, 37)).toEqual(rowsOf(terminal.screen, 37));
          const cells = rowsOf(terminal.screen, 37)
            .flat()
            .reduce((sum, run) => sum + run.characters.length, 0);
          expect(cells).toBe(terminal.screen.length);
        }),
        runs(),
      );
    },
    TIMEOUT,
  );

  it(
    'structured fields take every octet string',
    () => {
      fc.assert(
        fc.property(writes, (octets) => {
          const fields = [...decodeStructuredFields(octets)];
          expect(fields.length).toBeLessThanOrEqual(octets.length / 3 + 1);
        }),
        runs(),
      );
    },
    TIMEOUT,
  );

  it(
    'orders are the same after encoding and decoding',
    () => {
      const octet = fc.nat(0xff);
      const address = fc.nat(3563);
      const pair = fc.tuple(octet, octet);
      const character = fc.integer({ min: 0x40, max: 0xff });
      const order: fc.Arbitrary<BufferOrder> = fc.oneof(
        fc.record({
          kind: fc.constant('text' as const),
          octets: fc.uint8Array({ minLength: 1, maxLength: 9, min: 0x40 }),
        }),
        fc.record({ kind: fc.constant('graphic-escape' as const), code: octet }),
        fc.record({ kind: fc.constant('set-buffer-address' as const), address }),
        fc.record({ kind: fc.constant('start-field' as const), attribute: octet }),
        fc.record({
          kind: fc.constantFrom('start-field-extended', 'modify-field'),
          pairs: fc.array(pair, { maxLength: 4 }),
        }),
        fc.record({ kind: fc.constant('set-attribute' as const), pair }),
        fc.record({ kind: fc.constantFrom('insert-cursor', 'program-tab') }),
        fc.record({
          kind: fc.constant('repeat-to-address' as const),
          address,
          character: fc.record({ code: character, graphic: fc.boolean() }),
        }),
        fc.record({ kind: fc.constant('erase-unprotected-to-address' as const), address }),
      );
      // Two texts in a row are one.
      const orders = fc
        .array(order, { maxLength: 12 })
        .map((list) => list.filter(({ kind }, index) => kind !== 'text' || list[index - 1]?.kind !== 'text'));
      const addressing = fc.constantFrom('12-14-bit' as const, '16-bit' as const);
      fc.assert(
        fc.property(orders, addressing, fc.constantFrom(3564, 16_384), (list, how, size) => {
          expect([...decodeOrders(encodeOrders(list, size, how), how)]).toEqual(list);
        }),
        runs(),
      );
    },
    TIMEOUT,
  );
});
