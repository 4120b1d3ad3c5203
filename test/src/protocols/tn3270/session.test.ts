/** Sessions of a 3270 terminal without a connection: records for the screen, keys, and a record that never ends. */
import { describe, expect, test } from 'vitest';
import { RECORD_LIMIT } from '../../../../src/protocols/tn3270/header.ts';
import { tn3270Session } from '../../../../src/protocols/tn3270/records.ts';
import { hex, toHex } from '../telnet/cuts.ts';

/** A traditional connection in 3270 mode: terminal type, end of record and binary are on. */
const TRADITIONAL = hex('fffd18 fffa1801fff0 fffd19fffb19 fffd00fffb00');

function begun() {
  const session = tn3270Session(2);
  session.receive(TRADITIONAL.slice());
  return session;
}

test.each([
  [3, 'IBM-3279-3-E'],
  [5, 'IBM-3278-5-E'],
] as const)('the negotiation names the model %s', (model, name) => {
  const { reply, data, records, echo } = tn3270Session(model).receive(TRADITIONAL.slice());
  expect(Buffer.from(reply).toString('latin1')).toContain(name);
  expect([data.length, records, echo]).toEqual([0, [], null]);
});

describe('a logical unit that is asked for', () => {
  const textOf = (octets: Uint8Array) => Buffer.from(octets).toString('latin1');
  const SEND_DEVICE_TYPE = 'fffd28 fffa280802fff0';
  const REJECT = (reason: string) => `fffa280206${reason}fff0`;

  test('stands behind the type of the terminal (RFC 1646), and in the request for a device (RFC 2355)', () => {
    expect(textOf(tn3270Session(2, 'TCP00012').receive(TRADITIONAL.slice()).reply)).toContain(
      '\0IBM-3279-2-E@TCP00012\xff\xf0',
    );
    const { reply } = tn3270Session(4, 'TCP00012').receive(hex(SEND_DEVICE_TYPE));
    expect(textOf(reply)).toContain('\x02\x07IBM-3278-4-E\x01TCP00012\xff\xf0');
  });

  test.each([
    ['0500', 'is of a printer, or has one'],
    ['0501', 'is in use'],
    ['0503', 'is not known there'],
    ['0505', 'is not for this model'],
  ])('and that a host rejects is the reason of the end: %s', (reason, words) => {
    const session = tn3270Session(2, 'TCP00012');
    session.receive(hex(SEND_DEVICE_TYPE + REJECT(reason)));
    const message = `The host says that the LU name TCP00012 ${words}.`;
    expect(session.closed()).toEqual({ code: 'lu-refused', message });
  });

  test.each([
    ['of another reason', 'TCP00012', REJECT('0504')],
    ['without a reason', 'TCP00012', REJECT('')],
    ['of a name that nobody asked for', null, REJECT('0503')],
    ['before a record', 'TCP00012', `${REJECT('0503')} fffd18 fffd19fffb19 fffd00fffb00 f5c2ffef`],
  ])('and a rejection %s is no reason', (_what, name, octets) => {
    const session = tn3270Session(2, name);
    session.receive(hex(SEND_DEVICE_TYPE + octets));
    expect(session.closed()).toBeNull();
  });
});

test('records come whole, with their headers', () => {
  const session = begun();
  expect(session.receive(hex('f5c2')).records).toEqual([]);
  expect(session.receive(hex('c1ffef f1c2ffef')).records.map(toHex)).toEqual(['0000000000f5c2c1', '0000000000f1c2']);
});

test('a record of the terminal is sent without its header; anything else is not sent', () => {
  const session = begun();
  expect(toHex(session.type(hex('0000000000 7d4040')))).toBe('7d4040ffef');
  expect(session.type(hex('ff00000000 7d4040'))).toHaveLength(0);
  expect(session.type(hex('7d'))).toHaveLength(0);
});

test('of the keys and commands, only Attn means anything', () => {
  const session = begun();
  expect(toHex(session.control({ type: 'key', key: 'attention' }))).toBe('fff3');
  expect(session.control({ type: 'key', key: 'break' })).toHaveLength(0);
  expect(session.control({ type: 'size', columns: 132, rows: 43 })).toHaveLength(0);
  expect(session.closed()).toBeNull();
});

test('a record that is too long ends the session', () => {
  const session = begun();
  session.receive(new Uint8Array(RECORD_LIMIT));
  expect(() => session.receive(Uint8Array.of(0))).toThrow(expect.objectContaining({ code: 'malformed' }));
});
