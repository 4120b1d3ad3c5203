/** Headers and MIME parts of articles, well-formed and malformed (RFC 5536 §2.2, RFC 2045 §5.1, RFC 2046 §5.1). */
import { describe, expect, it } from 'vitest';
import { decodeWithLabel } from '../../../src/message/charset.ts';
import { fieldOf, parseFields, parseStructured, splitEntity } from '../../../src/message/header.ts';
import { parseParts, readableParts } from '../../../src/message/parts.ts';
import { expectLinear } from '../growth.ts';

const octets = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (found: Uint8Array): string => String.fromCharCode(...found);

describe('charsets', () => {
  it.each([
    ['UTF-8 without a declared charset', 'gr\u00c3\u00b6\u00c3\u009fer', null, 'größer'],
    ['windows-1252 without a declared charset', 'gr\u00f6\u00dfer \u0080', null, 'größer €'],
    ['the declared charset', '\u00d2\u00d5', 'koi8-r', 'ру'],
    ['declared as us-ascii, but windows-1252', 'gr\u00f6\u00dfer', 'us-ascii', 'größer'],
    ['declared as us-ascii, but UTF-8', 'gr\u00c3\u00b6\u00c3\u009fer', 'US-ASCII', 'größer'],
    ['declared as UTF-8, but windows-1252', 'gr\u00f6\u00dfer', 'utf-8', 'größer'],
    ['an unknown charset', 'gr\u00f6\u00dfer', 'no-such-charset', 'größer'],
    ['code page 437', 'gr\u0094\u00e1er', 'cp437', 'größer'],
  ])('%s', (_, input, charset, expected) => {
    expect(decodeWithLabel(octets(input), charset)).toBe(expected);
  });
});

describe('headers', () => {
  it.each<[what: string, article: string, header: string, body: string]>([
    ['CR LF', 'a: 1\r\n\r\nb\r\n', 'a: 1\r\n', 'b\r\n'],
    ['LF', 'a: 1\n\nb\n', 'a: 1\n', 'b\n'],
    ['no body', 'a: 1\r\n', 'a: 1\r\n', ''],
    ['no header', '\r\nb', '', 'b'],
    ['nothing', '', '', ''],
  ])('%s', (_, article, header, body) => {
    const found = splitEntity(octets(article));
    expect([text(found.header), text(found.body)]).toEqual([header, body]);
  });

  it('are unfolded; lines that are not fields are skipped', () => {
    const fields = parseFields(
      octets(' lost\r\nSubject: a\r\n  b\r\n\tc\r\nno field\r\n: none\r\nX-Empty:\r\nsubject: second\r\n'),
      null,
    );
    expect(fields).toEqual([
      { name: 'Subject', value: 'a b c' },
      { name: 'X-Empty', value: '' },
      { name: 'subject', value: 'second' },
    ]);
    expect([fieldOf(fields, 'SUBJECT'), fieldOf(fields, 'x-empty'), fieldOf(fields, 'From')]).toEqual([
      'a b c',
      '',
      null,
    ]);
  });

  it.each<[value: string, type: string, parameters: Record<string, string>]>([
    ['Text/Plain', 'text/plain', {}],
    ['text/plain; charset=UTF-8; format=flowed', 'text/plain', { charset: 'UTF-8', format: 'flowed' }],
    ['multipart/mixed; boundary="a; b=\\"c"', 'multipart/mixed', { boundary: 'a; b="c' }],
    ['text/plain (a comment); Charset = utf-8 (so)', 'text/plain', { charset: 'utf-8' }],
    ['text/plain; charset=a; charset=b', 'text/plain', { charset: 'a' }],
    ['', '', {}],
  ])('%s', (value, type, parameters) => {
    const found = parseStructured(value);
    expect([found.value, Object.fromEntries(found.parameters)]).toEqual([type, parameters]);
  });

  it.each([
    (size: number) => ';a="'.repeat(size),
    (size: number) => ';'.repeat(size),
    (size: number) => `;a${' '.repeat(size)}`,
  ])('take time in proportion to their size: %s', (hostile) => {
    expectLinear(200_000, (size) => {
      const value = hostile(size);
      return () => void parseStructured(value);
    });
  });
});

