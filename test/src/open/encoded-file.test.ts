/** Files inside the text of articles: uuencode and yEnc, however their octets arrive. */
import { describe, expect, test } from 'vitest';
import { concatOctets, latin1Of, octetsOfLatin1 } from '../../../src/octets/octets.ts';
import {
  EncodedFileBody,
  EncodedFileDecoder,
  encodedStart,
  isEncodedEnd,
  uuencodedLength,
} from '../../../src/open/encoded-file.ts';
import fc, { runs } from '../../fast-check.ts';
import { uuencode } from '../../servers/content/packages.ts';

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

describe('the first line of a file', () => {
  const [full, last] = [`M${'0'.repeat(60)}`, '`'];

  test.each([
    ['begin 644 a.gif', full, 'a.gif'],
    ['begin 0644 a b.gif  ', full, 'a b.gif'],
    ['begin 600 a', '#0V%T', 'a'],
    ['begin 644 a', '  ', 'a'],
    ['begin 64 a', full, null],
    ['begin 06440 a', full, null],
    ['begin 648 a', full, null],
    ['begin 644  a', full, null],
    [' begin 644 a', full, null],
    ['begin 644 a', `${full}0`, null],
    ['begin 644 a', last, null],
    ['begin 644 a', '#0v%t', null],
    ['begin 644 a', '', null],
  ])('%j before %j has the name %j', (line, next, name) => {
    expect(encodedStart(line, next)).toEqual(name === null ? null : { encoding: 'uuencode', name });
  });

  test.each([
    ['=ybegin line=128 size=3 name=a b.bin ', 'a b.bin'],
    ['=ybegin part=1 total=2 line=128 size=3 name=a', 'a'],
    ['=ybegin line=128 size=3', ''],
    ['=ybegin line=128 name=a', null],
    ['=ybegin size=3 name=a', null],
    ['=ybegin line= size=3 name=a', null],
    ['=ybegin xline=1 size=3 name=a', null],
    [' =ybegin line=128 size=3 name=a', null],
  ])('%j of yEnc has the name %j', (line, name) => {
    expect(encodedStart(line, '')).toEqual(name === null ? null : { encoding: 'yenc', name });
  });

  test.each([
    ['end', true, false],
    ['end \t', true, false],
    ['end.', false, false],
    ['=yend size=3', false, true],
    ['=yend', false, false],
    [' =yend size=3', false, false],
  ])('%j ends uuencode: %s, yEnc: %s', (line, uuencode, yenc) => {
    expect([isEncodedEnd(line, 'uuencode'), isEncodedEnd(line, 'yenc')]).toEqual([uuencode, yenc]);
  });

  test.each([
    ['', 0],
    ['`', 0],
    [' ', 0],
    ['#0V%T', 3],
    ['M', 45],
    ['_', 63],
  ])('the line %j has %i octets', (line, octets) => {
    expect(uuencodedLength(line)).toBe(octets);
  });
});

describe('a long line', () => {
  // yEnc adds 42 to each octet: `a` is 55.
  const ofLength = (length: number) => `=ybegin line=128 size=1 name=a\n${'a'.repeat(length)}\n=yend size=1\n`;

  test.each([
    [2048, 2048],
    [2049, 0],
  ])('of %i octets that arrives in two parts has %i', (length, decoded) => {
    expect(decode(ofLength(length), 1, 31 + length)).toHaveLength(decoded);
  });
});

/** Reads the first file of an article that arrives in one piece. */
function bodyOf(text: string): { read(): Promise<string> } {
  const queue = [octetsOfLatin1(text)];
  const article = { read: async () => queue.shift() ?? null, unread: () => {}, close: () => {} };
  const body = new EncodedFileBody(article, new EncodedFileDecoder(1));
  return { read: async () => latin1Of((await body.read()) ?? octetsOfLatin1('(end)')) };
}

