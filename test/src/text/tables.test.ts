/** Links of CSV and TSV: a whole cell is a link, blanks included; any other cell is running text. */
import { expect, test } from 'vitest';
import { linkOfCell, linksInCsv, linksInTsv } from '../../../src/text/tables.ts';
import { expectLinear } from '../growth.ts';

test.each<[text: string, urls: string[]]>([
  [
    '1,"gopher://h.example:70/00/Information About Gopher/about",dead',
    ['gopher://h.example:70/00/Information About Gopher/about'],
  ],
  [
    'a,b\ngopher://h.example/0/About us,"x"\r\n,ftp://h.example/',
    ['gopher://h.example/0/About us', 'ftp://h.example/'],
  ],
  ['a;"http://h.example/a,b;c";http://h.example/d', ['http://h.example/a,b;c', 'http://h.example/d']],
  [
    '"http://h.example/a""b""","see http://h.example/c, ""ftp://h.example/d"""',
    ['http://h.example/a"b"', 'http://h.example/c', 'ftp://h.example/d'],
  ],
  [
    '"http://h.example/a and ftp://h.example/b",note: x,"mailto:a@h.example"',
    ['http://h.example/a', 'ftp://h.example/b', 'mailto:a@h.example'],
  ],
  ['"<URL:ftp://h.example/pub/\n  a.txt>","ftp://h.example/b\nc"', ['ftp://h.example/pub/a.txt', 'ftp://h.example/b']],
  ['"http://h.example/a', ['http://h.example/a']],
  ['', []],
])('%j', (text, urls) => {
  const { links } = linksInCsv(text);
  expect(links.map(({ url }) => url)).toEqual(urls);
  for (const { range, written } of links) expect(text.slice(...range)).toBe(written);
});

test('cells of TSV end at tabs', () => {
  const { links } = linksInTsv('1\tgopher://h.example/0/a,b; c\t"x"\n');
  expect(links).toMatchObject([{ url: 'gopher://h.example/0/a,b; c', delimiter: 'cell', warnings: ['blank-inside'] }]);
});

test.each<[text: string, url: string, result: string | null]>([
  ['a,ab://y', 'http://h/a', 'a,http://h/a'],
  ['a,ab://y', 'http://h/a,b', null],
  ['a,"ab://y"', 'http://h/a,b', 'a,"http://h/a,b"'],
  ['a,"ab://y"', 'http://h/"', 'a,"http://h/"""'],
  ['a,see ab://y', 'http://h/a,b', null],
  ['a,"see ab://y"', 'http://h/a,b', 'a,"see http://h/a,b"'],
  ['a,"gopher://h/0/a b"', 'gopher://h/0/a%20b', null],
])('%j with %s', (text, url, result) => {
  const [link] = linksInCsv(text).links;
  const written = link?.write(url) ?? null;
  const [from, to] = link?.range ?? [0, 0];
  expect(written === null ? null : text.slice(0, from) + written + text.slice(to)).toBe(result);
});

test.each(['"', '""', ',', '"a\n', 'http://h/,', '"http://h/"",'])('%j many times takes linear time', (part) => {
  expectLinear(50_000, (times) => {
    const text = part.repeat(times);
    return () => linksInCsv(text);
  });
});

test.each([
  ['1,gopher://h.example/0/a,dead', [2, 24], 'gopher://h.example/0/a'],
  ['1,see gopher://h.example/0/a,dead', [2, 28], null],
] as const)('a whole cell is a link, or something else: %s', (text, range, url) => {
  expect(linkOfCell(text, range, false, ',')?.url ?? null).toBe(url);
});
