/** Files inside the text of articles: uuencode and yEnc, however their octets arrive. */
import { describe, expect, test } from 'vitest';
import { concatOctets, latin1Of, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { EncodedFileDecoder } from '../../../../src/open/news/encoded-file.ts';
import fc, { runs } from '../../../fast-check.ts';
import { uuencode } from '../../../servers/content/packages.ts';

/** The n-th file of a text that arrives in parts of some octets; `null` = there is none. */
function decode(text: string, index = 1, part = text.length): string | null {
  const decoder = new EncodedFileDecoder(index);
  const octets = octetsOfLatin1(text);
  const parts: Uint8Array[] = [];
  for (let from = 0; from < octets.length; from += part) parts.push(decoder.pass(octets.subarray(from, from + part)));
  parts.push(decoder.flush());
  return decoder.start === null ? null : latin1Of(concatOctets(parts));
}

/** yEnc 1.3, with the characters that it must escape. */
function yenc(content: Uint8Array): string {
  const lines = [...content].map((octet) => {
    const coded = (octet + 42) & 0xff;
    return [0, 10, 13, 61].includes(coded)
      ? `=${String.fromCharCode((coded + 64) & 0xff)}`
      : String.fromCharCode(coded);
  });
  const rows = lines.join('').match(/(?:=?[^=]){1,64}/gs) ?? [];
  return [
    `=ybegin part=1 line=64 size=${content.length} name=a.bin`,
    '=ypart begin=1 end=9',
    ...rows,
    '=yend size=9',
    '',
  ].join('\r\n');
}

describe('a file in a text', () => {
  test.each([
    ['begin 644 cat.txt\n#0V%T\n`\nend\n', 'Cat'],
    ['Dear reader,\r\nbegin 644 cat.txt\r\n#0V%T\r\n`\r\nend\r\nand more\r\n', 'Cat'],
    // Blanks at the end of a line are zeros, and may have been lost.
    ['begin 600 z\n#0\n`\nend\n', '@\0\0'],
    ['begin 600 z\n$0V%T\nend\n', 'Cat\0'],
    // Without its end.
    ['begin 644 cat.txt\n#0V%T', 'Cat'],
    ['let us\nbegin 644 things\n\nand end\n', null],
    ['begin\n#0V%T\nend\n', null],
  ])('%j is %j', (text, content) => {
    expect(decode(text)).toBe(content);
  });

  test('is found by its number', () => {
    const text =
      'begin 644 a\n#0V%T\nend\n=ybegin line=128 size=1 name=b\n\x8a\n=yend size=1\nbegin 644 c\n#1&]G\nend\n';
    expect([1, 2, 3, 4].map((index) => decode(text, index))).toEqual(['Cat', '`', 'Dog', null]);
  });

  test.each([
    ['uuencode', (content: Uint8Array) => uuencode('a.bin', Buffer.from(content)).toString('latin1')],
    ['yEnc', yenc],
  ])('of %s is decoded to what was encoded, in parts of any length', (_, encode) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 80 }), (content, part) => {
        fc.pre(content.length > 0);
        expect(decode(`> quoted\n${encode(content)}`, 1, part)).toBe(latin1Of(content));
      }),
      runs(),
    );
  });

  test('a line without an end takes no memory', () => {
    const decoder = new EncodedFileDecoder(1);
    const part = octetsOfLatin1('M'.repeat(60_000));
    for (let times = 0; times < 100; times++) expect(decoder.pass(part)).toEqual(new Uint8Array(0));
    expect(decoder.flush()).toEqual(new Uint8Array(0));
  });
});
