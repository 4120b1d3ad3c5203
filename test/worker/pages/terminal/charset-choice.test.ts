/** In which charset the page of a terminal shows what a server sends. */
import { expect, it } from 'vitest';
import { CharsetChoice } from '../../../../worker/pages/terminal/browser/charset-choice.ts';

const octets = (text: string): Uint8Array => Buffer.from(text, 'latin1');
/** A frame and a shade of a board in code page 437, with a colour. */
const BOARD = octets('\x1b[1;34m\xc9\xcd\xcd\xcd\xbb\r\n\xba\xb0\xb1\xb2\xba');
const UTF8 = Buffer.from('Grüße, 日本語');

it.each([
  ['ASCII', octets('Welcome.'), 'utf-8'],
  ['UTF-8', UTF8, 'utf-8'],
  ['UTF-8, cut in a character', UTF8.subarray(0, -1), 'utf-8'],
  ['frames of code page 437', BOARD, 'cp437'],
  ['umlauts of Latin-1', octets('Gr\xfc\xdfe'), 'windows-1252'],
  ['UTF-8 with an octet that is none', Buffer.concat([UTF8, octets('\xff')]), 'utf-8'],
])('%s', (_name, sent, charset) => {
  const choice = new CharsetChoice(null);
  expect(choice.examine(sent)).toBe(charset !== 'utf-8');
  expect(choice.charset).toBe(charset);
});

it('looks again when there is more to see', () => {
  const choice = new CharsetChoice(null);
  expect(choice.examine(octets('caf\xe9.'))).toBe(true);
  expect(choice.charset).toBe('windows-1252');
  expect([choice.examine(BOARD), choice.charset]).toEqual([true, 'cp437']);
});

it('looks at 64 KiB', () => {
  const choice = new CharsetChoice(null);
  choice.examine(Buffer.from('ü'.repeat(30_000)));
  expect([choice.examine(octets('\xc9\xcd\xbb'.repeat(30_000))), choice.charset]).toEqual([false, 'utf-8']);
  choice.restart();
  expect([choice.examine(BOARD), choice.charset]).toEqual([true, 'cp437']);
});

it('examines octets that come one by one as seldom as those that come together', () => {
  const choice = new CharsetChoice(null);
  for (const octet of Buffer.from('ü'.repeat(40_000))) choice.examine(Uint8Array.of(octet));
  expect(choice.charset).toBe('utf-8');
});

it('what was chosen goes before what the server agrees to, and that before what its octets are likeliest in', () => {
  const chosen = new CharsetChoice('koi8-r');
  expect([chosen.agree('utf-8'), chosen.examine(BOARD), chosen.charset]).toEqual([false, false, 'koi8-r']);
  const choice = new CharsetChoice(null);
  expect([choice.agree('big5'), choice.examine(BOARD), choice.charset]).toEqual([true, false, 'big5']);
  expect([choice.agree('big5'), choice.agree('gbk')]).toEqual([false, true]);
  choice.choose('cp437');
  choice.restart();
  expect([choice.agree('utf-8'), choice.examine(UTF8), choice.charset]).toEqual([false, false, 'cp437']);
});
