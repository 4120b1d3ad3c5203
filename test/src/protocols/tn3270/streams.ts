/** Data streams as a host writes them, and screens as text, for the tests of the 3270 display. */

import { concatOctets } from '../../../../src/octets/octets.ts';
import { screenText } from '../../../../src/protocols/tn3270/appearance.ts';
import { type CodePage, characterCode } from '../../../../src/protocols/tn3270/code-pages.ts';
import { COMMAND } from '../../../../src/protocols/tn3270/codes.ts';
import { encodeRecord } from '../../../../src/protocols/tn3270/header.ts';
import { type BufferOrder, encodeOrders } from '../../../../src/protocols/tn3270/orders.ts';
import type { Model } from '../../../../src/protocols/tn3270/screen.ts';
import { Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';

/** The octets of a text in code page 037. */
export function ebcdic(text: string, page: CodePage = 37): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const coded = characterCode(character, page);
    if (coded === null || coded.graphic) throw new Error(`${character} is not in code page ${page}`);
    return coded.code;
  });
}

export const text = (characters: string): BufferOrder => ({ kind: 'text', octets: ebcdic(characters) });
export const nuls = (count: number): BufferOrder => ({ kind: 'text', octets: new Uint8Array(count) });
export const at = (address: number): BufferOrder => ({ kind: 'set-buffer-address', address });
export const field = (attribute: number): BufferOrder => ({ kind: 'start-field', attribute });
export const cursor: BufferOrder = { kind: 'insert-cursor' };
export const tab: BufferOrder = { kind: 'program-tab' };

export const PROTECTED = 0x20;
export const NUMERIC = 0x10;
export const SKIP = 0x30;
export const HIDDEN = 0x0c;
export const BRIGHT = 0x08;
export const MODIFIED = 0x01;

/** Restore the keyboard; reset what is modified. */
export const RESTORE = 0x02;
export const RESET_MODIFIED = 0x01;

/** A write command as a record for the terminal. */
export function writeRecord(
  command: 'write' | 'eraseWrite' | 'eraseWriteAlternate',
  wcc: number,
  orders: readonly BufferOrder[],
  size = 1920,
): Uint8Array {
  const data = concatOctets([Uint8Array.of(COMMAND[command], wcc), encodeOrders(orders, size, '12-14-bit')]);
  return encodeRecord({ type: 'data3270', data });
}

export const data3270 = (data: Uint8Array): Uint8Array => encodeRecord({ type: 'data3270', data });

/** A terminal on which a host has written. */
export function display(
  orders: readonly BufferOrder[],
  { model = 2, wcc = RESTORE }: { model?: Model; wcc?: number } = {},
): Terminal3270 {
  const terminal = new Terminal3270({ model, page: 37 });
  terminal.receive(writeRecord('eraseWrite', wcc, orders));
  return terminal;
}

/** The rows that are not empty. */
export function rows(terminal: Terminal3270): string[] {
  return screenText(terminal.screen, terminal.page).filter((row) => row !== '');
}
