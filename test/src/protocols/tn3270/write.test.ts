/** Write commands and orders on the screen (GA23-0059, chapters 3 and 4). */
import { describe, expect, it } from 'vitest';
import { screenText } from '../../../../src/protocols/tn3270/appearance.ts';
import { baseCharacter } from '../../../../src/protocols/tn3270/code-pages.ts';
import { fieldsOf } from '../../../../src/protocols/tn3270/fields.ts';
import type { BufferOrder } from '../../../../src/protocols/tn3270/orders.ts';
import { Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';
import { hex } from '../telnet/cuts.ts';
import {
  at,
  cursor,
  data3270,
  display,
  ebcdic,
  field,
  MODIFIED,
  nuls,
  PROTECTED,
  RESET_MODIFIED,
  RESTORE,
  rows,
  SKIP,
  tab,
  text,
  writeRecord,
} from './streams.ts';

/** The cells from an address, `_` for NUL and `|` for a field attribute. */
function cells(terminal: Terminal3270, from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const cell = terminal.screen.at(from + index);
    if (cell.kind === 'field') return '|';
    return cell.code === 0 ? '_' : baseCharacter(cell.code, 37);
  }).join('');
}

const repeat = (address: number, code: number): BufferOrder => ({
  kind: 'repeat-to-address',
  address,
  character: { code, graphic: false },
});
const eraseTo = (address: number): BufferOrder => ({ kind: 'erase-unprotected-to-address', address });
const A = 0xc1;

describe('orders', () => {
  it('Set Buffer Address and text; the last cell is followed by the first', () => {
    const terminal = display([at(80), text('HELLO'), at(1918), text('ABCD')]);
    expect(screenText(terminal.screen, 37)[1]).toBe('HELLO');
    expect(cells(terminal, 1918, 4)).toBe('ABCD');
  });

  it('Write begins at the cursor, Erase/Write in the first cell', () => {
    const terminal = display([at(100), cursor]);
    terminal.receive(writeRecord('write', RESTORE, [text('X')]));
    expect(cells(terminal, 99, 3)).toBe('_X_');
    terminal.receive(writeRecord('eraseWrite', RESTORE, [text('Y')]));
    expect([cells(terminal, 0, 2), cells(terminal, 99, 3), terminal.screen.cursor]).toEqual(['Y_', '___', 0]);
  });

  it('Insert Cursor puts the cursor where the buffer address is', () => {
    expect(display([at(500), text('AB'), cursor]).screen.cursor).toBe(502);
  });

  it('Start Field takes a cell', () => {
    // The first two bits only make the octet a character.
    const terminal = display([field(0xc0 | PROTECTED), text('A'), field(0x40), text('B')]);
    expect(cells(terminal, 0, 4)).toBe('|A|B');
    expect(fieldsOf(terminal.screen).map(({ cell, length }) => [cell.attribute, length])).toEqual([
      [PROTECTED, 1],
      [0, 1917],
    ]);
  });

  it('Repeat to Address fills up to an address, around the end, and everything if it is the buffer address', () => {
    expect(cells(display([at(10), repeat(13, A)]), 9, 5)).toBe('_AAA_');
    expect(cells(display([at(1918), repeat(2, A)]), 1917, 6)).toBe('_AAAA_');
    expect(rows(display([at(7), repeat(7, A)]))).toEqual(Array(24).fill('A'.repeat(80)));
  });

  it('Repeat to Address with a graphic escape', () => {
    const terminal = display([{ kind: 'repeat-to-address', address: 5, character: { code: 0xa2, graphic: true } }]);
    expect(rows(terminal)).toEqual(['─────']);
  });

  it('Erase Unprotected to Address leaves protected characters and attributes', () => {
    const before = [field(PROTECTED), text('AA'), field(MODIFIED), text('BB'), field(SKIP), text('CC')];
    const terminal = display([...before, at(0), eraseTo(10)]);
    expect(cells(terminal, 0, 9)).toBe('|AA|__|CC');
    expect(fieldsOf(terminal.screen)[1]?.cell.attribute).toBe(MODIFIED);
    expect(cells(display([...before, at(4), eraseTo(4)]), 0, 9)).toBe('|AA|__|CC');
  });

  it.each<[string, BufferOrder[], string, number]>([
    ['moves to the next unprotected field', [at(0), tab, text('X')], '|AA|XB|CC|D', 5],
    ['moves on by one on the attribute of an unprotected field', [at(3), tab, text('X')], '|AA|XB|CC|D', 5],
    ['erases the rest of the field after text', [at(4), text('X'), tab], '|AA|X_|CC|D', 10],
    ['erases nothing after an order', [at(4), tab], '|AA|BB|CC|D', 10],
    ['goes to the first cell if no unprotected field follows', [at(15), tab], '|AA|BB|CC|D', 0],
    ['erases the rest of a protected field, too', [at(1), text('X'), tab], '|X_|BB|CC|D', 4],
  ])('Program Tab %s', (_what, orders, expected, next) => {
    const form = [field(PROTECTED), text('AA'), field(0), text('BB'), field(SKIP), text('CC'), field(0), text('D')];
    const terminal = display([...form, at(11), field(PROTECTED), ...orders, cursor]);
    expect([cells(terminal, 0, 11), terminal.screen.cursor]).toEqual([expected, next]);
  });

  it('Program Tab without an unprotected field goes to the first cell, and a second one goes on erasing', () => {
    const full = [repeat(0, A), at(1900), text('B'), tab];
    const once = display([...full, cursor]);
    expect([cells(once, 1899, 21), cells(once, 0, 3), once.screen.cursor]).toEqual([`AB${'_'.repeat(19)}`, 'AAA', 0]);
    expect(rows(display([...full, tab]))).toEqual([]);
    expect(rows(display([...full, at(0), tab]))).not.toEqual([]);
  });

  it('Start Field Extended and Set Attribute', () => {
    const pairs = [
      [0xc0, PROTECTED],
      [0x42, 0xf2],
      [0x41, 0xf4],
      [0xc2, 0x0f],
    ] as const;
    const terminal = display([
      { kind: 'start-field-extended', pairs },
      text('A'),
      { kind: 'set-attribute', pair: [0x42, 0xf6] },
      { kind: 'set-attribute', pair: [0x45, 0xf1] },
      text('B'),
      { kind: 'set-attribute', pair: [0, 0] },
      text('C'),
    ]);
    const none = { highlighting: 0, color: 0, background: 0, characterSet: 0 };
    const { at: cell } = { at: (index: number) => terminal.screen.at(index) };
    expect(cell(0)).toMatchObject({ attribute: PROTECTED, attributes: { ...none, color: 0xf2, highlighting: 0xf4 } });
    expect(cell(1).attributes).toEqual(none);
    expect(cell(2).attributes).toEqual({ ...none, color: 0xf6, background: 0xf1 });
    expect(cell(3).attributes).toEqual(none);
  });

  it('Modify Field changes what it names, and moves on', () => {
    const terminal = display([
      {
        kind: 'start-field-extended',
        pairs: [
          [0xc0, PROTECTED],
          [0x42, 0xf2],
        ],
      },
      text('A'),
      at(0),
      { kind: 'modify-field', pairs: [[0x41, 0xf1]] },
      text('B'),
    ]);
    expect(terminal.screen.at(0)).toMatchObject({
      attribute: PROTECTED,
      attributes: { color: 0xf2, highlighting: 0xf1 },
    });
    expect(cells(terminal, 0, 2)).toBe('|B');
  });
});

