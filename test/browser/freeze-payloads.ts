/** What servers send that once froze the page of a terminal, or might: text, pictures, and control sequences. */
import fc from '../fast-check.ts';

/** What a server sends, in UTF-8. */
export interface Payload {
  readonly name: string;
  readonly text: string;
}

/** The octets of each text, about: a second of a flood of 10 MB would be left of it in the buffers of both systems. */
const LENGTH = 2_000_000;
const MEGABYTE = 1_000_000;

/** Text of a length from parts that a generator makes; the seed makes it the same each time. */
function textOf(part: fc.Arbitrary<string>, length: number): string {
  const parts = fc.sample(part, { numRuns: 5000, seed: 854 });
  const all = parts.join('');
  return all.repeat(Math.ceil(length / all.length)).slice(0, length);
}

const repeated = (part: string, length = MEGABYTE): string => part.repeat(Math.ceil(length / part.length));

const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 1, maxLength: 10 });
const line = fc.array(word, { minLength: 5, maxLength: 14 }).map((words) => `${words.join(' ')}\r\n`);
const base64 = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const json = fc.record({ id: fc.nat(), name: word, on: fc.boolean() }).map((value) => `${JSON.stringify(value)},`);
const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rgb) => rgb.join(';'));
/** A cell of a picture in colours: half a block on another colour. */
const pixel = fc.tuple(colour, colour).map(([one, other]) => `\x1b[38;2;${one};48;2;${other}m▀`);
/** A place and a letter there, as programs that fill the screen write. */
const placed = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 100 }), fc.integer({ min: 30, max: 37 }), word)
  .map(([row, column, ink, text]) => `\x1b[${row};${column}H\x1b[${ink}m${text}`);
const characterFrom = (first: number, last: number): fc.Arbitrary<string> =>
  fc.integer({ min: first, max: last }).map((code) => String.fromCodePoint(code));
const marks = fc.string({ unit: characterFrom(0x300, 0x36f), minLength: 1, maxLength: 16 });
const rightToLeft = fc
  .array(fc.oneof(characterFrom(0x5d0, 0x5ea), characterFrom(0x627, 0x64a), fc.constantFrom(' ', '\u202e', '\u2067')), {
    minLength: 20,
    maxLength: 70,
  })
  .map((letters) => `${letters.join('')}\r\n`);

/** Text, as `cat`, games and programs that fill the screen send it. */
export const TEXTS: readonly Payload[] = [
  { name: 'a million letters', text: repeated('A') },
  { name: 'base64', text: textOf(base64, LENGTH) },
  { name: 'minified JSON', text: textOf(json, LENGTH) },
  { name: '10 MB of lines', text: textOf(line, 10 * MEGABYTE) },
  { name: 'line feeds', text: repeated('\r\n') },
  { name: 'a program that fills the screen', text: textOf(placed, LENGTH) },
  { name: 'an animation in colours', text: `\x1b[H${textOf(pixel, LENGTH)}` },
  { name: 'e with 16 accents', text: repeated(`e${'\u0301'.repeat(16)}`) },
  {
    name: 'letters with marks',
    text: textOf(
      fc.tuple(word, marks).map(([text, all]) => text + all),
      MEGABYTE,
    ),
  },
  { name: 'wide characters', text: textOf(characterFrom(0x4e00, 0x9fff), MEGABYTE) },
  { name: 'Hangul', text: textOf(characterFrom(0xac00, 0xd7a3), MEGABYTE) },
  { name: 'emoji', text: textOf(characterFrom(0x1f300, 0x1f6ff), MEGABYTE) },
  { name: 'families of emoji', text: repeated('👩‍👩‍👧‍👦👨🏽‍🚀🏴‍☠️') },
  { name: 'text from right to left', text: textOf(rightToLeft, MEGABYTE) },
  { name: 'every character', text: textOf(characterFrom(0xa0, 0xd7ff), MEGABYTE) },
  {
    name: 'bold, italic and underlined',
    text: textOf(
      fc.tuple(fc.integer({ min: 0, max: 9 }), word).map(([code, text]) => `\x1b[${code}m${text}`),
      MEGABYTE,
    ),
  },
];

