/** Encoded words (RFC 2047): rows by clause, and agreement with postal-mime on generated texts. */
import { decodeWords as oracle } from 'postal-mime';
import { describe, expect, it, test } from 'vitest';
import { decodeWords, parseAddresses } from '../../../src/message/encoded-words.ts';
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

describe('an address list', () => {
  it.each<[description: string, list: string, expected: readonly (readonly [name: string, address: string])[]]>([
    [
      'names and comments',
      'Ada <ada@h>, bob@h (Bob)',
      [
        ['Ada', 'ada@h'],
        ['Bob', 'bob@h'],
      ],
    ],
    ['a quoted name with a comma', '"Doe, \\"J\\"" <j@h>', [['Doe, "J"', 'j@h']]],
    ['a name before a bare address', 'Ada L ada@h', [['Ada L', 'ada@h']]],
    ['a name with a comment', 'Ada (L) <ada@h>', [['Ada', 'ada@h']]],
    [
      'RFC 5322 §3.4: the members of a group',
      'team: a@h, B <b@h>;, c@h',
      [
        ['', 'a@h'],
        ['B', 'b@h'],
        ['', 'c@h'],
      ],
    ],
    ['a group without members', 'undisclosed-recipients:;', []],
    [
      'semicolons, as some programs write',
      'a@h; b@h',
      [
        ['', 'a@h'],
        ['', 'b@h'],
      ],
    ],
    [
      'missing members',
      'a@h,, ,b@h,',
      [
        ['', 'a@h'],
        ['', 'b@h'],
      ],
    ],
    ['an address in a quoted name', '"a@evil" <b@h>', [['a@evil', 'b@h']]],
    ['an address in quotes alone', '"a@evil"', [['a@evil', '']]],
    ['a name alone', 'nobody in particular', [['nobody in particular', '']]],
    ['an encoded name', '=?utf-8?q?Ann=C3=A9?= <a@h>', [['Anné', 'a@h']]],
    ['an encoded mailbox', '=?utf-8?q?Ann=C3=A9_=3Ca=40h=3E?=', [['Anné', 'a@h']]],
    ['an encoded mailbox with a raw at sign', '=?utf-8?q?Ann=C3=A9_=3Ca@h=3E?=', [['Anné', 'a@h']]],
    ['an encoded address, which is a name', '=?utf-8?b?dGVzdEBldmlsLmNv?=', [['test@evil.co', '']]],
    ['a quotation mark without its pair', 'Ada "L <ada@h>', [['Ada L <ada@h>', '']]],
    ['a bracket without its pair', 'Ada <ada@h', [['Ada', 'ada@h']]],
    ['an address in a comment alone', '(a@h)', [['a@h', '']]],
    ['a name in a charset of our own tables', '=?cp437?q?J=94rg?= <j@h>', [['Jörg', 'j@h']]],
    ['a name in the wrong charset', '=?us-ascii?q?J=C3=B6rg?= <j@h>', [['Jörg', 'j@h']]],
    ['a path of UUCP in brackets', 'Piet <mcvax!piet>', [['Piet', 'mcvax!piet']]],
    ['a path of UUCP alone, which looks like a name', 'mcvax!piet (Piet)', [['mcvax!piet', '']]],
    ['a noncharacter', 'a\uffffh <b@h>', [['a\ufffdh', 'b@h']]],
    ['brackets and a comment without content', '<>, ()', []],
    ['nothing', '', []],
  ])('%s: %s', (_, list, expected) => {
    expect(parseAddresses(list).map(({ name, address }) => [name, address])).toEqual(expected);
  });

  const name = fc.stringMatching(/^[A-Za-z]{1,6}(?: [A-Za-z.]{1,6})?$/);
  const address = fc.stringMatching(/^[a-z.+-]{1,6}@[a-z]{1,4}(?:\.[a-z]{1,3})?$/);
  const forms: readonly ((name: string, address: string) => string)[] = [
    (name, address) => `${name} <${address}>`,
    (name, address) => `"${name}" <${address}>`,
    (name, address) => `${address} (${name})`,
    (name, address) => `=?utf-8?q?${name.replace(' ', '_')}?= <${address}>`,
  ];
  const mailbox = fc
    .tuple(name, address, fc.constantFrom(...forms))
    .map(([name, address, form]) => ({ text: form(name, address), mailboxes: [{ name, address }] }));
  const group = fc.tuple(name, fc.array(mailbox, { maxLength: 3 })).map(([name, members]) => ({
    text: `${name}: ${members.map(({ text }) => text).join(', ')};`,
    mailboxes: members.flatMap(({ mailboxes }) => mailboxes),
  }));

  test('has its mailboxes, in every form', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(mailbox, group), { maxLength: 5 }), (parts) => {
        const list = parts.map(({ text }) => text).join(', ');
        expect(parseAddresses(list)).toEqual(parts.flatMap(({ mailboxes }) => mailboxes));
      }),
      runs(),
    );
  });

  it.each([
    (size: number) => `"${'\\"'.repeat(size / 2)}`,
    (size: number) => '('.repeat(size),
    (size: number) => '<'.repeat(size),
    (size: number) => '@'.repeat(size),
    (size: number) => `${'"a"'.repeat(size / 3)}`,
    (size: number) => 'a@'.repeat(size / 2),
    (size: number) => 'a:'.repeat(size / 2),
    (size: number) => '()'.repeat(size / 2),
  ])('is parsed in proportion to its size: %s', (hostile) => {
    expectLinear(1 << 14, (size) => {
      const list = hostile(size);
      return () => void parseAddresses(list);
    });
  });
});
