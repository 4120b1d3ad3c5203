/** Responses to the records of a TN3270E host (RFC 2355 §10.4.1). */
import { expect, test } from 'vitest';
import { telnetSession } from '../../../../src/protocols/telnet/session.ts';
import { tn3270Session } from '../../../../src/protocols/tn3270/records.ts';
import { Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

test.each([
  ['none is wanted', '0000000007 f5c2', []],
  ['only an error is wanted, and there is none', '0000010007 f5c2', []],
  ['always: a write', '0000020007 f5c2', ['020000000700']],
  ['always: Read Buffer, before its data', '0000020007 f2', ['020000000700', '0000000000604040']],
  ['always: text in line mode', '0500020007 41', ['020000000700']],
  ['always: a bid', '0900020007', ['020000000700']],
  ['always: a write without its control character', '0000020007 f5', ['020001000702']],
  ['always: a command that does nothing', '0000020007 03', ['020000000700']],
  ['always: an unknown command', '0000020007 99', ['020001000700']],
  ['an error: an unknown command', '0000010007 99', ['020001000700']],
  ['an error: an order without its address', '0000010007 f5c211', ['020001000702']],
  ['none is wanted of an error', '0000000007 99', []],
  ['a record that is not for the display', '0300020007 31', []],
])('%s', (_what, record, replies) => {
  const terminal = new Terminal3270({ model: 2, page: 37 });
  const sent = terminal.receive(hex(record)).replies.map((reply) => Buffer.from(reply.subarray(0, 8)).toString('hex'));
  expect(sent).toEqual(replies);
});

test('with CONTENTION-RESOLUTION, the keyboard is locked until the host lets the display send', () => {
  const terminal = new Terminal3270({ model: 2, page: 37 });
  const locksAfter = (...records: string[]) =>
    records.map((record) => {
      terminal.receive(hex(record));
      return terminal.keyboard.inhibited;
    });
  // Restored by the write control character; without leave to send; by a bid, and with leave.
  expect(locksAfter('0000000000 f5c2', '0080000000 f1c2', '0001000000 f1c0', '0900000000', '0001000000 f1c0')).toEqual([
    ...[null, 'system', null, 'system', null],
  ]);
  // The flag KEYBOARD-RESTORE does what the write control character can.
  terminal.send('enter');
  expect(locksAfter('0001000000 f1c0', '0003000000 f1c0')).toEqual(['system', null]);
});

test('a response is sent as a record, and only on a connection of TN3270E', () => {
  const response = hex('02000000ff00');
  const agreed = tn3270Session(2);
  agreed.receive(hex('fffd28 fffa280802fff0 fffa28020401fff0 fffa28030402fff0'));
  expect(Buffer.from(agreed.type(response)).toString('hex')).toBe('02000000ffff00ffef');
  expect(tn3270Session(2).type(response)).toHaveLength(0);
  expect(telnetSession().type(hex('0200'))).toEqual(hex('0200'));
});