/** Control sequences whose counts are small, and whose number is not. */
export const SEQUENCES: readonly Payload[] = [
  ['RIS', '\x1bc'],
  ['REP', 'x\x1b[1920b'],
  ['SU', '\x1b[24S'],
  ['SD', '\x1b[24T'],
  ['IL', '\x1b[H\x1b[24L'],
  ['DL', '\x1b[H\x1b[24M'],
  ['ICH', '\x1b[80@'],
  ['DECIC', "\x1b[80'}"],
  ['ED', '\x1b[2J'],
  ['ED of the scrollback', 'x\r\n\x1b[3J'],
  ['the other screen', '\x1b[?1049h\x1b[?1049l'],
  ['DECALN', '\x1b#8'],
  ['RI', '\x1b[H\x1bM'],
  ['IND', '\x1bD'],
  ['DECSTR', '\x1b[!p'],
  ['insert mode', '\x1b[4h\x1b[Hxxxx'],
  ['tabs', '\t\x1bH\x1b[3g'],
  ['titles', '\x1b]2;title\x07'],
  ['colours of the palette', '\x1b]4;1;#123456;2;#234567\x07\x1b]104\x07'],
  ['colours of the screen', '\x1b]10;#123456\x07\x1b]11;#654321\x07'],
  ['colours as at first', `\x1b]104${';1'.repeat(2000)}\x07`],
  ['the other screen, in other digits', '\x1b[?01049h\x1b[?01049l'],
  ['reports of the focus', '\x1b[?1004h'],
  ['cursors', '\x1b[1 q\x1b[2 q\x1b[?25l\x1b[?25h'],
  ['modes', '\x1b[?1000h\x1b[?1003h\x1b[?1l\x1b[?7l\x1b[?7h'],
  ['questions', '\x1b[6n'],
  ['bells', '\x07'],
  ['broken sequences', '\x1b[漢'],
  ['colours of text', '\x1b[1;31m\x1b[0m'],
].map(([name = '', part = '']) => ({ name, text: repeated(part) }));

/** The number in sequences that froze the page. */
const MANY = '99999999';

/** Sequences of one to five parts: large counts with every final character that has one, and characters to repeat. */
function generated(): string {
  const count = fc.constantFrom(MANY, '5000000', `1;${MANY}`, '99\x0099999', `0;0;${MANY}`);
  const final = fc.constantFrom(...'@ABCDEFGHIJKLMPSTXZ`abdefgrsu', ' @', ' A', "'}", "'~", '"p', '!p');
  const part = fc.oneof(
    fc.tuple(count, final).map(([numbers, end]) => `\x1b[${numbers}${end}`),
    fc.constantFrom('x', '漢', 'e\u0301'),
  );
  const sequences = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
  return fc.sample(sequences, { numRuns: 1000, seed: 854 }).join('\x07\x1bc');
}

/** Control sequences with huge counts, and those without an end. */
export const GENERATED: readonly Payload[] = [
  ...['S', 'T', 'L', 'M', 'X', '@', 'H', 'I'].map((final) => ({ name: `MANY ${final}`, text: `\x1b[${MANY}${final}` })),
  { name: 'MANY S behind a control', text: `\x1b\0[${MANY}S` },
  { name: 'MANY repetitions', text: `x\x1b[5000000b\x1b[${MANY}b` },
  { name: 'MANY accents', text: `e${'\u0301'.repeat(100_000)}` },
  { name: 'MANY marks that are symbols', text: `e${'\u06de'.repeat(100_000)}` },
  { name: 'MANY code points that no font has', text: repeated('a\u0378') },
  { name: 'MANY numbers', text: `\x1b[${'1;'.repeat(150_000)}m` },
  { name: 'a MANY of sixels', text: `\x1bPq${'~'.repeat(500_000)}\x1b\\` },
  { name: 'a title without an end', text: `\x1b]0;${'t'.repeat(12 * MEGABYTE)}\x07` },
  { name: 'a thousand generated sequences', text: generated() },
];

/** IAC EOR, which ends a record (RFC 885). */
const END = '\xff\xef';
/** Erase/Write, and orders to the end of a record of 24 KiB. */
const record = (orders: string): string => `\xf5\xc3${repeated(orders, 24 * 1024)}${END}`;

/** Records of a host for a 3270 terminal, as octets in Latin-1: orders of a few octets that pass over many cells. */
export const RECORDS: readonly Payload[] = [
  ['EUA', '\x12\x40\x40'],
  ['EUA between fields', '\x1d\x40\x12\x5b\x5f'],
  ['PT', '\x05'],
  ['PT between fields', '\x1d\x40\xc1\x05'],
  ['RA', '\x11\x40\x40\x3c\x5b\x5f\xc1'],
  ['fields', '\x1d\x40'],
  ['fields in colours', '\x29\x02\xc0\x40\x42\xf4\xc1\x29\x02\xc0\x60\x42\xf2\xc1'],
  ['attributes of letters', '\x28\x42\xf4\xc1\x28\x41\xf2\xc2'],
  ['text', '\xc1\xc2\xc3'],
].map(([name = '', orders = '']) => ({ name: `3270: ${name}`, text: record(orders) }));
