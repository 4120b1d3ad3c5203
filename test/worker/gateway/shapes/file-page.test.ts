/** The pages of files: documents, texts, sounds, films and pictures. */
import { describe, expect, test } from 'vitest';
import { transferOfKnown } from '../../../../src/open/known-octets.ts';
import type { File } from '../../../../src/open/opened.ts';
import { pageKind } from '../../../../worker/gateway/shapes/file-page.tsx';
import { limits } from '../../../../worker/settings/limits.ts';
import { lines, pagesLike } from '../expected.ts';
import { type Asked, shown } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const octetsOf = (text: string) => new TextEncoder().encode(text);

function file(name: string, content: string, members: Partial<File> = {}): File {
  const octets = octetsOf(content);
  return {
    ...{ shape: 'file', freshFor: 60, noun: null, name, mediaType: null, size: octets.length, isExact: true },
    ...{ exists: true, modified: null, isBase: true, isResumable: false, isRead: false, json: null },
    read: () => ({
      ...{ shape: 'text', noun: 'text', name, octets, charset: 'utf-8', text: content },
      json: () => ({}),
    }),
    fetch: async () => transferOfKnown(octets),
    close() {},
    ...members,
  };
}

const page = async (shape: File, asked: Asked = {}) =>
  outlineOf(await shown(`ftp://h.example/pub/${shape.name}`, shape, asked));

const pageOf = pagesLike`
  200
  cache-control: public, max-age=60, no-transform
  content-security-policy: as usual; frame-src 'self'
  vary: Accept, Sec-Fetch-Dest, Authorization
  kicker: FTP document
  way: h.example → /ftp/h.example/ / pub → /ftp/h.example/pub/ / a.html → /ftp/h.example/pub/a.html (aria-current=page)
  canonical: ftp://h.example/pub/a.html
`;

test('a document', async () => {
  const html = '<title>Tea \u202efor two</title><p>See <a href="b.html">b</a><img src="c.gif">';
  expect(await page(file('a.html', html), { query: 'charset=utf-8' })).toBe(pageOf`
    kicker: FTP HTML file
    h1: Tea for two
    Download → /ftp/h.example/pub/a.html?charset=utf-8&format=raw (download=a.html, a view)
    More: [As the server sent it → /ftp/h.example/pub/a.html?charset=utf-8&format=raw (a view)]

    iframe.document (title=The document a.html, height=258, sandbox=allow-top-navigation-by-user-activation allow-downloads, src=/ftp/h.example/pub/a.html?charset=utf-8&view=framed)
    p.aside: a.html, HTML, 75 B, without scripts. [Open it without the frame → /ftp/h.example/pub/a.html?charset=utf-8&view=framed (a view)]
  `);
});

test('a document without a title, whose references lead nowhere', async () => {
  const shape = file('a.html', '<p>See <a href="b.html">b</a> <a href="ftp://h.example/c">c</a>', {
    ...{ isBase: false, noun: 'document', json: () => ({}) },
  });
  expect(await page(shape)).toBe(pageOf`
    h1: a.html
    Download → /ftp/h.example/pub/a.html?format=raw (download=a.html, a view)
    More: [JSON → /ftp/h.example/pub/a.html?format=json (a view)] [As the server sent it → /ftp/h.example/pub/a.html?format=raw (a view)]

    iframe.document (title=The document a.html, height=120, sandbox=allow-top-navigation-by-user-activation allow-downloads, src=/ftp/h.example/pub/a.html?view=framed)
    p.aside: a.html, HTML, 63 B, without scripts. [Open it without the frame → /ftp/h.example/pub/a.html?view=framed (a view)]
  `);
  const framed = await shown('ftp://h.example/pub/a.html', shape, { query: 'view=framed' });
  expect(await framed.text()).toBe(
    `<html><head><meta name="viewport" content="width=device-width"><style>img{max-width:100%;height:auto}</style><meta name="color-scheme" content="light dark"></head><body><p>See <a>b</a> <a href="https://waypost.example/ftp/h.example/c" target="_top" rel="noopener noreferrer nofollow ugc">c</a></p></body></html>`,
  );
});

