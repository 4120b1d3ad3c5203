/** What the terminal sends (GA23-0059, chapter 3): keys, Read Buffer, Read Modified, reply modes. */
import { describe, expect, it } from 'vitest';
import { AID_KEYS, type AidKey } from '../../../../src/protocols/tn3270/codes.ts';
import type { BufferOrder } from '../../../../src/protocols/tn3270/orders.ts';
import { Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';
import { hex, toHex } from '../telnet/cuts.ts';
import {
  at,
  BRIGHT,
  cursor,
  data3270,
  display,
  field,
  MODIFIED,
  PROTECTED,
  RESTORE,
  text,
  writeRecord,
} from './streams.ts';

const HEADER = '0000000000';

const form: readonly BufferOrder[] = [
  field(PROTECTED),
  text('NAME'),
  field(BRIGHT),
  cursor,
  text('a'),
  at(20),
  field(PROTECTED),
  at(30),
  field(MODIFIED),
  text('b'),
  at(40),
  field(PROTECTED),
];

/** The record of a key, without its header. */
function sent(terminal: Terminal3270, key: AidKey): string | null {
  const record = terminal.send(key);
  if (record === null) return null;
  expect(toHex(record.subarray(0, 5))).toBe(HEADER);
  return toHex(record.subarray(5));
}

function replies(terminal: Terminal3270, record: string): string[] {
  return terminal.receive(data3270(hex(record))).replies.map((reply) => toHex(reply).slice(HEADER.length));
}

describe('keys that send', () => {
  it('Enter sends the cursor and the modified fields, without NULs', () => {
    const terminal = display(form);
    terminal.type('xy');
    // The cursor is in cell 8; cells 6 and 31 begin fields.
    expect(sent(terminal, 'enter')).toBe(toHex(hex('7d40c8 1140c6a7a8 11405f82')));
  });

  it.each(Object.entries(AID_KEYS).filter(([key]) => key.startsWith('pf')))('%s sends as Enter does', (key, aid) => {
    const terminal = display(form);
    expect(sent(terminal, key as AidKey)).toBe(`${aid.toString(16)}40c611405f82`);
  });

  it.each(['pa1', 'pa2', 'pa3'] as const)('%s sends nothing but itself', (key) => {
    expect(sent(display(form), key)).toBe(AID_KEYS[key].toString(16));
  });

  it('Clear sends nothing but itself, and empties the screen', () => {
    const terminal = display(form);
    expect(sent(terminal, 'clear')).toBe('6d');
    expect([terminal.screen.formatted, terminal.screen.cursor]).toEqual([false, 0]);
  });

  it('without fields, all characters are sent', () => {
    const terminal = display([at(5), text('A'), at(100), text('B'), cursor]);
    expect(sent(terminal, 'enter')).toBe('7dc1e5c1c2');
  });

  it('a field over the end of the screen is sent as one', () => {
    const terminal = display([at(1918), field(MODIFIED), text('AB'), field(PROTECTED)]);
    expect(sent(terminal, 'enter')).toBe('7d4040115d7fc1c2');
  });

  it('a second key waits for the host', () => {
    const terminal = display(form);
    terminal.send('enter');
    expect(terminal.send('pf1')).toBeNull();
    terminal.receive(writeRecord('write', RESTORE, []));
    expect(terminal.send('pf1')).not.toBeNull();
  });

  it('a screen above 4,096 cells is not there, so addresses have 12 bits; 3,440 cells need both octets', () => {
    const terminal = new Terminal3270({ model: 4, page: 37 });
    terminal.receive(writeRecord('eraseWriteAlternate', RESTORE, [at(3439), cursor], 3440));
    expect(sent(terminal, 'enter')).toBe('7df56f');
  });
});

describe('reads of the host', () => {
  it.each(['f2', '02'])('Read Buffer (X%s) sends every cell', (command) => {
    const terminal = display([field(PROTECTED | BRIGHT), text('A'), { kind: 'graphic-escape', code: 0xc5 }, cursor]);
    const [reply = ''] = replies(terminal, command);
    expect(reply.slice(0, 18)).toBe(toHex(hex('6040c3 1de8 c1 08c5 00')));
    expect(reply).toHaveLength(2 * (3 + 2 + 1 + 2 + 1917));
  });

  it('Read Modified after a key repeats its identifier, and PA keys stay short', () => {
    const terminal = display(form);
    terminal.send('pf3');
    expect(replies(terminal, 'f6')).toEqual(['f340c611405f82']);
    terminal.receive(writeRecord('write', RESTORE, []));
    expect(replies(terminal, '06')).toEqual(['6040c611405f82']);
    terminal.send('pa1');
    expect(replies(terminal, 'f6')).toEqual(['6c']);
    expect(replies(terminal, '6e')).toEqual(['6c40c611405f82']);
    expect(replies(terminal, '0e')).toEqual(['6c40c611405f82']);
  });

  const colours: readonly BufferOrder[] = [
    {
      kind: 'start-field-extended',
      pairs: [
        [0xc0, MODIFIED],
        [0x42, 0xf2],
      ],
    },
    text('A'),
    { kind: 'set-attribute', pair: [0x42, 0xf4] },
    { kind: 'set-attribute', pair: [0x41, 0xf1] },
    text('B'),
    { kind: 'set-attribute', pair: [0, 0] },
    text('C'),
    field(PROTECTED),
  ];

  it.each([
    ['field', 'f3000509 0000', '1dc1 c1 c2 c3 1d60'],
    ['extended field', 'f3000509 0001', '2902c0c142f2 c1 c2 c3 2901c060'],
    ['character, colour alone', 'f3000609 0002 42', '2902c0c142f2 c1 2842f4 c2 284200 c3 2901c060'],
    ['character', 'f3000709 0002 4142', '2902c0c142f2 c1 2841f12842f4 c2 28410028 4200 c3 2901c060'],
  ])('reply mode %s', (_mode, setReplyMode, expected) => {
    const terminal = display(colours);
    terminal.receive(data3270(hex(setReplyMode)));
    const [reply = ''] = replies(terminal, 'f2');
    expect(reply.slice(6)).toMatch(new RegExp(`^${toHex(hex(expected))}(00)*$`));
  });

  it('the reply mode is for Read Modified, too, and Erase/Write with reset or Clear end it', () => {
    const terminal = display(colours);
    const setReplyMode = () => terminal.receive(data3270(hex('f3000609000242')));
    setReplyMode();
    expect(sent(terminal, 'enter')).toBe(toHex(hex('7d4040 1140c1 c1 2842f4c2 284200c3')));
    terminal.receive(writeRecord('eraseWrite', RESTORE, []));
    expect(terminal.screen.replyMode).toBe('character');
    terminal.receive(writeRecord('eraseWrite', RESTORE | 0x40, []));
    expect(terminal.screen.replyMode).toBe('field');
    setReplyMode();
    terminal.send('clear');
    expect(terminal.screen.replyMode).toBe('field');
  });
});
