/** HTML of other servers: its charset, and the height of its frame. */
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { framedContent, htmlContent, wantsFramed } from '../../../../worker/gateway/shared/html-page.tsx';
import { type Asked, gatewayContext } from '../opening.ts';

const URL = 'gopher://h.example/h/a.html';

describe('the charset of a document', () => {
  const titleOf = (before: string, asked: Asked = {}) => {
    const octets = Uint8Array.from(Buffer.from(`${before}<title>\xd4</title>`, 'latin1'));
    return htmlContent(gatewayContext(URL, asked), octets, 'a.html').title;
  };

  test.each([
    ['<meta charset=koi8-r>', 'т'],
    ['<META Charset="KOI8-R">', 'т'],
    ["<meta charset = '  koi8-r '>", 'т'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', 'т'],
    ['<meta name="x"><meta charset=koi8-r>', 'т'],
    ['<p>charset=koi8-r', 'Ô'],
    ['<meta charset=unknown>', 'Ô'],
    ['', 'Ô'],
    // The end of the name is the last octet that is read, and the one after it.
    [`${' '.repeat(1024 - '<meta charset=koi8-r'.length)}<meta charset=koi8-r>`, 'т'],
    [`${' '.repeat(1025 - '<meta charset=koi8-r'.length)}<meta charset=koi8-r>`, 'Ô'],
  ])('in %j', (before, title) => {
    expect(titleOf(before)).toBe(title);
  });

  test('is that of the reader', () => {
    expect(titleOf('<meta charset=koi8-r>', { query: 'charset=iso-8859-2' })).toBe('Ô');
  });

  test('says nothing of a document without a title', () => {
    expect(htmlContent(gatewayContext(URL), Buffer.from('<p>Words'), 'a.html').title).toBeNull();
  });
});

describe('the height of a frame', () => {
  const height = (html: string) => {
    const { frame } = framedContent(gatewayContext(URL), html, { label: 'A', page: () => '/a' });
    return Number(/ height="(\d+)"/.exec(renderToString(frame))?.[1]);
  };
  const line = 26;

  test.each([
    ['a document of few lines', '<p>a<p>b', 120],
    ['paragraphs', '<p>a<br>b<div>c<li>d<tr>e<h2>f<hr>g', 7 * line + 2 * line],
    ['lines of 80 characters', `<p>${'x'.repeat(80)}<p>${'x'.repeat(81)}<p>b<p>c`, 5 * line + 2 * line],
    [
      'spaces and elements, each of which is one space',
      `<p>${'<b>  x\n</b>'.repeat(40)}<p>a<p>b<p>c<p>d`,
      7 * line + 2 * line,
    ],
    [
      'what is not shown',
      '<p>a<p>b<p>c<p>d<style>p{}<p>e</style><head><p>f</head><title><p>g</title>',
      4 * line + 2 * line,
    ],
    ['pictures', '<p>a<IMG src=a><img src=b>', line + 2 * 180 + 2 * line],
    ['frames, which are lines', `<FRAMESET>${'<frame src=a>'.repeat(8)}</FRAMESET>`, 8 * line + 2 * line],
    ['a long document', '<p>a'.repeat(100), 1200],
  ])('%s', (_what, html, expected) => {
    expect(height(html)).toBe(expected);
  });
});

test('only ?view=framed asks for the document in the frame', () => {
  const wants = (query: string) => wantsFramed(gatewayContext(URL, { query }));
  expect([wants(''), wants('view=framed'), wants('view=page')]).toEqual([false, true, false]);
});
