/** What a hostile server can make a screen do with a few octets, judged by the screen of xterm.js itself. */
import { describe, expect, it } from 'vitest';
import { SequenceGuard } from '../../../../worker/pages/terminal/browser/sequence-guard.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../../fast-check.ts';
import { headlessTerminal, writeTo } from '../../../headless-terminal.ts';

const SIZE = { columns: 20, rows: 6 };

/** Filters parts, and returns the whole. */
function filtered(...parts: readonly string[]): string {
  const guard = new SequenceGuard();
  return parts.map((part) => guard.filter(part, SIZE)).join('');
}

/** What a screen shows after a text. */
async function screenOf(text: string, { columns, rows } = SIZE): Promise<unknown> {
  const terminal = headlessTerminal(columns, rows, { scrollback: 0 });
  await writeTo(terminal, text);
  const { active } = terminal.buffer;
  const lines = Array.from({ length: rows }, (_, row) => active.getLine(row)?.translateToString(true));
  return { lines, cursor: [active.cursorX, active.cursorY] };
}

describe('a string, of which a terminal keeps what has come', () => {
  const most = 4096;
  const strings = ['\x1b]', '\x9d', '\x1bP', '\x90', '\x1bX', '\x98', '\x1b^', '\x9e', '\x1b_', '\x9f'];
  const letters = 't'.repeat(most);

  it.each(strings)('%j ends at the limit, wherever it is cut', (introducer) => {
    for (const [end, tail] of [
      ['\x1b\\', ''],
      ['\x9c', 'x'],
      ['\x18', 'x'],
      ['\x1a', 'x'],
      ['\x1b[3S', 'x'],
    ] as const) {
      const [fits, long] = [introducer + letters + end + tail, `${introducer}${letters}u${end}${tail}`];
      expect(filtered(fits)).toBe(fits);
      expect(filtered(long)).toBe(fits);
      for (const at of [1, 2, 3, 2000, most, most + 1, most + 2, most + 3, most + 4]) {
        expect(filtered(fits.slice(0, at), fits.slice(at))).toBe(fits);
        expect(filtered(long.slice(0, at), long.slice(at))).toBe(fits);
      }
      expect(filtered(`x${long}${long}`)).toBe(`x${fits}${fits}`);
      expect(filtered(...long)).toBe(fits);
    }
  });

  it('BEL ends a command, and is in the midst of any other string', () => {
    expect(filtered(`\x1b]0;a\x07${letters}u`)).toBe(`\x1b]0;a\x07${letters}u`);
    expect(filtered(`\x1bPa\x07${letters}`)).toBe(`\x1bPa\x07${letters.slice(2)}`);
  });
});

describe('a count above what the screen has', () => {
  it.each([
    ['SU', '\x1b[99999999S', '\x1b[6S'],
    ['SD', '\x1b[99999999T', '\x1b[6T'],
    ['IL', '\x1b[99999999L', '\x1b[6L'],
    ['DL', '\x1b[99999999M', '\x1b[6M'],
    ['ICH', '\x1b[99999999@', '\x1b[20@'],
    ['SL', '\x1b[99999999 @', '\x1b[20 @'],
    ['DECIC', "\x1b[99999999'}", "\x1b[20'}"],
    ['REP', 'x\x1b[5000000b', 'x\x1b[120b'],
    ['REP, whose cursor stays where it would be', 'x\x1b[5000007b', 'x\x1b[127b'],
    ['REP of more than a terminal counts', `x\x1b[${'9'.repeat(400)}b`, 'x\x1b[127b'],
    ['CSI as one character', '\x9b99S', '\x9b6S'],
    ['a control behind the escape', '\x1b\n[99S', '\x1b\\\n\x1b[6S'],
    ['DEL behind the escape', '\x1b\x7f[99S', '\x1b[6S'],
    ['a control in its midst, which comes first', '\x1b[99\n99S', '\x1b\\\n\x1b[6S'],
    ['leading zeros', '\x1b[0000099S', '\x1b[6S'],
    ['more numbers', '\x1b[7;99S', '\x1b[6;6S'],
  ])('%s', (_name, text, shown) => {
    expect(filtered(text)).toBe(shown);
    for (let at = 1; at < text.length; at++) expect(filtered(text.slice(0, at), text.slice(at))).toBe(shown);
  });

  it.each([
    ['a small count', '\x1b[3S'],
    ['a place', '\x1b[99;99H'],
    ['a colour', '\x1b[38;2;200;100;50m'],
    ['a private sequence', '\x1b[?99S'],
    ['a sequence that is broken off', '\x1b[99\x18S'],
    ['no sequence', 'costs [99S'],
  ])('%s passes', (_name, text) => {
    expect(filtered(text)).toBe(text);
    for (let at = 1; at < text.length; at++) expect(filtered(text.slice(0, at), text.slice(at))).toBe(text);
  });
});

it('controls in the midst of a sequence come first, so that what it costs is seen', () => {
  expect(filtered('\x1b[\r2\n;\x7f3H')).toBe('\x1b\\\r\n\x1b[2;3H');
  expect(filtered('x\x1b[\x7f3b')).toBe('x\x1b[3b');
  expect(filtered('\x9b?\x0725l')).toBe('\x18\x07\x9b?25l');
  expect(filtered('\x1b\0c\x1b#\n8\x1b\x7f]')).toBe('\x1b\\\0\x1bc\x1b\\\n\x1b#8\x1b]');
});

