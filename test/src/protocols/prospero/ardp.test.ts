/** ARDP: packets and time go in, packets and the answer come out. */
import { describe, expect, it, test } from 'vitest';
import { concatOctets, latin1Of, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { ArdpExchange, ardpError, GIVEN_UP, LARGEST_ANSWER } from '../../../../src/protocols/prospero/ardp.ts';
import { CONNECTION_ID as ID, packet } from './packets.ts';

const QUESTION = octetsOfLatin1('VERSION 5\n');

const started = (version: 1 | 5 = 5): ArdpExchange => {
  const exchange = new ArdpExchange({ text: QUESTION, connectionId: ID, version });
  exchange.start(0);
  return exchange;
};

const short = (text: string): Uint8Array => concatOctets([Uint8Array.of(3, ID >> 8, ID & 0xff), text]);
const acknowledgement = (received: number): Uint8Array =>
  Uint8Array.of(9, ID >> 8, ID & 0xff, 0, 0, 0, 0, received >> 8, received & 0xff);

function answerIn({ outcome }: ArdpExchange): string | null {
  return outcome.kind === 'answer' ? latin1Of(outcome.octets) : null;
}

test('a request is one packet with a header of nine octets', () => {
  const exchange = new ArdpExchange({ text: QUESTION, connectionId: ID, version: 5 });
  expect(exchange.start(0)).toEqual([concatOctets([Uint8Array.of(9, 0x12, 0x34, 0, 1, 0, 1, 0, 0), QUESTION])]);
});

test('a long request is several packets', () => {
  const exchange = new ArdpExchange({ text: new Uint8Array(3000), connectionId: ID, version: 5 });
  const packets = exchange.start(0);
  expect(packets.map((one) => [...one.subarray(0, 9)])).toEqual([
    [9, 0x12, 0x34, 0, 1, 0, 3, 0, 0],
    [9, 0x12, 0x34, 0, 2, 0, 3, 0, 0],
    [9, 0x12, 0x34, 0, 3, 0, 3, 0, 0],
  ]);
  expect(packets.map(({ length }) => length - 9)).toEqual([1200, 1200, 600]);
});

test('a short answer has a header of three octets', () => {
  const exchange = started();
  expect(exchange.receive(short('FAILURE NOT-FOUND\n'), 5)).toEqual([]);
  expect(answerIn(exchange)).toBe('FAILURE NOT-FOUND\n');
});

test('the request is repeated 4 and 12 seconds after the first packet, and given up after 20', () => {
  const exchange = new ArdpExchange({ text: QUESTION, connectionId: ID, version: 5 });
  const [first] = exchange.start(1000);
  const sent: number[] = [];
  for (let now = 1000; exchange.outcome.kind === 'waiting'; now += 500) {
    for (const datagram of exchange.tick(now)) {
      expect(datagram).toEqual(first);
      sent.push(now);
    }
    expect(now).toBeLessThan(30_000);
  }
  expect(sent).toEqual([5000, 13_000]);
  expect(exchange.outcome).toEqual({ kind: 'failed', why: 'timeout', delay: null });
  expect(exchange.receive(short('late'), 22_000)).toEqual([]);
  expect(exchange.outcome.kind).toBe('failed');
});

test('a server that asks for patience delays the repetition, not the end', () => {
  const exchange = started();
  exchange.receive(packet(0, '', { wait: 10 }), 1000);
  expect(exchange.tick(4500)).toEqual([]);
  expect(exchange.tick(11_000)).toHaveLength(1);
  exchange.receive(packet(0, '', { wait: 600 }), 12_000);
  expect(exchange.wakeAt).toBe(GIVEN_UP);
});

test('packets in any order, twice, with the total in the last one', () => {
  const exchange = started();
  for (const [number, text] of [
    [2, 'b'],
    [2, 'b'],
    [1, 'a'],
    [1, 'x'],
  ] as const)
    exchange.receive(packet(number, text), 5);
  expect(exchange.outcome.kind).toBe('waiting');
  exchange.receive(packet(3, 'c', { total: 3 }), 5);
  expect(answerIn(exchange)).toBe('abc');
});

test('the sixteenth packet asks for an acknowledgement, and the seventeenth follows', () => {
  const exchange = started();
  for (let number = 1; number < 16; number++) expect(exchange.receive(packet(number, 'a'), 5)).toEqual([]);
  expect(exchange.receive(packet(16, 'a', { ask: true }), 5)).toEqual([acknowledgement(16)]);
  // The acknowledgement was lost.
  expect(exchange.receive(packet(16, 'a', { ask: true }), 5)).toEqual([acknowledgement(16)]);
  exchange.receive(packet(17, 'b', { total: 17 }), 6);
  expect(answerIn(exchange)).toBe(`${'a'.repeat(16)}b`);
});

test('an acknowledgement names the last packet before a gap', () => {
  const exchange = started();
  exchange.receive(packet(1, 'a'), 5);
  expect(exchange.receive(packet(3, 'c', { ask: true }), 5)).toEqual([acknowledgement(1)]);
});

test('when packets stay away, the client says which it has, less and less often', () => {
  const exchange = started();
  exchange.receive(packet(1, 'a'), 0);
  const sent: number[] = [];
  for (let now = 0; now < GIVEN_UP; now += 100) {
    for (const datagram of exchange.tick(now)) {
      expect(datagram).toEqual(acknowledgement(1));
      sent.push(now);
    }
  }
  expect(sent).toEqual([500, 1000, 2000, 4000, 8000, 12_000, 16_000]);
});

describe('connection ids', () => {
  it.each([
    [5, ID, true],
    [5, 0, false],
    [5, ID + 1, false],
    [1, 0, true],
    [1, ID, true],
    [1, ID + 1, false],
  ] as const)('version %i, id %i: %s', (version, id, taken) => {
    const exchange = started(version);
    exchange.receive(packet(1, 'a', { id, total: 1 }), 5);
    expect(answerIn(exchange)).toBe(taken ? 'a' : null);
  });
});

describe('what ends a question', () => {
  const option = (code: number): Uint8Array => Uint8Array.of(13, ID >> 8, ID & 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, code);

  it.each([
    ['refused', [option(1)]],
    ['redirected', [option(4)]],
    ['redirected', [option(7)]],
    ['version', [option(8)]],
    ['version', [Uint8Array.of(0)]],
    ['malformed', [packet(3, 'a', { total: 2 })]],
    ['malformed', [packet(1, 'a', { total: 2 }), packet(2, 'a', { total: 3 })]],
    ['malformed', [packet(5, 'a'), packet(1, 'a', { total: 3 })]],
    ['malformed', [packet(1, 'a', { total: 2 }), packet(3, 'a')]],
    ['too-large', Array.from({ length: 17 }, (_, index) => packet(index + 1, new Uint8Array(LARGEST_ANSWER / 16)))],
  ] as const)('%s', (why, packets) => {
    const exchange = started();
    for (const datagram of packets) exchange.receive(datagram, 5);
    expect(exchange.outcome).toEqual({ kind: 'failed', why, delay: null });
  });
});

describe('a server that asks to wait (TM11)', () => {
  const control = (wait: number, text: string, ...option: readonly number[]): Uint8Array =>
    concatOctets([
      Uint8Array.of(12 + option.length, ID >> 8, ID & 0xff, 0, 0, 0, 0, 0, 0, wait >> 8, wait & 0xff, 0, ...option),
      octetsOfLatin1(text),
    ]);

  it.each([
    ['for long', control(65_535, ''), 'The server asks you to wait 18 hours.', 65_535],
    [
      'with words',
      control(300, 'Archie is busy.\n'),
      'The server asks you to wait 5 minutes. It says: “Archie is busy.”',
      300,
    ],
    [
      'in its queue',
      control(0, '', 254, 3, 0, 12, 0, 0, 0, 90),
      'The server asks you to wait 90 seconds. This request is number 12 in its queue.',
      90,
    ],
    [
      'at a place, without a time',
      control(0, '', 254, 1, 0, 2),
      'The server asks you to wait. This request is number 2 in its queue.',
      null,
    ],
    ['in a report that is cut', control(30, '', 254, 3, 0), 'The server asks you to wait 30 seconds.', 30],
  ])('%s', (_, datagram, message, retryAfter) => {
    const exchange = started();
    exchange.receive(datagram, 5);
    expect(exchange.outcome.kind).toBe('waiting');
    exchange.tick(GIVEN_UP + 5);
    const { outcome } = exchange;
    if (outcome.kind !== 'failed') throw new Error('still waiting');
    expect(outcome.why).toBe('queued');
    expect(ardpError(outcome.why, outcome.delay)).toMatchObject({ code: 'busy', message, retryAfter });
  });

  it('and answers after all, is answered', () => {
    const exchange = started();
    exchange.receive(control(65_535, ''), 5);
    exchange.receive(packet(1, 'a', { total: 1 }), 6);
    expect(answerIn(exchange)).toBe('a');
  });
});

it.each([
  ['text from before ARDP', octetsOfLatin1('VERSION 1\n')],
  ['no octets', new Uint8Array()],
  ['another version', Uint8Array.of(129, 0, 0, 0, 9, 0x12, 0x34, 0, 1)],
  ['a header past the end', Uint8Array.of(9, 0x12, 0x34)],
  ['a packet far ahead', packet(5000, 'a')],
])('%s is ignored', (_, datagram) => {
  const exchange = started();
  expect(exchange.receive(datagram, 5)).toEqual([]);
  exchange.receive(packet(1, 'a', { total: 1 }), 6);
  expect(answerIn(exchange)).toBe('a');
});
