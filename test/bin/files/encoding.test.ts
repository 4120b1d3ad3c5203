/** Which encodings are read, and which are left alone with a reason. */
import { expect, test } from 'vitest';
import { EncodingScan } from '../../../bin/files/encoding.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const scan = (...pieces: readonly Buffer[]) => {
  const scan = new EncodingScan();
  for (const piece of pieces) scan.add(piece);
  return scan.end();
};

test.each([
  ['ASCII', latin1('plain'), 'utf-8'],
  ['UTF-8', Buffer.from('café 日本語'), 'utf-8'],
  ['UTF-8 with its mark', Buffer.from('\ufeffcafé'), 'utf-8'],
  ['Latin-1', latin1('caf\xe9, na\xefve, \xc5ngstr\xf6m'), 'latin1'],
  ['Latin-1 by its name', latin1('<meta charset=iso-8859-1>\x93q\x94'), 'latin1'],
  ['ASCII that names another encoding', latin1('<meta charset="koi8-r">plain'), 'utf-8'],
])('%s is read', (_, octets, encoding) => {
  expect(scan(octets)).toBe(encoding);
});

test.each([
  ['UTF-16, little-endian', Buffer.from('\ufeff<a>', 'utf16le'), 'UTF-16'],
  ['UTF-16, big-endian', Buffer.from('\ufeff<a>', 'utf16le').swap16(), 'UTF-16'],
  ['UTF-16 without its mark', Buffer.from('<a>', 'utf16le'), 'NUL'],
  ['a program', Buffer.of(0x7f, 0x45, 0x4c, 0x46, 0), 'NUL'],
  ['ISO-2022-JP', latin1('\x1b$B$3$s\x1b(B'), 'ISO 2022'],
  ['Shift_JIS', Buffer.from('82b182f182c982bf82cd', 'hex'), 'neither UTF-8 nor Latin-1'],
  ['EUC-JP', Buffer.from('a4b3a4f3a4cba4c1a4cf', 'hex'), 'neither UTF-8 nor Latin-1'],
  ['KOI8-R', Buffer.from('f0d2c9d7c5d42c20cdc9d2', 'hex'), 'neither UTF-8 nor Latin-1'],
  ['Windows-1252 without its name', latin1('\x93quoted\x94'), 'neither UTF-8 nor Latin-1'],
  [
    'HTML that names another',
    latin1('<meta http-equiv=content-type content="text/html; charset=koi8-r">\xf0'),
    'koi8-r',
  ],
  ['XML that names another', latin1('<?xml version="1.0" encoding="ISO-8859-2"?>\xb1'), 'ISO-8859-2'],
  ['mail that names another', latin1('From: x\nContent-Type: text/plain;\n charset="big5"\n\n\xa4\xa4'), 'big5'],
  ['HTML that names UTF-8 and is not', latin1('<meta charset=utf-8>caf\xe9'), 'contains other octets'],
])('%s is left alone', (_, octets, words) => {
  expect(scan(octets)).toEqual({ fault: expect.stringContaining(words) });
});

test('the marks of GNU Info have NUL, in one piece or two; any other NUL is that of a program', () => {
  const pieces = (...texts: readonly string[]) => scan(...texts.map(latin1));
  expect(pieces('Menu\0\b[index\0\b]\n')).toBe('utf-8');
  for (const [first, second] of [
    ['a\0', '\b[image\0\b]'],
    ['a\0\b', '[image\0\b]'],
    ['a\0\b[', 'image\0\b]'],
  ] as const) {
    expect(pieces(first, second)).toBe('utf-8');
  }
  const fault = { fault: 'the file is not text: it contains NUL' };
  for (const texts of [['a\0\b('], ['a\0'], ['a\0\b'], ['a\0', 'b'], ['\0\b[x\0y']])
    expect(pieces(...texts)).toEqual(fault);
});

test('a character of UTF-8 may be in two pieces, and may lack its end', () => {
  expect(scan(Buffer.of(0x61, 0xc3), Buffer.of(0xa9))).toBe('utf-8');
  expect(scan(Buffer.of(0x61, 0x62, 0xc3))).toBe('latin1');
});
