/** Typing into fields (GA23-0059, chapter 7). */
import { describe, expect, it } from 'vitest';
import { fieldAt, isModified } from '../../../../src/protocols/tn3270/fields.ts';
import type { EditKey } from '../../../../src/protocols/tn3270/input.ts';
import type { BufferOrder } from '../../../../src/protocols/tn3270/orders.ts';
import type { Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';
import { at, cursor, display, field, NUMERIC, PROTECTED, rows, SKIP, text } from './streams.ts';

/**
 * ```
 *   0     1–4    5    6–9     10     11–14     15      16–18    19    20–22   23
 *   prot  NAME   in   4 cells skip   PIN       num     3 cells  in    3 cells prot
 * ```
 */
const form: readonly BufferOrder[] = [
  field(PROTECTED),
  text('NAME'),
  field(0),
  at(10),
  field(SKIP),
  text('PIN '),
  field(NUMERIC),
  at(19),
  field(0),
  at(23),
  field(PROTECTED),
  at(6),
  cursor,
];

type Action = EditKey | { readonly type: string };

function run(terminal: Terminal3270, actions: readonly Action[]): void {
  for (const action of actions) {
    if (typeof action === 'string') terminal.press(action);
    else terminal.type(action.type);
  }
}

const type = (characters: string): Action => ({ type: characters });

describe('characters', () => {
  it.each<[string, Action[], string, number]>([
    ['go to the cursor', [type('ab')], ' NAME ab   PIN', 8],
    ['skip a protected numeric field when the field is full', [type('abcd')], ' NAME abcd PIN', 16],
    ['go over the attribute of a field that is not skipped', [type('abcd123xy')], ' NAME abcd PIN  123 xy', 22],
    ['replace what is there', [type('ab'), 'left', type('c')], ' NAME ac   PIN', 8],
    ['are inserted in insert mode', [type('ab'), 'home', 'insert', type('c')], ' NAME cab  PIN', 7],
    ['DUP goes on to the next field', [type('a'), 'duplicate', type('7')], ' NAME a*   PIN  7', 17],
    ['field mark', [type('a'), 'field-mark', type('b')], ' NAME a;b  PIN', 9],
  ])('%s', (_what, actions, row, place) => {
    const terminal = display(form);
    run(terminal, actions);
    expect([rows(terminal)[0], terminal.screen.cursor, terminal.keyboard.inhibited]).toEqual([row, place, null]);
  });

  it.each<[string, Action[], string | null]>([
    ['a protected field', ['up', type('a')], 'protected'],
    ['the attribute of a field', ['left', type('a')], 'protected'],
    ['Delete in a protected field', ['up', 'delete'], 'protected'],
    ['Erase EOF in a protected field', ['up', 'erase-eof'], 'protected'],
    ['a letter in a numeric field', ['tab', type('1a')], 'numeric'],
    ['digits, minus, period and DUP in a numeric field', ['tab', type('-.'), 'duplicate'], null],
    ['a field mark in a numeric field', ['tab', 'field-mark'], 'numeric'],
    ['insert mode in a full field', [type('abcd'), 'home', 'insert', type('x')], 'overflow'],
    ['a character that the terminal does not have', [type('日')], 'character'],
  ])('%s: %s', (_what, actions, inhibited) => {
    const terminal = display(form);
    run(terminal, actions);
    expect(terminal.keyboard.inhibited).toBe(inhibited);
    // Nothing works until Reset.
    const before = rows(terminal);
    if (inhibited === null) return;
    run(terminal, [type('z'), 'tab', 'erase-input', 'insert']);
    expect([rows(terminal), terminal.keyboard.inhibited]).toEqual([before, inhibited]);
    terminal.press('reset');
    expect([terminal.keyboard.inhibited, terminal.keyboard.insert]).toEqual([null, false]);
  });

  it('mark their field as modified, and others not', () => {
    const terminal = display(form);
    run(terminal, [type('a')]);
    const modified = (address: number) => isModified(fieldAt(terminal.screen, address)?.cell.attribute ?? 0);
    expect([modified(6), modified(16)]).toEqual([true, false]);
    run(terminal, ['tab', 'erase-eof', 'tab', 'delete']);
    expect([modified(16), modified(20)]).toEqual([true, true]);
  });

  it('of the graphic set can be typed', () => {
    const terminal = display(form);
    run(terminal, [type('⍴')]);
    expect(terminal.screen.at(6)).toMatchObject({ code: 0xb3, graphic: true });
  });
});

describe('keys', () => {
  it.each<[string, number, EditKey, number]>([
    ['Tab goes to the next unprotected field', 6, 'tab', 16],
    ['Tab goes around the end', 20, 'tab', 6],
    ['Backtab goes to the beginning of the field', 8, 'backtab', 6],
    ['Backtab at the beginning goes to the field before', 16, 'backtab', 6],
    ['Backtab goes around the beginning', 6, 'backtab', 20],
    ['Backtab in a protected field', 12, 'backtab', 6],
    ['Home goes to the first unprotected field', 100, 'home', 6],
    ['New line goes to the next input below', 6, 'newline', 6],
    ['left over the beginning', 0, 'left', 1919],
    ['right over the end', 1919, 'right', 0],
    ['up over the beginning', 5, 'up', 1845],
    ['down over the end', 1845, 'down', 5],
  ])('%s', (_what, from, key, to) => {
    const terminal = display(form);
    terminal.screen.cursor = from;
    terminal.press(key);
    expect(terminal.screen.cursor).toBe(to);
  });

  it('New line goes to the beginning of the next line if one may type there', () => {
    const terminal = display([at(70), field(0), at(75), cursor]);
    terminal.press('newline');
    expect(terminal.screen.cursor).toBe(80);
  });

  it('Tab and Backtab pass a field without characters', () => {
    const terminal = display([
      field(0),
      field(0),
      at(10),
      field(PROTECTED),
      at(20),
      field(0),
      field(PROTECTED),
      at(5),
      cursor,
    ]);
    terminal.press('tab');
    expect(terminal.screen.cursor).toBe(2);
    terminal.press('backtab');
    expect(terminal.screen.cursor).toBe(2);
  });

  it('a key that sends ends insert mode', () => {
    const terminal = display(form);
    terminal.press('insert');
    expect(terminal.keyboard.insert).toBe(true);
    terminal.send('enter');
    expect(terminal.keyboard.insert).toBe(false);
  });

  it('without an unprotected field, Tab, Backtab, Home and New line go to the first cell', () => {
    for (const key of ['tab', 'backtab', 'home', 'newline'] as const) {
      const terminal = display([field(PROTECTED), at(500), cursor]);
      terminal.press(key);
      expect(terminal.screen.cursor).toBe(0);
    }
  });

  it.each<[string, Action[], string]>([
    ['Backspace deletes before the cursor', [type('abc'), 'backspace'], ' NAME ab   PIN'],
    ['Backspace moves what follows', [type('abc'), 'left', 'backspace'], ' NAME ac   PIN'],
    ['Backspace at the beginning of a field does nothing', ['backspace', type('a')], ' NAME a    PIN'],
    ['Delete moves what follows', [type('abc'), 'home', 'delete'], ' NAME bc   PIN'],
    ['Delete does not take from the next field', [type('abcd'), 'home', 'delete'], ' NAME bcd  PIN'],
    ['Erase EOF erases to the end of the field', [type('abcd'), 'home', 'right', 'erase-eof'], ' NAME a    PIN'],
    ['Erase Input erases all input', [type('abcd123x'), 'erase-input', type('z')], ' NAME z    PIN'],
    ['Insert twice is replace again', [type('ab'), 'home', 'insert', 'insert', type('c')], ' NAME cb   PIN'],
  ])('%s', (_what, actions, row) => {
    const terminal = display(form);
    run(terminal, actions);
    expect([rows(terminal)[0], terminal.keyboard.inhibited]).toEqual([row, null]);
  });

  it('a screen without fields is one field', () => {
    const terminal = display([text('abc'), at(1), cursor]);
    run(terminal, ['insert', type('X')]);
    expect(rows(terminal)).toEqual(['aXbc']);
    run(terminal, ['delete']);
    expect(rows(terminal)).toEqual(['aXc']);
    run(terminal, ['erase-eof', type('Y'), 'backspace']);
    expect(rows(terminal)).toEqual(['aX']);
  });

  it('a field over the end of the screen', () => {
    const terminal = display([at(1917), field(0), text('ABCD'), field(PROTECTED), at(1918), cursor]);
    terminal.press('delete');
    terminal.press('insert');
    terminal.type('X');
    expect(rows(terminal)).toEqual(['CD', `${' '.repeat(78)}XB`]);
  });
});