it('a sequence without an end is dropped, and the text behind it is shown', () => {
  expect(filtered('a\x1b[', '1'.repeat(5000), '2'.repeat(5000), '3Sb')).toBe('ab');
  expect(filtered(`a\x1b[${'1'.repeat(5000)}`, '\x1b[1mb')).toBe('a\x1b[1mb');
});

it('a sequence that is too long is dropped, wherever it is cut, and the controls in its midst are not', () => {
  const limit = 4096;
  for (const introducer of ['\x1b[', '\x9b']) {
    const fits = `${introducer}${'0'.repeat(limit - 1)}1H`;
    const end = introducer === '\x9b' ? '\x18' : '\x1b\\';
    for (const at of [1, 3, 2000, limit, limit + 1, limit + 2, limit + 3]) {
      const cut = (text: string): string => filtered(`a${text.slice(0, at)}`, `${text.slice(at)}b`);
      expect(cut(fits)).toBe(`a${fits}b`);
      expect(cut(fits.replace('H', '0H'))).toBe('ab');
      expect(cut(`${introducer}${'0\n'.repeat(limit)}1H`).replaceAll(end, '')).toBe(`a${'\n'.repeat(limit)}b`);
    }
  }
});

it('a character carries sixteen combining marks', () => {
  const accents = (count: number): string => '\u0301'.repeat(count);
  expect(filtered(`e${accents(100_000)}x`)).toBe(`e${accents(16)}x`);
  expect(filtered(`e${accents(10)}`, accents(10), accents(10), `x${accents(3)}`)).toBe(`e${accents(16)}x${accents(3)}`);
  const hindi = 'क्षि ê̄ 👩‍👩‍👧';
  expect(filtered(hindi)).toBe(hindi);
});

it('whatever has no width joins the character before it, and is limited', async () => {
  // xterm.js is the oracle of widths: a stop behind each character.
  const terminal = headlessTerminal(20, 6, { scrollback: 5000 });
  const wide: string[] = [];
  for (let plane = 0; plane < 0x20000; plane += 4096) {
    const characters = Array.from({ length: 4096 }, (_, index) => String.fromCodePoint(plane + index)).filter(
      (character) => !/[\0-\x1f|\x7f-\x9f\ud800-\udfff]/u.test(character),
    );
    await writeTo(terminal, `\x1bc${characters.map((character) => `e${character}|`).join('\r\n')}`);
    for (const [row, character] of characters.entries()) {
      const isJoined = terminal.buffer.active.getLine(row)?.getCell(1)?.getChars() === '|';
      if (isJoined && filtered(`e${character.repeat(17)}`) !== `e${character.repeat(16)}`) wide.push(character);
    }
  }
  expect(wide).toEqual([]);
});

const character = fc.oneof(
  fc.constantFrom(
    '\x1b[',
    '\x9b',
    '\x1b',
    '[',
    ']',
    '\\',
    '0;',
    '\x07',
    'S',
    'T',
    'L',
    'M',
    'b',
    '@',
    'P',
    'X',
    'I',
    'Z',
    'H',
    'm',
    ';',
    ' ',
    '?',
  ),
  fc.constantFrom('\r', '\n', '\t', '\x08', '\x0b', '\x0e', '\x0f', '\x18', '\0', '\x7f', 'x', 'ä', '漢', '\u0301'),
  fc.integer({ min: 0, max: 130 }).map(String),
);

it(
  'a screen shows the same with the guard and without, as long as counts are near its size',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(character, { maxLength: 40 }), fc.nat(), async (characters, cut) => {
        const text = characters.join('');
        // Numbers that stand side by side are one, which a screen without the guard may take minutes for.
        fc.pre(!/\d{4}/.test(text));
        // Sequences that begin and do not end are held back, so both texts end with one that aborts them.
        const at = cut % (text.length + 1);
        const shown = filtered(`1\r\n2\r\n3\r\n${text.slice(0, at)}`, `${text.slice(at)}\x18`);
        expect(await screenOf(shown)).toEqual(await screenOf(`1\r\n2\r\n3\r\n${text}\x18`));
      }),
      runs(),
    );
  },
  PROPERTY_TIMEOUT,
);

it.each([
  { columns: 20, rows: 6 },
  { columns: 21, rows: 6 },
  { columns: 2, rows: 3 },
])('a character that is repeated beyond a screen of %o leaves the cursor where a terminal does', async (size) => {
  for (const before of ['', 'abc', '\x1b[?7l', '\x1b[2;3r', '\x1b[4h'])
    for (const character of ['x', '漢'])
      for (const more of [0, 1, 2, 5, size.columns, 3 * size.columns + 2, 1237]) {
        const text = `${before}${character}\x1b[${size.columns * size.rows + more}b`;
        expect(await screenOf(new SequenceGuard().filter(text, size), size)).toEqual(await screenOf(text, size));
      }
});

it('hostile texts of every length take linear time', () => {
  const units = ['\x1b[', '\x9b', '\x1b[\0', '\x1b[1', '9', '\0', '\u0301', 'e\u0301', '\x1b', '\x1b[9S', ' ', '\x7f'];
  for (const unit of units) {
    const guard = new SequenceGuard();
    for (let part = 0; part < 20; part++) guard.filter(`\x1b[${unit.repeat(60_000 / unit.length)}`, SIZE);
  }
});
