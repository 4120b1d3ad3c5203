/** The line mode of a tn3270 host: what its text shows, and how a line is sent. */
import { expect, it } from 'vitest';
import { encodeLine, lineModeText } from '../../../../src/protocols/tn3270/line-mode.ts';
import { tn3270Session } from '../../../../src/protocols/tn3270/records.ts';
import { Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';
import { hex, toHex } from '../telnet/cuts.ts';

it.each([
  ['lines', 'Welcome\r\n1 TSO\r\n? ', 'Welcome\n1 TSO\n? '],
  ['other ends of lines', 'a\rb\r\0c\nd', 'a\nb\nc\nd'],
  ['backspaces, up to the beginning of the line', 'ab\b\b\bc\n\bd', 'c\nd'],
  ['colours and bells', '\x1b[1;31mred\x1b[0m\x07', 'red'],
  ['a screen that is erased', 'old\x1b[2Jnew', 'new'],
  ['a form feed', 'old\fnew', 'new'],
  ['HTML', '<b>x', '<b>x'],
])('%s', (_name, text, shown) => {
  expect(lineModeText(text)).toBe(shown);
});

it('a line goes to the host as it is, with CR LF, until 3270 mode is agreed on', () => {
  const session = tn3270Session(2);
  expect(session.receive(hex('fffb01 4d454e55')).echo).toBe('server');
  expect(toHex(session.type(encodeLine('sruvm')))).toBe(toHex(new TextEncoder().encode('sruvm\r\n')));
});

it('a display does not lock before its host has one, and follows the host into line mode and back', () => {
  const terminal = new Terminal3270({ model: 2, page: 37 });
  expect([terminal.mode, terminal.send('enter'), terminal.keyboard.inhibited]).toEqual(['waiting', null, null]);
  terminal.receive(hex('0500000000 4d454e55'));
  expect([terminal.mode, terminal.send('enter'), terminal.keyboard.inhibited]).toEqual(['line', null, null]);
  terminal.receive(hex('0000000000 f5c2 c1'));
  expect(terminal.mode).toBe('display');
  expect(terminal.send('enter')).not.toBeNull();
});
