/** `ARCHIVES`: where copies of links may be, on pages and in JSON. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';
import { archivesOf, datedArchivesOf, parseArchives } from '../../../src/templates/templates.ts';

const urlsOf = (link: string, setting = '') =>
  archivesOf(explain(link), { archives: parseArchives(setting) }).map(({ url }) => url);

describe('by default', () => {
  test.each([
    ['http://user:pw@h.example.org/a?b=c#d', ['https://web.archive.org/web/http://h.example.org/a?b=c']],
    [
      'ftp://h.example.org/pub/a',
      ['https://web.archive.org/web/ftp://h.example.org/pub/a', 'https://archive.org/search?query=h.example.org'],
    ],
    [
      'gopher://h.example.org/1/x',
      [
        'https://web.archive.org/web/gopher://h.example.org/1/x',
        'https://web.archive.org/web/http://gopher.floodgap.com/gopher/gw?a=gopher%3A%2F%2Fh.example.org%2F1%2Fx',
        'https://web.archive.org/web/1996/http://h.example.org/',
      ],
    ],
    ['wais://h.example.org/db?x', ['https://web.archive.org/web/1996/http://h.example.org/']],
    ['news:comp.lang.c', ['https://groups.google.com/g/comp.lang.c', 'https://comp.lang.c.narkive.com/']],
    [
      'news:a.1@h.example',
      [
        'http://al.howardknight.net/?STYPE=msgid&MSGI=%3Ca.1%40h.example%3E',
        'https://www.mail-archive.com/search?l=mid&q=a.1%40h.example',
      ],
    ],
    ['mid:a.1@h.example', expect.arrayContaining(['https://www.mail-archive.com/search?l=mid&q=a.1%40h.example'])],
    // A host that is not public.
    ['ftp://localhost:2121/pub/a', []],
    ['gopher://192.168.1.1/1/x', []],
    ['wais://[::1]/db', []],
    ['http://printer.local/', []],
    ['news://localhost/comp.lang.c', ['https://groups.google.com/g/comp.lang.c', 'https://comp.lang.c.narkive.com/']],
    ['news:*', []],
    ['file:///etc/motd', []],
    ['mailto:a@h.example', []],
    ['x-mine:a', []],
  ])('%s: %j', (link, urls) => {
    expect(urlsOf(link)).toEqual(urls);
  });
});

test.each([
  ['ftp://h.example.org/a{b}', ['https://web.archive.org/web/{date}/ftp://h.example.org/a%7Bb%7D', null]],
  ['wais://h.example.org/db?x', [null]],
])('%s: a template for a date, where the archive takes one', (link, dated) => {
  const copies = datedArchivesOf(explain(link), { archives: parseArchives('') });
  expect(copies.map((copy) => copy.dated)).toEqual(dated);
});

test('each copy has a name of its own', () => {
  const names = archivesOf(explain('gopher://h.example.org/'), { archives: parseArchives('') }).map(({ name }) => name);
  expect(names).toEqual(['Wayback Machine', expect.stringContaining('Floodgap'), expect.stringContaining('1996')]);
});

test('the operator names archives, and leaves others out', () => {
  const setting =
    '{"gopher": "https://a.example/{host}/{+path} https://b.example/?u={url}", "ftp": "none", "gemini": "https://c.example/{+url}"}';
  expect(urlsOf('gopher://h.example.org/1/x', setting)).toEqual([
    'https://a.example/h.example.org/1/x',
    'https://b.example/?u=gopher%3A%2F%2Fh.example.org%2F1%2Fx',
  ]);
  expect(urlsOf('ftp://h.example.org/', setting)).toEqual([]);
  expect(urlsOf('gemini://h.example.org/', setting)).toEqual(['https://c.example/gemini://h.example.org/']);
  expect(urlsOf('wais://h.example.org/db', setting)).not.toEqual([]);
});

test.each(['[]', '{"gopher": 1}', '{"gopher": "javascript:x"}', '{"Not a scheme": "https://a.example/"}', 'x'])(
  'refuses %j',
  (setting) => {
    expect(() => parseArchives(setting)).toThrow();
  },
);
