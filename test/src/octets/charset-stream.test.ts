/** Charsets of sessions: decoding in pieces, and encoding. */
import { describe, expect, test } from 'vitest';
import { CharsetDecoder, decodeCharset, encodeCharset } from '../../../src/octets/charset.ts';
import { CHARSETS } from '../../../worker/pages/terminal/charsets.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../fast-check.ts';

/** Texts that each charset has. */
const texts: readonly (readonly [charset: string, text: string])[] = [
  ['utf-8', 'Grüße, 日本語 😀'],
  ['windows-1252', 'Grüße, naïve €'],
  ['cp437', 'Grüße ╔═╗ ░▒▓ π≤√'],
  ['iso-8859-2', 'Łódź, příliš'],
  ['iso-8859-15', 'œuvre €'],
  ['ibm866', 'Привет ║'],
  ['koi8-r', 'Привет'],
  ['windows-1251', 'Привет'],
  ['macintosh', 'Grüße π'],
  ['big5', '歡迎光臨'],
  ['gbk', '欢迎光临'],
  ['gb18030', '欢迎光临'],
  ['windows-1253', 'Καλημέρα'],
  ['windows-1255', 'שלום'],
  ['windows-874', 'สวัสดี'],
  ['koi8-u', 'Вітаємо'],
  ['euc-jp', 'ようこそ日本語'],
  ['shift_jis', 'ようこそ日本語ｱｲｳ'],
  ['euc-kr', '환영합니다'],
];

describe.each(texts)('%s', (charset, text) => {
  test('encoded text decodes to itself', () => {
    expect(decodeCharset(encodeCharset(text, charset), charset)).toBe(text);
  });

  test('text decodes alike, wherever it is cut', () => {
    const octets = encodeCharset(text, charset);
    for (let cut = 0; cut <= octets.length; cut += 1) {
      const decoder = new CharsetDecoder(charset);
      expect(decoder.decode(octets.subarray(0, cut)) + decoder.decode(octets.subarray(cut))).toBe(text);
    }
    const decoder = new CharsetDecoder(charset);
    expect(Array.from(octets, (octet) => decoder.decode(Uint8Array.of(octet))).join('')).toBe(text);
  });
});

/** Those with characters of several octets are among the texts above. Node 22 has no ISO-8859-16; browsers do. */
const OTHERS = ['utf-8', 'big5', 'gbk', 'gb18030', 'euc-jp', 'shift_jis', 'euc-kr', 'iso-8859-16'];
const singleOctet = CHARSETS.map(([label]) => label).filter((label) => !OTHERS.includes(label));

test(
  'whatever comes is decoded alike, wherever it is cut, and what is typed has octets',
  () => {
    const label = fc.constantFrom(...CHARSETS.map(([label]) => label).filter((label) => label !== 'iso-8859-16'));
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    fc.assert(
      fc.property(label, text, fc.uint8Array({ maxLength: 60 }), fc.nat(60), (charset, typed, random, cut) => {
        const encoded = encodeCharset(typed, charset);
        // In the IBM866 of Node, three controls have changed places.
        const characters = new Set(`${typed}?\x1a\x1c\x7f`);
        for (const character of decodeCharset(encoded, charset)) expect(characters).toContain(character);
        // What is not of a charset of several octets, Node reads in another way if it is cut.
        const octets = OTHERS.includes(charset) && charset !== 'utf-8' ? encoded : random;
        const decoder = new CharsetDecoder(charset);
        const parts = decoder.decode(octets.subarray(0, cut)) + decoder.decode(octets.subarray(cut), true);
        expect(parts).toBe(decodeCharset(octets, charset));
      }),
      runs(),
    );
  },
  PROPERTY_TIMEOUT,
);

test.each([
  ['shift_jis', 'ソ', [0x83, 0x5c]],
  ['shift_jis', '纊', [0xfa, 0x5c]],
  ['big5', '一', [0xa4, 0x40]],
  ['gbk', '丂', [0x81, 0x40]],
  ['cp437', 'é', [0x82]],
  ['cp437', '日', [0x3f]],
  ['windows-1252', '\r\n\x1b[A', [0x0d, 0x0a, 0x1b, 0x5b, 0x41]],
] as const)('%s: %j is encoded', (charset, text, octets) => {
  expect([...encodeCharset(text, charset)]).toEqual(octets);
});

test.each(singleOctet)('%s: every octet above ASCII comes back', (charset) => {
  let characters = 0;
  for (let octet = 0x80; octet < 0x100; octet += 1) {
    const text = decodeCharset(Uint8Array.of(octet), charset);
    if (text === '\ufffd') continue;
    characters += 1;
    expect([...encodeCharset(text, charset)]).toEqual([octet]);
  }
  // ISO-8859-6 has the fewest.
  expect(characters).toBeGreaterThanOrEqual(83);
});