describe('commands', () => {
  const form = [field(MODIFIED), text('A'), field(PROTECTED | MODIFIED), text('B')];

  it('the write control character resets what is modified, sounds the alarm and restores the keyboard', () => {
    const terminal = display(form, { wcc: 0 });
    terminal.send('enter');
    expect(terminal.keyboard.inhibited).toBe('system');
    expect(terminal.receive(writeRecord('write', 0x04, [])).events).toEqual([{ kind: 'alarm' }]);
    expect(terminal.keyboard.inhibited).toBe('system');
    expect(terminal.receive(writeRecord('write', RESTORE | RESET_MODIFIED, [])).events).toEqual([]);
    expect(terminal.keyboard.inhibited).toBeNull();
    expect(fieldsOf(terminal.screen).map(({ cell }) => cell.attribute)).toEqual([0, PROTECTED]);
  });

  it('Erase/Write Alternate has the size of the model', () => {
    const terminal = new Terminal3270({ model: 5, page: 37 });
    terminal.receive(writeRecord('eraseWriteAlternate', RESTORE, [at(131), text('AB')], 3564));
    expect(terminal.screen.size).toEqual({ rows: 27, columns: 132 });
    expect(screenText(terminal.screen, 37)[1]).toBe('B');
    terminal.receive(writeRecord('eraseWrite', RESTORE, []));
    expect(terminal.screen.size).toEqual({ rows: 24, columns: 80 });
  });

  it('Erase All Unprotected', () => {
    const terminal = display([at(5), ...form, at(20), cursor]);
    terminal.keyboard.inhibited = 'system';
    terminal.receive(data3270(hex('6f')));
    expect([cells(terminal, 5, 4), terminal.screen.cursor, terminal.keyboard.inhibited]).toEqual(['|_|B', 6, null]);
    expect(fieldsOf(terminal.screen).map(({ cell }) => cell.attribute)).toEqual([0, PROTECTED | MODIFIED]);
  });

  it('Erase All Unprotected on a screen without fields', () => {
    const terminal = display([text('ABC'), cursor]);
    terminal.receive(data3270(hex('0f')));
    expect([rows(terminal), terminal.screen.cursor]).toEqual([[], 0]);
  });

  it.each(['01', '05', '0d', 'f1', 'f5', '7e'])('X%s writes', (code) => {
    const terminal = display([]);
    terminal.receive(data3270(hex(`${code}c3c1`)));
    expect(rows(terminal)).toEqual(['A']);
  });
});

