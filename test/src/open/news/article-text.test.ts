/** The text of articles: quotes, signatures, flowed paragraphs (RFC 3676), and the links in them. */
import { describe, expect, it } from 'vitest';
import { blocksOf, encodedFilesIn, fixedFormat, formatOf } from '../../../../src/open/news/article-text.ts';
import { type MentionPiece, maskAddresses, mentionPieces } from '../../../../src/text/mentions.ts';
import { expectLinear } from '../../growth.ts';

const flowed = { flowed: true, delSp: false };

/** Blocks as text: `kind depth: lines`. */
const drawn = (text: string, format = fixedFormat): string[] =>
  blocksOf(text, format).map(({ kind, depth, lines }) => `${kind} ${depth}: ${lines.join('|')}`);

describe('fixed text', () => {
  it.each<[what: string, text: string, blocks: string[]]>([
    ['nothing', '', []],
    ['only empty lines', '\r\n\r\n', []],
    ['CR LF and LF', 'a\r\nb\nc', ['text 0: a|b|c']],
    ['quotes at each depth', '>> a\n> > b\n> c\nd', ['quote 2: a|b', 'quote 1: c', 'text 0: d']],
    ['blanks after the mark belong to the line', '>   a', ['quote 1:   a']],
    ['empty lines stay within a block, not around it', '> a\n\n\nb\n\nc\n\n', ['quote 1: a', 'text 0: b||c']],
    ['a signature', 'a\n-- \nb\nc', ['text 0: a', 'signature 0: b|c']],
    ['the last separator counts', 'a\n-- \nb\n-- \nc', ['text 0: a|-- |b', 'signature 0: c']],
    ['a separator without its space is text', 'a\n--\nb', ['text 0: a|--|b']],
    ['a quoted separator is text', 'a\n> -- \n> b', ['text 0: a', 'quote 1: -- |b']],
    ['quotes in a signature keep their marks', '-- \n> a', ['signature 0: > a']],
    ['an empty signature', 'a\n-- \n', ['text 0: a']],
    ['empty lines around a signature', '-- \n\n  \na\n\nb\n \n', ['signature 0: a||b']],
    ['a mark in the middle of a line', 'a > b\n >c', ['text 0: a > b| >c']],
    ['text between quotes', '> a\nb\n> c', ['quote 1: a', 'text 0: b', 'quote 1: c']],
  ])('%s', (_, text, blocks) => {
    expect(drawn(text)).toEqual(blocks);
  });

  it.each(['\n', '> ', '>', ' ', '-- \n', 'begin 644 a\n'])(
    'takes time in proportion to the length of a text of %j',
    (part) => {
      expectLinear(100_000, (size) => {
        const text = part.repeat(size);
        return () => {
          blocksOf(text, fixedFormat);
          blocksOf(text, flowed);
        };
      });
    },
  );
});

describe('flowed text (RFC 3676)', () => {
  it.each<[what: string, text: string, blocks: string[]]>([
    ['a soft line break', 'a \nb', ['text 0: a b']],
    ['several', 'a \nb \nc\nd', ['text 0: a b c|d']],
    ['one at the end', 'a ', ['text 0: a ']],
    ['a stuffed space', ' a\n > b', ['text 0: a|> b']],
    ['quotes flow at their depth', '> a \n> b\n>> c \n> d', ['quote 1: a b', 'quote 2: c ', 'quote 1: d']],
    ['a space after the first mark is stuffing', '> > a', ['quote 1: > a']],
    ['quoted separators are text', '> a \n> -- \n> b', ['quote 1: a |-- |b']],
    ['marks without text', '>\n>> \n>', []],
    ['quotes in a signature keep their depth', 'a\n-- \n>> b', ['text 0: a', 'signature 0: >> b']],
    ['the separator ends a paragraph', 'a \n-- \nb', ['text 0: a ', 'signature 0: b']],
  ])('%s', (_, text, blocks) => {
    expect(drawn(text, flowed)).toEqual(blocks);
  });

  it('DelSp removes the space at a soft line break', () => {
    expect(drawn('ab \nc  \nd', { flowed: true, delSp: true })).toEqual(['text 0: abc d']);
  });

  it('parameters are case-insensitive', () => {
    expect(
      formatOf(
        new Map([
          ['format', 'Flowed'],
          ['delsp', 'YES'],
        ]),
      ),
    ).toEqual({ flowed: true, delSp: true });
    expect(formatOf(new Map())).toEqual(fixedFormat);
    expect(formatOf(new Map([['format', 'fixed']]))).toEqual({ flowed: false, delSp: false });
    expect(formatOf(new Map([['delsp', 'yes']]))).toEqual({ flowed: false, delSp: true });
  });
});

