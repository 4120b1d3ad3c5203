/**
 * Texts: the closing period and doubled periods of RFC 1436 §3.2, where servers have them; charsets; `caps.txt`;
 * `robots.txt` (RFC 9309).
 */
import { describe, expect, it } from 'vitest';
import { charsetOf, decodeCharset, detectCharset, isUtf8 } from '../../../src/schemes/charset.ts';
import { parseCaps } from '../../../src/schemes/gopher/caps.ts';
import { plainText } from '../../../src/schemes/gopher/period.ts';
import { allowsRobots, parseRobots } from '../../../src/schemes/gopher/robots.ts';
import { expectLinear, patience } from '../growth.ts';

const octets = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (octets: Uint8Array): string => String.fromCharCode(...octets);

describe('periods', () => {
  it.each([
    ['by the book: closed and doubled', 'a\r\n..x\r\n...y\r\n.\r\n', 'a\r\n.x\r\n..y\r\n'],
    ['doubled in the first line', '..x\r\n.\r\n', '.x\r\n'],
    ['closed with a bare line feed', 'a\n.\n', 'a\n'],
    ['closed without a line end', 'a\r\n.', 'a\r\n'],
    ['closed, not doubled: a single period proves it', '..x\r\n.y\r\n.\r\n', '..x\r\n.y\r\n'],
    ['not closed, so not doubled', '..x\r\n...y\r\n', '..x\r\n...y\r\n'],
    ['no period alone at the end', 'a\r\n..\r\n', 'a\r\n..\r\n'],
    ['an end in the middle of a line', 'so it ends .\r\n', 'so it ends .\r\n'],
    ['a doubled period that was one alone', 'a\r\n..\r\nb\r\n.\r\n', 'a\r\n.\r\nb\r\n'],
    ['a period inside a line', 'a..b\r\n.\r\n', 'a..b\r\n'],
    ['a period and nothing else', '.\r\n', ''],
    ['nothing', '', ''],
  ])('%s', (_, sent, meant) => {
    expect(text(plainText(octets(sent)))).toBe(meant);
  });
});

describe('the charset of a text', () => {
  it.each([
    ['ASCII', 'plain', null, 'utf-8'],
    ['UTF-8', 'd\xc3\xa9j\xc3\xa0', null, 'utf-8'],
    ['UTF-8 wins over what the server says', 'd\xc3\xa9j\xc3\xa0', 'ISO-8859-1', 'utf-8'],
    ['what the server says', 'd\xe9j\xe0', 'ISO-8859-15', 'iso-8859-15'],
    ['the server says UTF-8 and is wrong', 'd\xe9j\xe0', 'UTF-8', 'windows-1252'],
    ['the server says something unknown', 'd\xe9j\xe0', 'EBCDIC', 'windows-1252'],
    ['the server says code page 437', 'd\x82j\x85', 'IBM437', 'cp437'],
    ['Latin-1 letters', 'Gr\xfc\xdfe aus K\xf6ln', null, 'windows-1252'],
    ['Latin-1 capitals', '\xdcBER \xc4RGER', null, 'windows-1252'],
    ['quotation marks of windows-1252', '\x93quoted\x94 \x96 it\x92s 5 \x80', null, 'windows-1252'],
    ['frames of code page 437', '\xda\xc4\xc4\xc4\xbf\r\n\xb3 x \xb3', null, 'cp437'],
    ['shades of code page 437', '\xb0\xb1\xb2\xdb\xdb\xdb', null, 'cp437'],
    ['letters of code page 437', 'K\x94ln, \x81ber M\x84rz', null, 'cp437'],
    ['colours and frames', '\x1b[31m\xb3\x1b[0m', null, 'cp437'],
    ['colours and Latin-1', '\x1b[31mK\xf6ln\x1b[0m', null, 'windows-1252'],
  ])('%s', (_, sent, told, charset) => {
    expect(detectCharset(octets(sent), told)).toBe(charset);
  });

  it.each([
    ['a\xe2\x82', false, true],
    ['a\xf0\x9f\x90', false, true],
    ['a\x82', false, false],
    ['\xe4a', false, false],
    ['a\xc3\xa4', true, true],
  ])('%j is UTF-8 as a whole: %s; as a beginning: %s', (sent, whole, beginning) => {
    expect([isUtf8(octets(sent)), isUtf8(octets(sent), 'beginning')]).toEqual([whole, beginning]);
  });

  it('decodes code page 437, all of it', () => {
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
  ])('knows the label %s as %s', (label, charset) => {
    expect(charsetOf(label)).toBe(charset);
  });
});

describe('caps.txt', () => {
  it('is read key by key', () => {
    const caps = parseCaps(
      octets('CAPS\r\n\r\n# a comment\r\nServerDefaultEncoding = ISO-8859-1\r\nServerTLSPort=7443\r\n'),
    );
    expect(caps).toMatchObject({ defaultEncoding: 'ISO-8859-1', tlsPort: 7443, expiresAfter: 3600 });
    expect(caps?.entries).toEqual([
      ['ServerDefaultEncoding', 'ISO-8859-1'],
      ['ServerTLSPort', '7443'],
    ]);
  });

  it.each([
    ['ServerTLSPort=0', null],
    ['ServerTLSPort=65536', null],
    ['ServerTLSPort=4e1', null],
    ['ServerTLSPort=', null],
    ['ServerTLSPort=70', 70],
  ])('%s is port %s', (line, port) => {
    expect(parseCaps(octets(`CAPS\n${line}\n`))?.tlsPort).toBe(port);
  });

  it('holds for a day at most', () => {
    expect(parseCaps(octets('CAPS\nExpireCapsAfter=999999999\n'))?.expiresAfter).toBe(86_400);
  });

  it.each(['', 'Error: not found', 'CAPSULE\nServerTLSPort=70', '3no\t\terror.host\t1'])('is not %j', (reply) => {
    expect(parseCaps(octets(reply))).toBeNull();
  });
});

describe('robots.txt', () => {
  const file = [
    'User-agent: *',
    'Disallow: /large # heavy',
    'Allow: /large/map.txt',
    '',
    'User-Agent: webproxy',
    'user-agent: other',
    'disallow: /staff',
    'Disallow: /*.gif$',
    '',
    'User-agent: nobody',
    'Disallow:',
  ].join('\r\n');
  const robots = parseRobots(octets(file));

  it.each([
    ['/about', true],
    ['/large', false],
    ['/larger', false],
    ['large/3MB.bin', false],
    ['/large/map.txt', true],
    ['/staff', false],
    ['/a/b.gif', false],
    ['/a/b.gifs', true],
    ['/a/b.gif/c.gif', false],
    ['', true],
  ])('%j: %s', (selector, allowed) => {
    expect(allowsRobots(robots, ['*', 'webproxy'], selector)).toBe(allowed);
  });

  it('counts only the groups of the agents that ask', () => {
    expect(allowsRobots(robots, ['*'], '/staff')).toBe(true);
    expect(allowsRobots(robots, ['nobody'], '/large')).toBe(true);
  });

  it('takes time in proportion to its length', patience, () => {
    expectLinear(16_000, (size) => {
      const hostile = parseRobots(octets(`User-agent: *\nDisallow: /${'*a'.repeat(size / 2)}$\n`));
      const selector = `/${'a'.repeat(size)}b`;
      return () => void allowsRobots(hostile, ['*'], selector);
    });
  });
});
