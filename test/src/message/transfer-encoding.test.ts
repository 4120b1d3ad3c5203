/**
 * Decoding of bodies (RFC 2045 §6) and of parameters in sections and charsets (RFC 2231), well-formed and malformed.
 */
import { expect, it } from 'vitest';
import { decodeTransfer } from '../../../src/message/encoded-words.ts';
import { longParameter, parseStructured } from '../../../src/message/header.ts';
import { expectLinear } from '../growth.ts';

const octets = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (found: Uint8Array): string => String.fromCharCode(...found);

it.each<[clause: string, encoding: string, body: string, expected: string]>([
  ['RFC 2045 §6.7 (1): any octet', 'quoted-printable', 'na=EFve =3D =c3=A9', 'na\xefve = \xc3\xa9'],
  ['RFC 2045 §6.7 (3): blanks at the end of a line are not text', 'quoted-printable', 'a \t\r\nb  ', 'a\r\nb'],
  ['RFC 2045 §6.7 (3): escaped blanks are text', 'quoted-printable', '-- =20\r\nx =\r\ny', '--  \r\nx y'],
  ['RFC 2045 §6.7 (5): soft line breaks of any system', 'quoted-printable', 'a=\r\nb=\nc= \r\nd=', 'abcd'],
  ['not an escape: unchanged', 'quoted-printable', '=zz =E =\u00e4', '=zz =E =\u00e4'],
  ['RFC 2045 §6.8', 'base64', 'w6TD\r\ntsO8\r\n', '\xc3\xa4\xc3\xb6\xc3\xbc'],
  ['RFC 2045 §6.8: padded', 'base64', 'YQ==\r\n', 'a'],
  ['missing padding', 'base64', 'YWI', 'ab'],
  ['cut within an octet', 'base64', 'YWJjZ', 'abc'],
  ['a footer that a mailing list appended', 'base64', 'YWJj\r\n-- \r\nto leave the list\r\n', 'abc'],
  ['nothing', 'base64', '', ''],
  ['no base64 at all', 'base64', '<!-- -->', ''],
  ['RFC 2045 §6.2: no encoding', '8bit', 'na\xefve=20', 'na\xefve=20'],
  ['an unknown encoding', 'x-own', 'a=20', 'a=20'],
  ['a name that every object has', 'constructor', 'a', 'a'],
])('%s: %s %j', (_, encoding, body, expected) => {
  expect(text(decodeTransfer(octets(body), encoding))).toBe(expected);
});

it('both encodings decode every octet', () => {
  const all = Uint8Array.from({ length: 512 }, (_, index) => index);
  const quoted = [...all].map((octet) => `=${octet.toString(16).padStart(2, '0')}`).join('');
  expect(decodeTransfer(octets(quoted), 'quoted-printable')).toEqual(all);
  expect(decodeTransfer(octets(Buffer.from(all).toString('base64')), 'base64')).toEqual(all);
});

it.each([
  (size: number) => `${' '.repeat(size)}x`,
  (size: number) => '='.repeat(size),
  (size: number) => '= '.repeat(size / 2),
])('takes time in proportion to the size of a hostile body: %s', (hostile) => {
  expectLinear(1 << 18, (size) => {
    const body = octets(hostile(size));
    return () => void decodeTransfer(body, 'quoted-printable');
  });
});

it.each<[clause: string, field: string, expected: string | null]>([
  ['plain', 'attachment; filename=a.txt', 'a.txt'],
  ['RFC 2231 §4: a charset', "attachment; filename*=iso-8859-1'de'K%E4se.txt", 'Käse.txt'],
  ['RFC 2231 §4: wins over the plain form', "attachment; filename=K_se; filename*=UTF-8''K%C3%A4se", 'Käse'],
  ['RFC 2231 §3: sections', 'attachment; filename*0="long"; filename*1=" name"', 'long name'],
  ['RFC 2231 §3: in any order', 'attachment; filename*1=b; filename*0=a', 'ab'],
  ['RFC 2231 §4.1: both', `attachment; filename*0*=utf-8''%C3; filename*1*=%A4; filename*2=" %41"`, 'ä %41'],
  ['a missing section ends the value', 'attachment; filename*0=a; filename*2=c', 'a'],
  ['a charset without its quotation marks', 'attachment; filename*=K%C3%A4se', 'Käse'],
  ['an unknown charset', "attachment; filename*=x-none''K%E4se", 'Käse'],
  ['none', 'attachment', null],
])('%s: %s', (_, field, expected) => {
  expect(longParameter(parseStructured(field).parameters, 'filename')).toBe(expected);
});