test('a text', async () => {
  expect(await page(file('a.txt', 'Tea'), { query: 'charset=utf-8' })).toBe(pageOf`
    kicker: FTP text file
    way: h.example → /ftp/h.example/ / pub → /ftp/h.example/pub/ / a.txt → /ftp/h.example/pub/a.txt (aria-current=page)
    h1: a.txt
    canonical: ftp://h.example/pub/a.txt
    Download → /ftp/h.example/pub/a.txt?charset=utf-8&format=raw (download=a.txt, a view)
    More: [As the server sent it → /ftp/h.example/pub/a.txt?charset=utf-8&format=raw (a view)]
    content-security-policy: none

    pre.text (tabindex=0, aria-label=Text)
      | <.lines: Tea>
    p.aside: a.txt, 3 B
  `);
});

test('a text that its server calls something else, and that programs read about', async () => {
  const outline = await page(file('notes', 'Tea', { noun: 'document', json: () => ({}), modified: new Date(0) }));
  expect(outline).toBe(pageOf`
    200, tagged
    way: h.example → /ftp/h.example/ / pub → /ftp/h.example/pub/ / notes → /ftp/h.example/pub/notes (aria-current=page)
    h1: notes
    canonical: ftp://h.example/pub/notes
    Download → /ftp/h.example/pub/notes?format=raw (download=notes, a view)
    More: [JSON → /ftp/h.example/pub/notes?format=json (a view)] [As the server sent it → /ftp/h.example/pub/notes?format=raw (a view)]
    content-security-policy: none

    pre.text (tabindex=0, aria-label=Text)
      | <.lines: Tea>
    p.aside: notes, 3 B
  `);
});

test('a sound', async () => {
  expect(await page(file('a.mp3', 'x', { json: () => ({}) }), { query: 'charset=utf-8' })).toBe(pageOf`
    content-security-policy: as usual; media-src 'self'
    kicker: FTP sound
    way: h.example → /ftp/h.example/ / pub → /ftp/h.example/pub/ / a.mp3 → /ftp/h.example/pub/a.mp3 (aria-current=page)
    h1: a.mp3
    canonical: ftp://h.example/pub/a.mp3
    Download → /ftp/h.example/pub/a.mp3?charset=utf-8&format=raw (download=a.mp3, a view)
    More: [JSON → /ftp/h.example/pub/a.mp3?charset=utf-8&format=json (a view)] [As the server sent it → /ftp/h.example/pub/a.mp3?charset=utf-8&format=raw (a view)]

    .media
      audio (src=/ftp/h.example/pub/a.mp3?charset=utf-8&format=raw, aria-label=a.mp3)
      dl.details
        Name = a.mp3
        Format = audio/mpeg
        Size = 1 B
      p: [Download.button → /ftp/h.example/pub/a.mp3?charset=utf-8&format=raw (download=a.mp3)]
  `);
});

test('a file that is not shown is sent', async () => {
  const response = await shown('ftp://h.example/pub/a.zip', file('a.zip', 'PK'));
  expect([response.headers.get('Content-Disposition'), await response.text()].join('\n')).toBe(lines`
    attachment; filename="a.zip"
    PK
  `);
});

test('a message', async () => {
  const read = (octets: Uint8Array) => ({
    ...{ shape: 'message' as const, noun: 'message', name: 'a.eml', octets, charset: 'utf-8', text: '' },
    json: () => ({}),
  });
  const outline = await page(file('a.txt', 'Subject: Tea\r\n\r\nWords', { read }));
  expect(outline.split('\n\n')[1]).toBe(lines`
    dl.details
      Subject = Tea
    pre.text (tabindex=0, aria-label=Text)
      | <.lines: Words>
    p.aside: a.eml, 21 B
  `);
});

describe('the page that a file has', () => {
  const kind = (name: string, size: number | null, isExact = true) => pageKind(file(name, '', { size, isExact }));
  const { filePage } = limits;

  test.each([
    ['a.html', filePage, true, 'html'],
    ['a.html', filePage + 1, true, null],
    ['a.html', filePage + 1, false, 'html'],
    ['a.html', null, true, 'html'],
    ['a.txt', filePage, true, 'text'],
    ['a.txt', filePage + 1, true, 'text'],
    ['unknown', 5, true, 'text'],
    ['a.gif', filePage + 1, true, 'media'],
    ['a.zip', 5, true, null],
  ])('%s of %s octets (%s): %s', (name, size, isExact, expected) => {
    expect(kind(name, size, isExact)).toBe(expected);
  });
});
