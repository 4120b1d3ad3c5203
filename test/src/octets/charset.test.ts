/** The charset of a text, from the server's declaration and from the octets. */
import { describe, expect, it } from 'vitest';
import { charsetOf, decodeCharset, detectCharset, isUtf8 } from '../../../src/octets/charset.ts';

const octets = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the charset of a text', () => {
  it.each([
    ['ASCII', 'plain', null, 'utf-8'],
    ['UTF-8', 'd\xc3\xa9j\xc3\xa0', null, 'utf-8'],
    ['UTF-8, although the server declares another charset', 'd\xc3\xa9j\xc3\xa0', 'ISO-8859-1', 'utf-8'],
    ['not UTF-8: as the server declares', 'd\xe9j\xe0', 'ISO-8859-15', 'iso-8859-15'],
    ['not UTF-8, although the server declares it', 'd\xe9j\xe0', 'UTF-8', 'windows-1252'],
    ['an unknown charset declared', 'd\xe9j\xe0', 'EBCDIC', 'windows-1252'],
    ['code page 437 declared', 'd\x82j\x85', 'IBM437', 'cp437'],
    ['Latin-1 letters', 'Gr\xfc\xdfe aus K\xf6ln', null, 'windows-1252'],
    ['Latin-1 capitals', '\xdcBER \xc4RGER', null, 'windows-1252'],
    ['quotation marks of windows-1252', '\x93quoted\x94 \x96 it\x92s 5 \x80', null, 'windows-1252'],
    ['boxes of code page 437', '\xda\xc4\xc4\xc4\xbf\r\n\xb3 x \xb3', null, 'cp437'],
    ['shades of code page 437', '\xb0\xb1\xb2\xdb\xdb\xdb', null, 'cp437'],
    ['letters of code page 437', 'K\x94ln, \x81ber M\x84rz', null, 'cp437'],
    ['colours and boxes', '\x1b[31m\xb3\x1b[0m', null, 'cp437'],
    ['colours and Latin-1', '\x1b[31mK\xf6ln\x1b[0m', null, 'windows-1252'],
  ])('%s', (_, text, declared, charset) => {
    expect(detectCharset(octets(text), declared)).toBe(charset);
  });

  it.each([
    ['a\xe2\x82', false, true],
    ['a\xf0\x9f\x90', false, true],
    ['a\x82', false, false],
    ['\xe4a', false, false],
    ['a\xc3\xa4', true, true],
  ])('%j is UTF-8 as a whole: %s; as a beginning: %s', (text, whole, beginning) => {
    expect([isUtf8(octets(text)), isUtf8(octets(text), 'beginning')]).toEqual([whole, beginning]);
  });

  it('decodes all of code page 437', () => {
    expect(decodeCharset(octets('\x80\x9c\xb3\xc9\xe1\xec\xfe\xff A'), 'cp437')).toBe('Ç£│╔ß∞■\u00a0 A');
    const upper = Uint8Array.from({ length: 128 }, (_, index) => 0x80 + index);
    expect(new Set(decodeCharset(upper, 'cp437')).size).toBe(128);
  });

  it.each([
    ['UTF8', 'utf-8'],
    ['US-ASCII', 'windows-1252'],
    [' ISO-8859-1 ', 'windows-1252'],
    ['IBM437', 'cp437'],
    ['Big5', 'big5'],
    ['no such thing', null],
    ['', null],
  ])('maps the label %j to %s', (label, charset) => {
    expect(charsetOf(label)).toBe(charset);
  });
});
