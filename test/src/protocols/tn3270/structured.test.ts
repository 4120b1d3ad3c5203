/** Structured fields, and the replies to queries (GA23-0059, chapters 5 and 6). */
import { describe, expect, it } from 'vitest';
import { Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';
import { hex, toHex } from '../telnet/cuts.ts';
import { at, cursor, data3270, display, field, MODIFIED, rows, text } from './streams.ts';

const HEADER = '0000000000';

/** Each query reply, with its length. */
const REPLY = {
  summary: '000b8180 8081858687 88a6',
  usableArea: '00178181 0100 0050 002b 01 00010004 00010004 09 10 0d70',
  characterSets: '001b8185 82000910 00000000 07 001000 02b90025 0100f1 03c30136',
  color: `00268186 0010 00f4 ${Array.from({ length: 15 }, (_, index) => (0xf1 + index).toString(16).repeat(2)).join('')}`,
  highlighting: '000f8187 05 00f0 f1f1 f2f2 f4f4 f8f8',
  replyModes: '00078188 000102',
  implicitPartition: '001181a6 0000 0b01 00 0050 0018 0050 002b',
  null: '000481ff',
} as const;

const all = (...names: readonly (keyof typeof REPLY)[]): string =>
  `${HEADER}88${names.map((name) => toHex(hex(REPLY[name]))).join('')}`;

const everything = all(
  'summary',
  'usableArea',
  'characterSets',
  'color',
  'highlighting',
  'replyModes',
  'implicitPartition',
);

const model4 = (): Terminal3270 => new Terminal3270({ model: 4, page: 37 });

describe('Read Partition', () => {
  it.each([
    ['Query', 'f3 0005 01ff02', everything],
    ['Query by a local channel', '11 0005 01ff02', everything],
    ['Query with the length 0, which means the rest', 'f3 0000 01ff02', everything],
    ['Query List, all', 'f3 0007 01ff03 8000', everything],
    ['Query List, equivalent and list', 'f3 0007 01ff03 4085', everything],
    ['Query List', 'f3 0008 01ff03 008688', all('color', 'replyModes')],
    ['Query List of nothing that is supported', 'f3 0007 01ff03 0095', all('null')],
    ['Query List of nothing', 'f3 0006 01ff03 00', all('null')],
  ])('%s', (_what, record, reply) => {
    expect(
      model4()
        .receive(data3270(hex(record)))
        .replies.map(toHex),
    ).toEqual([reply]);
  });

  it('names the other code page', () => {
    const terminal = new Terminal3270({ model: 2, page: 1047 });
    const [reply] = terminal.receive(data3270(hex('f3000701ff030085'))).replies;
    expect(toHex(reply ?? new Uint8Array(0))).toContain('02b90417');
  });

  it.each([
    ['Read Modified', '0100f6', '6140c11140c1c1'],
    ['Read Modified All', '01006e', '6140c11140c1c1'],
  ])('%s', (_what, content, reply) => {
    const terminal = display([field(MODIFIED), cursor, text('A')]);
    expect(terminal.receive(data3270(hex(`f30005${content}`))).replies.map(toHex)).toEqual([HEADER + reply]);
  });

  it('Read Buffer', () => {
    const [reply] = display([text('A')]).receive(data3270(hex('f300050100f2'))).replies;
    expect([toHex(reply ?? new Uint8Array(0)).slice(0, 18), reply?.length]).toEqual([
      `${HEADER}614040c1`,
      5 + 3 + 1920,
    ]);
  });

  it('does not answer without end', () => {
    const reads = '00050100f2'.repeat(13_000);
    const { replies, events } = display([]).receive(data3270(hex(`f3${reads}`)));
    expect(replies.reduce((length, reply) => length + reply.length, 0)).toBeLessThan(70_000);
    expect(events).toMatchObject([{ reason: 'replies' }]);
  });
});

describe('other structured fields', () => {
  it('Outbound 3270DS writes', () => {
    const terminal = display([]);
    const writes = '0009 4000 f5c2 c1c2c3 0008 4000 f1c2 c4c5';
    terminal.receive(data3270(hex(`f3${writes}`)));
    expect(rows(terminal)).toEqual(['DEC']);
    terminal.receive(data3270(hex('f3 0006 4000 6f c2')));
    expect(rows(terminal)).toEqual([]);
  });

  it('Erase/Reset selects a size', () => {
    const terminal = model4();
    terminal.receive(data3270(hex('f3 0004 0380')));
    expect(terminal.screen.size).toEqual({ rows: 43, columns: 80 });
    terminal.receive(data3270(hex('f3 0004 0300')));
    expect(terminal.screen.size).toEqual({ rows: 24, columns: 80 });
  });

  it('Create Partition selects 16-bit addresses, and Erase/Reset the others again', () => {
    const terminal = display([]);
    terminal.receive(data3270(hex('f3 0006 0c00 0100')));
    // 16-bit: X'4050' is beyond the screen; X'0050' is 80 in both.
    expect(terminal.receive(data3270(hex('f5c2 114050 c1'))).events).toMatchObject([{ reason: 'address' }]);
    terminal.receive(data3270(hex('f1c2 110050 c1 13')));
    expect(rows(terminal)).toEqual(['A']);
    expect(toHex(terminal.send('enter') ?? new Uint8Array(0))).toBe(`${HEADER}7d0051c1`);
    terminal.receive(data3270(hex('f3 0004 0300')));
    expect(terminal.receive(data3270(hex('f5c2 114050 c1'))).events).toEqual([]);
  });

  it('Clear ends 16-bit addresses', () => {
    const terminal = display([]);
    terminal.receive(data3270(hex('f3 0006 0c00 0100')));
    terminal.send('clear');
    expect(terminal.receive(data3270(hex('f5c2 114050 c1'))).events).toEqual([]);
  });

  it.each([
    ['file transfer', '0005d04112', 'file-transfer'],
    ['an unknown field', '0005 0f 8300', 'structured-field'],
    ['another partition', '0007 4001 f5c2 c1', 'structured-field'],
    ['Set Reply Mode with an unknown mode', '0005 090007', 'structured-field'],
    ['Read Partition with an unknown operation', '0005 010077', 'structured-field'],
  ])('%s is unsupported, and the next field is read', (_what, content, what) => {
    const terminal = display([]);
    const { events, replies } = terminal.receive(data3270(hex(`f3 ${content} 0007 4000 f1c2 c1`)));
    expect([events, replies]).toEqual([[{ kind: 'unsupported', what }], []]);
    expect(rows(terminal)).toEqual(['A']);
  });

  it.each([
    ['a length beyond the record', '0009 4000 f1c2 c1'],
    ['a length below 3', '0002 40'],
    ['half a length', '00'],
    ['no content', '0003 40'],
    ['Query List without its kind', '0005 01ff03'],
    ['Read Partition without its operation', '0004 01ff'],
  ])('%s is a data check', (_what, content) => {
    const terminal = display([at(3), text('A')]);
    const { events, replies } = terminal.receive(data3270(hex(`f3 ${content}`)));
    expect([events, replies]).toMatchObject([[{ kind: 'data-check', reason: 'length' }], []]);
    expect([rows(terminal), terminal.keyboard.inhibited]).toEqual([['   A'], 'data-check']);
  });
});

describe('file transfer in CUT mode (IND$FILE)', () => {
  const frame = 'f5c2 115d7f 114040';

  it.each([
    ['a control code', `${frame} c3 818181 40`, true],
    ['data', `${frame} c2 1dc1 c18213 818181 115d7f 1d7c`, true],
    ['Erase/Write Alternate', `7e${frame.slice(2)} c3 818181 40`, true],
    ['another screen that begins there', `${frame} d9`, false],
    ['a screen that begins elsewhere', 'f5c2 115d7e 114040 c3', false],
    ['a frame that is cut', frame, false],
    ['a write without erasure', 'f1c2 115d7f 114040 c3', false],
  ])('%s', (_what, record, isFrame) => {
    const { events } = display([]).receive(data3270(hex(record)));
    expect(events).toEqual(isFrame ? [{ kind: 'unsupported', what: 'file-transfer' }] : []);
  });
});
