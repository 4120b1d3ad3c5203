/** The line mode of a tn3270 host: what its text shows, and how a line is sent. */
import { expect, it } from 'vitest';
import { rowsOf, screenText } from '../../../../src/protocols/tn3270/appearance.ts';
import { encodeRecord } from '../../../../src/protocols/tn3270/header.ts';
import { encodeLine } from '../../../../src/protocols/tn3270/line-mode.ts';
import { tn3270Session } from '../../../../src/protocols/tn3270/records.ts';
import { Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';
import { hex, toHex } from '../telnet/cuts.ts';

const PAGE = 37;
const encoder = new TextEncoder();

/** The rows that a display shows of text in line mode, without empty ones at the end, and the address of the cursor. */
function shown(...parts: readonly string[]): [string, number] {
  const terminal = new Terminal3270({ model: 2, page: PAGE });
  for (const part of parts) terminal.receive(encodeRecord({ type: 'nvt', data: encoder.encode(part) }));
  return [screenText(terminal.screen, PAGE).join('\n').trimEnd(), terminal.screen.cursor];
}

it.each([
  ['lines', 'Welcome\r\n1 TSO\r\n? ', 'Welcome\n1 TSO\n?', 162],
  ['a carriage return and a line feed alone', 'ab\rc\r\0d\ne', 'db\n e', 82],
  ['backspaces, up to the beginning of the line', 'ab\b\b\bc\r\n\bd', 'cb\nd', 81],
  ['a tab', 'a\tb', 'a       b', 9],
  ['colours, bells and other sequences', '\x1b[1;31mred\x1b[0m\x07\x1b(B\x1b[?25h', 'red', 3],
  ['a screen that is erased', 'old\x1b[2J\x1b[Hnew', 'new', 3],
  ['a form feed', 'old\fnew', 'new', 3],
  ['erased ends and beginnings', 'abcdef\x1b[3D\x1b[K\r\n123456\x1b[4D\x1b[1K', 'abc\n   456', 82],
  ['the cursor moved, not beyond the screen', '\x1b[2;3Hx\x1b[Ay\x1b[99;99H\x1b[99A\x1b[99Dz', 'z  y\n  x', 1],
  ['a number that is none', 'a\x1b[?HbX', 'abX', 3],
  ['a full line', `${'x'.repeat(80)}y`, `${'x'.repeat(80)}\ny`, 81],
  ['a full last line: the screen scrolls', `${'1\r\n'.repeat(23)}2\r\n3`, `${'1\n'.repeat(22)}2\n3`, 1841],
  ['characters that no code page has', '日本 “é”', '日本 “é”', 6],
  ['HTML', '<b>x', '<b>x', 4],
])('%s', (_name, text, rows, cursor) => {
  expect(shown(text)).toEqual([rows, cursor]);
});

it('text is the same wherever it is cut', () => {
  const text = 'ab\x1b[2;3Hx\x1b[1;31mred\x1b[0m\x1b(B\r\nend\x1b[K';
  for (let at = 0; at < text.length; at++) expect(shown(text.slice(0, at), text.slice(at))).toEqual(shown(text));
});

it('a sequence without an end is dropped, and text has the colours of the host', () => {
  expect(shown(`\x1b[${'1;'.repeat(100)}`, 'm after')[0]).toBe('m after');
  const terminal = new Terminal3270({ model: 2, page: PAGE });
  terminal.receive(encodeRecord({ type: 'nvt', data: encoder.encode('\x1b[7;31;44mred\x1b[m plain') }));
  const [[red, plain] = []] = rowsOf(terminal.screen, PAGE);
  expect(red?.appearance).toMatchObject({ color: 'red', background: 'blue', highlighting: 'reverse' });
  expect(plain?.appearance).toMatchObject({ color: null, background: null, highlighting: 'normal' });
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