describe('parts', () => {
  const multipart = (type: string, body: string): string => `Content-Type: ${type}; boundary=b\r\n\r\n${body}`;
  const found = (article: string): string[] =>
    parseParts(octets(article)).map(({ number, type, body }) => `${number} ${type} ${text(body)}`);

  it.each<[what: string, article: string, parts: string[]]>([
    ['an article without MIME', 'Subject: a\r\n\r\nb\r\n', ['1 text/plain b\r\n']],
    [
      'two parts; the text around them is ignored',
      multipart(
        'multipart/mixed',
        'pre\r\n--b\r\n\r\none\r\n--b\r\nContent-Type: image/gif\r\n\r\ntwo\r\n--b--\r\npost',
      ),
      ['1 text/plain one', '2 image/gif two'],
    ],
    ['bare LF', multipart('multipart/mixed', '--b\n\none\n--b--\n').replaceAll('\r', ''), ['1 text/plain one']],
    [
      'blanks after the boundary',
      multipart('multipart/mixed', '--b \t\r\n\r\none\r\n--b-- \r\n'),
      ['1 text/plain one'],
    ],
    [
      'a boundary that begins another',
      multipart('multipart/mixed', '--b\r\n\r\none\r\n--bc\r\n--b--\r\n'),
      ['1 text/plain one\r\n--bc'],
    ],
    [
      'a boundary within a line',
      multipart('multipart/mixed', '--b\r\n\r\none --b\r\n--b--\r\n'),
      ['1 text/plain one --b'],
    ],
    ['no end', multipart('multipart/mixed', '--b\r\n\r\none\r\n'), ['1 text/plain one\r\n']],
    ['no parts', multipart('multipart/mixed', 'nothing'), ['1 text/plain nothing']],
    ['a multipart without a boundary', 'Content-Type: multipart/mixed\r\n\r\na', ['1 text/plain a']],
    [
      'parts of a digest are messages (RFC 2046 §5.1.5)',
      multipart('multipart/digest', '--b\r\n\r\nSubject: x\r\n\r\n--b--'),
      ['1 message/rfc822 Subject: x\r\n'],
    ],
    ['a malformed type', 'Content-Type: "><script>/x\r\n\r\na', ['1 text/plain a']],
  ])('%s', (_, article, parts) => {
    expect(found(article)).toEqual(parts);
  });

  it('are nested, with disposition, encoding, name and id', () => {
    const inner =
      'Content-Type: multipart/alternative; boundary=i\r\n\r\n--i\r\nContent-Type: text/plain\r\n\r\nplain\r\n--i\r\nContent-Type: text/html\r\n\r\npage\r\n--i--\r\n';
    const file =
      'Content-Type: text/plain; name=a.txt\r\nContent-Disposition: Attachment; filename=a.txt\r\nContent-Transfer-Encoding: BASE64\r\nContent-ID: <c@h>\r\n\r\neA==\r\n';
    const parts = parseParts(octets(multipart('multipart/mixed', `--b\r\n${inner}--b\r\n${file}--b--\r\n`)));
    expect(parts.map(({ number, type }) => [number, type])).toEqual([
      [1, 'text/plain'],
      [2, 'text/html'],
      [3, 'text/plain'],
    ]);
    expect(parts[2]).toMatchObject({ disposition: 'attachment', encoding: 'base64', name: 'a.txt', contentId: 'c@h' });
    const { texts, pages } = readableParts(parts);
    expect([texts, pages].map((some) => some.map(({ number }) => number))).toEqual([[1], [2]]);
  });

  it('are limited in number and depth', () => {
    expect(parseParts(octets(multipart('multipart/mixed', '--b\r\n\r\nx\r\n'.repeat(5000))))).toHaveLength(200);
    let nested = 'Content-Type: text/plain\r\n\r\nx';
    for (let depth = 0; depth < 200; depth++) {
      nested = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested}\r\n--b${depth}--\r\n`;
    }
    expect(parseParts(octets(nested))).toHaveLength(1);
  });
});