describe('the body of a file', () => {
  test('ends with the file or the article, and closes the article', async () => {
    const parts = ['begin 644 a\n#0V%T\n', '#1&]G\n', 'end\nTea\n', 'begin 644 b\n#0V%T\nend\n', '#0V%T'];
    const decoder = new EncodedFileDecoder(1);
    const queue = parts.map(octetsOfLatin1);
    let closed = 0;
    const article = {
      read: async () => queue.shift() ?? null,
      unread: () => {},
      close: () => {
        closed += 1;
      },
    };
    const body = new EncodedFileBody(article, decoder);
    const read = async () => {
      const octets = await body.read();
      return octets === null ? null : latin1Of(octets);
    };
    expect([await read(), await read(), await read(), await read()]).toEqual(['Cat', 'Dog', null, null]);
    body.unread(octetsOfLatin1('again'));
    expect([await read(), await read(), queue.length]).toEqual(['again', null, 0]);
    body.close();
    expect(closed).toBe(1);
  });

  test('has the last line of an article without its line end', async () => {
    const { read } = bodyOf('begin 644 a\n#0V%T\nend');
    expect([await read(), await read()]).toEqual(['Cat', '(end)']);
  });

  test.each([
    ['begin 644 a\n#0V%T\n#1&]G', ['Cat', 'Dog']],
    ['begin 644 a\n#0V%T\n`\n', ['Cat']],
    ['begin 644 a\n#0V%T\nThe end\n.', null],
    ['=ybegin line=128 size=3 name=a\n\x8d\x8b\x9e\n', ['cat']],
    // The end of another encoding is none.
    ['begin 644 a\n#0V%T\n=yend size=3\n', null],
  ])('of the text %j has all that arrived, and then an error', async (text, parts) => {
    const { read } = bodyOf(text);
    const arrived: string[] = [];
    const all = async () => {
      for (;;) arrived.push(await read());
    };
    await expect(all()).rejects.toMatchObject({ code: 'malformed', message: expect.stringContaining('no end line') });
    if (parts === null) expect(arrived[0]).toMatch(/^Cat/);
    else expect(arrived).toEqual(parts);
    // The error stays: a second reader of the end would take the file for whole.
    await expect(read()).rejects.toMatchObject({ code: 'malformed' });
  });
});

describe('a file in a text', () => {
  test.each([
    ['begin 644 cat.txt\n#0V%T\n`\nend\n', 'Cat'],
    ['Dear reader,\r\nbegin 644 cat.txt\r\n#0V%T\r\n`\r\nend\r\nand more\r\n', 'Cat'],
    // Blanks at the end of a line are zeros, and may have been lost.
    ['begin 600 z\n#0\n`\nend\n', '@\0\0'],
    ['begin 600 z\n$0V%T\nend\n', 'Cat\0'],
    // What looks like the end of another kind of file, or of none, is decoded.
    ['=ybegin line=9 size=9 name=a\nend\n=yend size=3\n', '\x3b\x44\x3a'],
    ['=ybegin line=9 size=9 name=a\n=ypart begin=1 end=9\n=y\n=}=\n=yend size=3\n', '\x0f\x13\x96'],
    ['begin 644 a\n#0V%T\n\n#0V%T\nend\n', 'CatCat'],
    ['begin 644 a\nbegin 644 b\n#0V%T\nend\n', 'Cat'],
    // Without its end.
    ['begin 644 cat.txt\n#0V%T', 'Cat'],
    ['let us\nbegin 644 things\n\nand end\n', null],
    ['begin\n#0V%T\nend\n', null],
  ])('%j is %j', (text, content) => {
    expect(decode(text)).toBe(content);
  });

  test('begins with the line that names it', () => {
    const decoder = new EncodedFileDecoder(2);
    decoder.pass(octetsOfLatin1('begin 644 a\n#0V%T\nend\n'));
    expect(decoder.start).toBeNull();
    decoder.pass(octetsOfLatin1('begin 644 b\n'));
    expect(decoder.start).toBeNull();
    decoder.pass(octetsOfLatin1('#0V%T\nend\nbegin 644 c\n#0V%T\nend\n'));
    expect(decoder.start).toEqual({ encoding: 'uuencode', name: 'b' });
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