describe('encoded files', () => {
  it.each<[text: string, encoded: 'yenc' | 'uuencode' | null, blocks: string[]]>([
    [
      'a\n=ybegin line=128 size=584 name=a.bin\n> x\n=yend size=584\nb',
      'yenc',
      ['text 0: a', 'encoded 0: =ybegin line=128 size=584 name=a.bin|> x|=yend size=584', 'text 0: b'],
    ],
    [
      'begin 644 a.txt\n>0V%T\n-- \n`\nend\n\n-- \nme',
      'uuencode',
      ['encoded 0: begin 644 a.txt|>0V%T|-- |`|end', 'signature 0: me'],
    ],
    ['begin 644 a.txt\n#0V%T\n', 'uuencode', ['encoded 0: begin 644 a.txt|#0V%T|']],
    ['Let us begin 644 times\nover again', null, ['text 0: Let us begin 644 times|over again']],
    ['begin 644 things\n\nand end', null, ['text 0: begin 644 things||and end']],
  ])('%j: %s', (text, encoded, blocks) => {
    expect(encodedFilesIn(blocksOf(text, fixedFormat))[0]?.encoding ?? null).toBe(encoded);
    expect(drawn(text)).toEqual(blocks);
  });

  it.each([
    ['=ybegin line=128 size=584 name=a b.bin \nx\n=yend size=584', 'yenc', 'a b.bin', 584, true],
    ['=ybegin part=1 line=128 size=584\nx', 'yenc', '', 584, false],
    ['=ybegin line=128 size=1234567890123 name=a\n=yend ', 'yenc', 'a', 123_456_789_012, true],
    ['begin 644 a.txt \n#0V%T\n"0V$\n`\nend', 'uuencode', 'a.txt', 5, true],
    ['begin 0644 c/d.txt\n#0V%T\n#0V%T', 'uuencode', 'c/d.txt', 6, false],
    // The line that ends a file of the other kind ends nothing.
    ['begin 644 a\n#0V%T\n=yend size=3', 'uuencode', 'a', 32, false],
    ['=ybegin line=128 size=5 name=a\nend', 'yenc', 'a', 5, false],
  ])('%j is a file of %s with the name %j and %i octets', (text, encoding, name, size, complete) => {
    expect(encodedFilesIn(blocksOf(`Dear reader,\n\n${text}`, fixedFormat))).toEqual([
      { encoding, name, size, complete },
    ]);
  });

  it('follow each other, and text follows them', () => {
    const file = 'begin 644 a.txt\n#0V%T\nend';
    expect(drawn(`${file}\n${file}\nTea\n${file}`)).toEqual([
      ...['encoded 0: begin 644 a.txt|#0V%T|end', 'encoded 0: begin 644 a.txt|#0V%T|end'],
      ...['text 0: Tea', 'encoded 0: begin 644 a.txt|#0V%T|end'],
    ]);
  });
});

describe('mentions', () => {
  const found = (line: string): string[] =>
    mentionPieces(line)
      .filter(({ kind }) => kind !== 'text')
      .map(show);
  const show = (piece: MentionPiece): string => {
    switch (piece.kind) {
      case 'url':
        return `url ${piece.url}`;
      case 'message':
        return `message ${piece.messageId}`;
      case 'address':
        return `address ${piece.address}`;
      case 'text':
        return piece.text;
    }
  };

  it.each<[line: string, mentions: string[]]>([
    ['see gopher://h.example/1/world.', ['url gopher://h.example/1/world']],
    ['<URL:ftp://h.example/a;type=i>', ['url ftp://h.example/a;type=i']],
    ['<http://h.example/a(b)c>', ['url http://h.example/a(b)c']],
    ['(see http://h.example/a_(b))', ['url http://h.example/a_(b)']],
    ['(http://h.example/)', ['url http://h.example/']],
    ['"http://h.example/", they say', ['url http://h.example/']],
    ['news:comp.lang.c or news:1994.1@h.example?', ['url news:comp.lang.c', 'url news:1994.1@h.example']],
    ['no javascript:alert(1) and no data:text/html,x', []],
    ['the http: scheme, http:// alone', []],
    ['In article <a@h.example> you write', ['message a@h.example']],
    ['In <a@h.example> you write', ['message a@h.example']],
    ['Message-ID: <a@h.example>', ['message a@h.example']],
    ['<199401021234.AA12345@h.example>', ['message 199401021234.AA12345@h.example']],
    ['Ada <ada@h.example> writes', ['address ada@h.example']],
    ['write to ada@h.example.', ['address ada@h.example']],
    ['a @ b, a@b', []],
  ])('%s', (line, mentions) => {
    expect(found(line)).toEqual(mentions);
  });

  const shapes: readonly (readonly [before: string, part: string, after: string])[] = [
    ...['<a@', '((((', 'http://', '<http:', 'a@a.', ')))', '<a@b>', 'x'].map((part) => ['', part, ''] as const),
    ['http://h/', ')', ''],
    ['ada', '.a', '@'],
  ];
  it.each(shapes)('loses no part of a line, and takes time in proportion to it: %s%s…%s', (before, part, after) => {
    const lineOf = (size: number): string => before + part.repeat(size) + after;
    expect(
      mentionPieces(lineOf(1000))
        .map(({ text }) => text)
        .join(''),
    ).toBe(lineOf(1000));
    expectLinear(50_000, (size) => {
      const line = lineOf(size);
      return () => {
        mentionPieces(line);
        maskAddresses(line);
      };
    });
  });

  it.each([
    ['Ada <ada@h.example>', 'Ada <ada@…>'],
    ['ada@h.example, bob@i.example', 'ada@…, bob@…'],
    ['nobody', 'nobody'],
  ])('%s is masked as %s', (text, masked) => {
    expect(maskAddresses(text)).toBe(masked);
  });
});
