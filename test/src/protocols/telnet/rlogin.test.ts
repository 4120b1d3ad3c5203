/** The rlogin client (RFC 1282): the start, the server's answer, window sizes. */
import { expect, it } from 'vitest';
import { concatOctets, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { Rlogin, startRlogin } from '../../../../src/protocols/telnet/session.ts';
import { cuts, toHex } from './cuts.ts';

const SIZE = { columns: 80, rows: 24 };
const SIZE_MESSAGE = 'ffff7373001800500000' + '0000';

it('begins with the names of the user and the type of the terminal', () => {
  expect(startRlogin('tést')).toEqual(concatOctets(['\0tést\0tést\0xterm-256color/38400\0']));
  expect(startRlogin('')).toEqual(concatOctets(['\0\0\0xterm-256color/38400\0']));
});

it.each(['\0', '\n', 'a\0root', 'a\x7f'])('accepts no control character in a name: %j', (user) => {
  expect(() => startRlogin(user)).toThrow(RangeError);
});

it.each([
  ['accepted', '\0Password: ', { data: 'Password: ', refusal: null, reply: SIZE_MESSAGE }],
  ['accepted, and NUL as data', '\0\0\x01', { data: '\0\x01', refusal: null, reply: SIZE_MESSAGE }],
  ['refused', '\x01rlogind: Permission denied.\r\n', { data: '', refusal: 'rlogind: Permission denied.', reply: '' }],
  ['refused without the octet 1', 'Go away\r\nplease', { data: '', refusal: 'Go away', reply: '' }],
  ['refused with escape sequences', '\x01no\x1b[31m\x9b\n', { data: '', refusal: 'no[31m', reply: '' }],
  ['refused without words', '\x01', { data: '', refusal: '', reply: '' }],
  ['refused at length', `\x01${'x'.repeat(2000)}`, { data: '', refusal: 'x'.repeat(1023), reply: '' }],
])('%s, however the stream is cut', (_what, stream, expected) => {
  for (const chunks of [[octetsOfLatin1(stream)], ...cuts(octetsOfLatin1(stream))]) {
    const rlogin = new Rlogin(SIZE);
    const outputs = chunks.map((chunk) => rlogin.receive(chunk));
    expect({
      data: String.fromCharCode(...concatOctets(outputs.map(({ data }) => data))),
      refusal: rlogin.refusal,
      reply: toHex(concatOctets(outputs.map(({ reply }) => reply))),
    }).toEqual(expected);
  }
});

it('sends a new size once the server has accepted', () => {
  const rlogin = new Rlogin(SIZE);
  expect(rlogin.resize({ columns: 132, rows: 43 })).toHaveLength(0);
  expect(rlogin.open).toBe(false);
  expect(toHex(rlogin.receive(Uint8Array.of(0)).reply)).toBe('ffff7373002b008400000000');
  expect(rlogin.open).toBe(true);
  expect(toHex(rlogin.resize({ columns: 70_000, rows: 1 }))).toBe('ffff73730001ffff00000000');
});