describe('malformed data end the write, and the keyboard says so', () => {
  it.each([
    ['Erase Unprotected to Address', '124040'],
    ['Program Tab', '05'],
    ['Repeat to Address over all cells', '3c404040'],
  ])('%s may pass over 500 screens in a write, and no more', (_what, order) => {
    const eventsOf = (times: number) => display([]).receive(data3270(hex(`f5c2114040${order.repeat(times)}`))).events;
    expect(eventsOf(500)).not.toContainEqual(expect.objectContaining({ kind: 'data-check' }));
    expect(eventsOf(501)).toContainEqual(expect.objectContaining({ kind: 'data-check', reason: 'too-many-cells' }));
  });

  it.each([
    ['an address beyond the screen', 'c1 11 6000 c2', 'address', 'A'],
    ['an address beyond the screen in Repeat to Address', 'c1 3c 6000 c2', 'address', 'A'],
    ['an address beyond the screen in Erase Unprotected', 'c1 12 6000 c2', 'address', 'A'],
    ['an order without its octets', 'c1 11 40', 'order-incomplete', 'A'],
    ['Start Field Extended without its pairs', 'c1 29 02 c0 40 41', 'order-incomplete', 'A'],
    ['Repeat to Address with half a graphic escape', 'c1 3c 4050 08', 'order-incomplete', 'A'],
    ['Modify Field on a character', 'c1 2c 01 41 f1 c2', 'not-a-field', 'A'],
    ['an unknown order', 'c1 04 c2', 'order-unknown', 'A'],
    ['Repeat to Address with an order as character', 'c1 3c 4050 11', 'order-unknown', 'A'],
  ])('%s', (_what, data, reason, row) => {
    const terminal = display([]);
    const { events } = terminal.receive(data3270(hex(`f5c2${data}`)));
    expect(events).toMatchObject([{ kind: 'data-check', reason }]);
    expect([rows(terminal).join('').trim(), terminal.keyboard.inhibited]).toEqual([row, 'data-check']);
    terminal.press('reset');
    expect(terminal.keyboard.inhibited).toBeNull();
    terminal.receive(writeRecord('eraseWrite', RESTORE, [text('B')]));
    expect(rows(terminal)).toEqual(['B']);
  });

  it('an unknown command', () => {
    const terminal = display([text('A')]);
    expect(terminal.receive(data3270(hex('ff'))).events).toMatchObject([{ reason: 'command-unknown' }]);
    expect(rows(terminal)).toEqual(['A']);
  });

  it('a record without data, or of another data type, does nothing', () => {
    const terminal = display([text('A')]);
    for (const record of ['', '00', '0000000000', '0100000000f5c2', '0800000000f5c2'])
      expect(terminal.receive(hex(record))).toEqual({ replies: [], events: [] });
    expect([rows(terminal), terminal.keyboard.inhibited]).toEqual([['A'], null]);
  });
});

it('double-byte characters are reported, and the rest of the screen is right', () => {
  const shifted = concat(hex('0e'), ebcdic('ab'), hex('0f'));
  const terminal = display([]);
  const record = writeRecord('eraseWrite', RESTORE, [text('A'), { kind: 'text', octets: shifted }, text('B')]);
  expect(terminal.receive(record).events).toEqual([{ kind: 'unsupported', what: 'double-byte' }]);
  expect(rows(terminal)).toEqual(['A ab B']);
  const field: BufferOrder = { kind: 'start-field-extended', pairs: [[0x43, 0xf8]] };
  expect(terminal.receive(writeRecord('write', RESTORE, [field, nuls(1)])).events).toEqual([
    { kind: 'unsupported', what: 'double-byte' },
  ]);
});

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
