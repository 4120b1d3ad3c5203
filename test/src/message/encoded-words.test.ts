/** Encoded words (RFC 2047): rows by clause, and agreement with postal-mime on generated texts. */
import { decodeWords as oracle } from 'postal-mime';
import { describe, expect, it, test } from 'vitest';
import { decodeWords } from '../../../src/message/encoded-words.ts';
import fc, { runs } from '../../fast-check.ts';
import { expectLinear } from '../growth.ts';

describe('encoded words', () => {
  it.each<[clause: string, text: string, expected: string]>([
    ['RFC 2047 §4.2: Q', '=?utf-8?q?caf=C3=A9_noir?= noir', 'café noir noir'],
    ['RFC 2047 §4.2: Q with raw blanks, which some programs write', '=?utf-8?Q?a b= 41?=', 'a bA'],
    ['RFC 2047 §4.1: B', '=?ISO-8859-1?B?5OT8?=', 'ääü'],
    ['B without its padding', '=?utf-8?b?w6Q?=', 'ä'],
    ['RFC 2047 §6.2: blanks between words are no text', 'a =?utf-8?q?b?=\t =?iso-8859-1?q?=E4?= c', 'a bä c'],
    ['RFC 2231 §5: a language', '=?utf-8*en?q?hello?=', 'hello'],
    ['a character that two words share', '=?utf-8?q?=C3?= =?UTF-8?B?qQ==?=', 'é'],
    ['a shift that ends in each word', '=?iso-2022-jp?B?GyRCRnwbKEI=?= =?iso-2022-jp?B?GyRCS1wbKEI=?=', '日本'],
    ['RFC 2047 §2: no other encoding', '=?utf-8?x?a?=', '=?utf-8?x?a?='],
    ['no word', 'a =? b ?= c =?utf-8?q?', 'a =? b ?= c =?utf-8?q?'],
    ['another name of a charset', '=?cp932?B?k/qWew==?= =?x-sjis?B?k/qWew==?=', '日本日本'],
    ['an unknown charset', '=?x-none?q?K=E4se?=', 'Käse'],
    ['a wrong charset', '=?us-ascii?q?K=C3=A4se?=', 'Käse'],
    ['a word in no charset, after a good one', '=?utf-8?q?=C3=A4?= =?utf-8?q?=E4?=', 'ää'],
  ])('%s: %s', (_, text, expected) => {
    expect(decodeWords(text)).toBe(expected);
  });

  /** A text as one word, in whole characters. */
  const word = fc
    .record({ text: fc.string({ unit: 'grapheme', maxLength: 8 }), isB: fc.boolean(), isUpper: fc.boolean() })
    .map(({ text, isB, isUpper }) => {
      const octets = Buffer.from(text);
      const encoded = isB
        ? octets.toString('base64')
        : [...octets].map((octet) => `=${octet.toString(16).padStart(2, '0')}`).join('');
      const encoding = isB ? 'B' : 'Q';
      return `=?utf-8?${isUpper ? encoding : encoding.toLowerCase()}?${encoded}?=`;
    });
  const plain = fc.stringMatching(/^[ a-z?=_@<]{0,6}$/);

  test('are decoded as postal-mime does', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(word, plain, fc.constant(' ')), { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        expect(decodeWords(text)).toBe(oracle(text));
      }),
      runs(),
    );
  });

  it.each([
    (size: number) => '=?a?q?'.repeat(size / 6),
    (size: number) => '=?utf-8?q?a?= '.repeat(size / 14),
    (size: number) => `=?a?q?b?=${' '.repeat(size)}x`,
    (size: number) => '=?'.repeat(size / 2),
  ])('are decoded in proportion to the size of a hostile text: %s', (hostile) => {
    expectLinear(1 << 14, (size) => {
      const text = hostile(size);
      return () => void decodeWords(text);
    });
  });
});
