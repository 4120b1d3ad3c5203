/** The display as a page sees it: sizes by BIND, text of system services, appearance, code pages, addresses. */
import { describe, expect, it } from 'vitest';
import { concatOctets, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { rowsOf } from '../../../../src/protocols/tn3270/appearance.ts';
import {
  baseCharacter,
  CODE_PAGES,
  type CodePage,
  characterCode,
  graphicCharacter,
} from '../../../../src/protocols/tn3270/code-pages.ts';
import { decodeAddress, encodeAddress, graphicOctet } from '../../../../src/protocols/tn3270/codes.ts';
import { decodeRecord, encodeRecord } from '../../../../src/protocols/tn3270/header.ts';
import { Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';
import { hex, toHex } from '../telnet/cuts.ts';
import { at, BRIGHT, data3270, display, ebcdic, field, HIDDEN, NUMERIC, PROTECTED, rows, text } from './streams.ts';

describe('BIND', () => {
  const bind = (sizes: string): Uint8Array =>
    encodeRecord({ type: 'bind', data: concatOctets([new Uint8Array(20), hex(sizes)]) });

  it.each([
    ['both sizes', '1850 2b50 7f', [24, 80], [43, 80]],
    ['the default size alone', '2050 2b50 7e', [32, 80], [32, 80]],
    ['the largest size', '0000 0000 03', [24, 80], [43, 80]],
    ['no size', '0000 0000 00', [24, 80], [24, 80]],
    ['a size that the terminal does not have', '1850 3ea0 7f', [24, 80], [24, 80]],
    ['a size that no terminal has', '0001 2b50 7f', [24, 80], [24, 80]],
    ['a BIND that is cut', '1850', [24, 80], [24, 80]],
  ])('%s', (_what, sizes, first, second) => {
    const terminal = new Terminal3270({ model: 4, page: 37 });
    terminal.receive(bind(sizes));
    terminal.receive(data3270(hex('f5c2')));
    expect(Object.values(terminal.screen.size)).toEqual(first);
    terminal.receive(data3270(hex('7ec2')));
    expect(Object.values(terminal.screen.size)).toEqual(second);
  });

  it('UNBIND empties the screen and returns to the sizes of the model', () => {
    const terminal = new Terminal3270({ model: 4, page: 37 });
    terminal.receive(bind('1850 2050 7f'));
    terminal.receive(data3270(hex('f5c2c1')));
    terminal.receive(encodeRecord({ type: 'unbind', data: hex('01') }));
    expect(rows(terminal)).toEqual([]);
    terminal.receive(data3270(hex('7ec2')));
    expect(terminal.screen.size.rows).toBe(43);
  });
});

describe('beside the data stream', () => {
  it('text of system services on an empty screen, without the orders of misled hosts; it scrolls', () => {
    const terminal = display([text('APPLICATION')]);
    const say = (octets: string) => terminal.receive(hex(`0700000000 ${octets}`));
    say('c1 1d60 c2 114040 08a2 13 15 c3');
    expect([rows(terminal), terminal.screen.cursor]).toEqual([['A B', 'C'], 81]);
    say('15'.repeat(23));
    expect([rows(terminal), terminal.screen.cursor]).toEqual([['C'], 1840]);
  });

  it('text of system services, and an answer of plain characters', () => {
    const terminal = new Terminal3270({ model: 2, page: 37 });
    const lines = concatOctets([ebcdic('USSMSG10'), hex('15'), ebcdic('LOGON: ')]);
    terminal.receive(encodeRecord({ type: 'sscpLu', data: lines }));
    expect([rows(terminal), terminal.screen.cursor]).toEqual([['USSMSG10', 'LOGON:'], 87]);
    terminal.type('tso');
    expect(terminal.send('enter')).toEqual(encodeRecord({ type: 'sscpLu', data: ebcdic('tso') }));
    terminal.receive(data3270(hex('f5c2c1')));
    expect(toHex(terminal.send('enter') ?? new Uint8Array(0))).toBe('00000000007d4040c1');
  });

  it('text before 3270 mode is on the screen, and reported', () => {
    const terminal = new Terminal3270({ model: 2, page: 37 });
    const record = encodeRecord({ type: 'nvt', data: octetsOfLatin1('Hello\r\0\xe4') });
    expect(terminal.receive(record).events).toEqual([{ kind: 'text', text: 'Helloä' }]);
    expect(rows(terminal)).toEqual(['äello']);
  });

  it('records have a header', () => {
    for (const type of ['data3270', 'bind', 'unbind', 'nvt', 'sscpLu'] as const)
      expect(decodeRecord(encodeRecord({ type, data: hex('c1ff') }))).toEqual({ type, data: hex('c1ff') });
    expect([decodeRecord(hex('00000000')), decodeRecord(hex('010000000000'))]).toEqual([null, null]);
  });
});

describe('appearance', () => {
  const none = { color: null, background: null, highlighting: 'normal', intensified: false, hidden: false };

  it('runs of characters that look alike', () => {
    const terminal = display([
      field(PROTECTED),
      text('AB'),
      field(BRIGHT | NUMERIC),
      text('12'),
      field(HIDDEN),
      text('secret'),
      {
        kind: 'start-field-extended',
        pairs: [
          [0xc0, PROTECTED],
          [0x42, 0xf2],
          [0x41, 0xf4],
        ],
      },
      text('C'),
      { kind: 'set-attribute', pair: [0x42, 0xf6] },
      { kind: 'set-attribute', pair: [0x45, 0xf1] },
      text('D'),
      { kind: 'graphic-escape', code: 0xc5 },
    ]);
    const [[first, ...others] = []] = rowsOf(terminal.screen, 37);
    expect(first).toMatchObject({ at: 0, characters: [' ', 'A', 'B'], appearance: none, field: 0, input: false });
    const intensified = { ...none, intensified: true };
    const hidden = { ...none, hidden: true };
    const red = { ...none, color: 'red' };
    expect(others.slice(0, 8)).toMatchObject([
      { at: 3, characters: [' '], appearance: intensified, field: 3, input: false },
      { at: 4, characters: ['1', '2'], appearance: intensified, field: 3, input: true, numeric: true },
      { at: 6, characters: [' '], appearance: hidden, input: false },
      { at: 7, characters: Array(6).fill(' '), appearance: hidden, field: 6, input: true, numeric: false },
      { at: 13, characters: [' '], appearance: red, input: false },
      { at: 14, characters: ['C'], appearance: { ...red, highlighting: 'underscore' }, field: 13 },
      {
        at: 15,
        characters: ['D', '┌'],
        appearance: { color: 'yellow', background: 'blue', highlighting: 'underscore' },
      },
      { at: 17, appearance: { ...red, highlighting: 'underscore' }, input: false },
    ]);
  });

  it('a row has the field of the row before it; the first row that of the last', () => {
    const terminal = display([at(1900), field(BRIGHT)]);
    const runs = rowsOf(terminal.screen, 37);
    expect([runs[0]?.[0], runs[5]?.[0]]).toMatchObject([
      { at: 0, field: 1900, input: true, appearance: { intensified: true } },
      { at: 400, field: 1900, input: true },
    ]);
  });

  it('without fields, everything is input', () => {
    expect(rowsOf(display([text('A')]).screen, 37)[0]).toMatchObject([{ at: 0, field: null, input: true }]);
  });

  it('a character set of the field or the character selects the graphic set', () => {
    const terminal = display([
      {
        kind: 'start-field-extended',
        pairs: [
          [0xc0, PROTECTED],
          [0x43, 0xf1],
        ],
      },
      { kind: 'text', octets: hex('41b3') },
      field(PROTECTED),
      { kind: 'set-attribute', pair: [0x43, 0xf1] },
      { kind: 'text', octets: hex('c54e58') },
    ]);
    expect(rows(terminal)).toEqual([' A\u0332⍴ ┌ Q\u0332']);
  });
});

describe('code pages', () => {
  const characters = (page: CodePage): string[] =>
    Array.from({ length: 191 }, (_, index) => baseCharacter(0x40 + index, page));

  it.each(CODE_PAGES)('%s has each printable character of Latin-1 once, and back', (page) => {
    const latin1 = Array.from({ length: 191 }, (_, index) =>
      String.fromCharCode(index < 95 ? 0x20 + index : 0xa0 + index - 95),
    );
    expect(characters(page).sort()).toEqual(latin1.sort());
    for (let code = 0x40; code < 0xff; code++)
      expect(characterCode(baseCharacter(code, page), page)).toEqual({ code, graphic: false });
  });

  it.each([
    [0x4a, '¢¢¢'],
    [0x5a, '!!!'],
    [0x5f, '¬^¬'],
    [0xad, 'Ý[['],
    [0xb0, '^¬^'],
    [0xba, '[ÝÝ'],
    [0xbb, ']¨¨'],
    [0xbd, '¨]]'],
    [0xe0, '\\\\\\'],
  ])('%x is %s in 037, 1047 and bracket', (code, characters) => {
    expect(CODE_PAGES.map((page) => baseCharacter(code, page)).join('')).toBe(characters);
  });

  it('controls look like a blank, DUP, field mark, SUB and EO do not', () => {
    expect([0x00, 0x0c, 0x15, 0x1c, 0x1e, 0x3f, 0xff].map((code) => baseCharacter(code, 37)).join('')).toBe('   *;■●');
  });

  it('the graphic set has lines, APL and underlined letters; other codes are blanks', () => {
    expect(
      [0xc5, 0xa2, 0xd5, 0x85, 0xc4, 0xd4, 0xd3, 0xb0, 0x41, 0x69, 0xa4, 0x4e, 0xff, 0x40].map(graphicCharacter).join(),
    ).toBe('┌,─,┐,│,└,┘,┼,⍺,A\u0332,Z\u0332,ₙ, , , ');
  });
});

describe('addresses', () => {
  it('the 64 graphic octets are different and have six bits each', () => {
    const octets = Array.from({ length: 64 }, (_, bits) => graphicOctet(bits));
    expect(octets.map((octet) => octet & 0x3f)).toEqual(Array.from({ length: 64 }, (_, bits) => bits));
    expect(octets.every((octet) => octet >= 0x40)).toBe(true);
    expect(toHex(Uint8Array.from(octets))).toBe(
      toHex(
        hex(
          '40c1c2c3c4c5c6c7c8c94a4b4c4d4e4f50d1d2d3d4d5d6d7d8d95a5b5c5d5e5f' +
            '6061e2e3e4e5e6e7e8e96a6b6c6d6e6ff0f1f2f3f4f5f6f7f8f97a7b7c7d7e7f',
        ),
      ),
    );
  });

  it.each([
    ['12-14-bit', 1920],
    ['12-14-bit', 4096],
    ['12-14-bit', 16_384],
    ['16-bit', 1920],
    ['16-bit', 65_536],
  ] as const)('every address of %s in %i cells is the same after encoding', (addressing, size) => {
    const addresses = Array.from({ length: size }, (_, address) => address);
    const changed = addresses.filter(
      (address) => decodeAddress(...encodeAddress(address, size, addressing), addressing) !== address,
    );
    expect(changed).toEqual([]);
  });
});
