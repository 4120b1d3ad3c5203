/** Files as they arrive: their pages, for documents, pictures, sounds and films, and their octets. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FIRST_PICTURES } from '../../../../worker/gateway/shared/framed-html.ts';
import { gopherDouble } from '../../../src/open/gopher/double.ts';
import { lines, pagesLike } from '../expected.ts';
import { type Asked, opened } from '../opening.ts';
import { outlineOf } from '../outline.ts';

// What only Workers have, and what it is without their speed.
beforeAll(() => void vi.stubGlobal('IdentityTransformStream', TransformStream));
afterAll(() => void vi.unstubAllGlobals());

const answer = (url: string, octets: string, asked: Asked = {}) => {
  const [, selector = ''] = /^gopher:\/\/[^/]*\/.([^?%]*)/.exec(url) ?? [];
  return opened(url, { server: gopherDouble({ [selector]: octets }), ...asked });
};
const page = async (url: string, octets: string, asked: Asked = {}) => outlineOf(await answer(url, octets, asked));

const pictures = (count: number) => '<img src="/p.gif">'.repeat(count);

const pageOf = pagesLike`
  200
  cache-control: public, max-age=3600, no-transform
  content-security-policy: as usual; frame-src 'self'
  vary: Accept, Sec-Fetch-Dest
  kicker: Gopher HTML document or URL
  way: h.example → /gopher/h.example/ / page.html → /gopher/h.example/h/page.html (aria-current=page)
  canonical: gopher://h.example/h/page.html
  Download → /gopher/h.example/h/page.html?format=raw (download=page.html, a view)
  More: [JSON → /gopher/h.example/h/page.html?format=json (a view)] [As the server sent it → /gopher/h.example/h/page.html?format=raw (a view)]
`;

describe('an HTML document', () => {
  const URL = 'gopher://h.example/h/page.html';

  test('stands in a frame', async () => {
    const html = `<meta charset=koi8-r><title> Tea \xd4 </title><p>Words<p>${'word '.repeat(40)}<br>${pictures(2)}`;
    expect(await page(URL, html)).toBe(pageOf`
      h1: Tea т

      iframe.document (title=The document page.html, height=516, sandbox=allow-top-navigation-by-user-activation allow-downloads, src=/gopher/h.example/h/page.html?view=framed)
      p.aside: page.html, HTML, 294 B, without scripts. [Open it without the frame → /gopher/h.example/h/page.html?view=framed (a view)]
    `);
  });

  test('without a title has its name', async () => {
    expect(await page(URL, '<p>Words', { query: 'charset=koi8-r' })).toBe(pageOf`
      h1: page.html

      iframe.document (title=The document page.html, height=120, sandbox=allow-top-navigation-by-user-activation allow-downloads, src=/gopher/h.example/h/page.html?charset=koi8-r&view=framed)
      p.aside: page.html, HTML, 8 B, without scripts. [Open it without the frame → /gopher/h.example/h/page.html?charset=koi8-r&view=framed (a view)]
    `);
  });

  test('with many pictures shows the first', async () => {
    const frame = async (count: number, query = '') => (await page(URL, pictures(count), { query })).split('\n\n')[1];
    expect(await frame(FIRST_PICTURES)).not.toContain('p.pictures');
    expect(await frame(FIRST_PICTURES + 1, 'charset=koi8-r')).toBe(lines`
      iframe.document (title=The document page.html, height=952, sandbox=allow-top-navigation-by-user-activation allow-downloads, src=/gopher/h.example/h/page.html?charset=koi8-r&view=framed)
      p.aside: page.html, HTML, 90 B, without scripts. [Open it without the frame → /gopher/h.example/h/page.html?charset=koi8-r&view=framed (a view)]
    `);
    expect(await frame(FIRST_PICTURES + 1, 'images=show&charset=koi8-r')).toBe(lines`
      iframe.document (title=The document page.html, height=952, sandbox=allow-top-navigation-by-user-activation allow-downloads, src=/gopher/h.example/h/page.html?charset=koi8-r&images=show&view=framed)
      p.aside: page.html, HTML, 90 B, without scripts. [Open it without the frame → /gopher/h.example/h/page.html?charset=koi8-r&images=show&view=framed (a view)]
    `);
  });

  test('as it stands in its frame', async () => {
    const response = await answer(URL, '<p>Words <a href="other.html">more</a><script>1</script>', {
      query: 'view=framed',
    });
    expect(response.headers.get('Content-Security-Policy')).toBe(
      `sandbox allow-top-navigation-by-user-activation allow-downloads; default-src 'none'; style-src 'unsafe-inline'; img-src data: https://waypost.example/gopher/h.example/; form-action 'none'; frame-ancestors 'self'`,
    );
    expect(await response.text()).toBe(
      `<html><head><meta name="viewport" content="width=device-width"><style>img{max-width:100%;height:auto}</style><meta name="color-scheme" content="light dark"></head><body><p>Words <a href="https://waypost.example/gopher/h.example/h/other.html" target="_top" rel="noopener noreferrer nofollow ugc">more</a></p></body></html>`,
    );
  });
});

describe('a picture', () => {
  test('that browsers show', async () => {
    expect(await page('gopher://h.example/g/p.gif', 'GIF89a')).toBe(pageOf`
      content-security-policy: as usual; media-src 'self'
      kicker: Gopher GIF image
      way: h.example → /gopher/h.example/ / p.gif → /gopher/h.example/g/p.gif (aria-current=page)
      h1: p.gif
      canonical: gopher://h.example/g/p.gif
      Download → /gopher/h.example/g/p.gif?format=raw (download=p.gif, a view)
      More: [JSON → /gopher/h.example/g/p.gif?format=json (a view)] [As the server sent it → /gopher/h.example/g/p.gif?format=raw (a view)]

      .media
        img.picture (src=/gopher/h.example/g/p.gif?format=raw, alt=p.gif)
        dl.details
          Name = p.gif
          Format = image/gif
          Size = 6 B
        p: [Download.button → /gopher/h.example/g/p.gif?format=raw (download=p.gif)]
    `);
  });

  test('that browsers do not show', async () => {
    expect((await page('gopher://h.example/I/p.tiff', 'II*\0')).split('\n\n')[1]).toBe(lines`
      .media
        .notice.info (role=note)
          p.notice-title: Browsers cannot show this picture format
          Download it and open it in an image viewer.
        dl.details
          Name = p.tiff
          Format = image/tiff
          Size = 4 B
        p: [Download.button → /gopher/h.example/I/p.tiff?format=raw (download=p.tiff)]
    `);
  });

  test('for a page of another site is its octets', async () => {
    const headers = { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors', Accept: 'image/*' };
    const response = await answer('gopher://h.example/g/p.gif', 'GIF89a', { headers });
    const names = ['Cache-Control', 'Content-Type', 'Content-Disposition', 'Accept-Ranges', 'Vary', 'ETag'];
    expect([...names.map((name) => response.headers.get(name)), await response.text()].join('\n')).toBe(lines`
      public, max-age=3600, no-transform
      image/gif
      inline; filename="p.gif"
      none
      Accept, Sec-Fetch-Dest

      GIF89a
    `);
  });
});

describe('a sound', () => {
  test('that browsers play', async () => {
    expect((await page('gopher://h.example/s/a.wav', 'RIFF\0\0\0\0WAVE')).split('\n\n')[1]).toBe(lines`
      .media
        audio (src=/gopher/h.example/s/a.wav?format=raw, aria-label=a.wav)
        dl.details
          Name = a.wav
          Format = audio/wav
          Size = 12 B
        p: [Download.button → /gopher/h.example/s/a.wav?format=raw (download=a.wav)]
    `);
  });

  test('that browsers do not play', async () => {
    expect((await page('gopher://h.example/s/a.au', '.snd')).split('\n\n')[1]).toBe(lines`
      .media
        .notice.info (role=note)
          p.notice-title: Browsers cannot play this sound format
          Download it and open it in a media player.
        dl.details
          Name = a.au
          Format = audio/basic
          Size = 4 B
        p: [Download.button → /gopher/h.example/s/a.au?format=raw (download=a.au)]
    `);
  });

  test('is read ahead for its player', async () => {
    const response = await answer('gopher://h.example/s/a.wav', 'RIFF', {
      query: 'format=raw',
      headers: { Range: 'bytes=1-2' },
    });
    const names = ['Cache-Control', 'Content-Type', 'Content-Range', 'Vary'];
    expect(
      [response.status, ...names.map((name) => response.headers.get(name)), await response.text()].join('\n'),
    ).toBe(lines`
      206
      public, max-age=3600, no-transform
      audio/wav
      bytes 1-2/4
      Accept, Sec-Fetch-Dest
      IF
    `);
    expect(response.headers.get('ETag')).toMatch(/^"\w+"$/);
  });
});

describe('a file', () => {
  const told = async (url: string, octets: string, asked: Asked = {}) => {
    const response = await answer(url, octets, asked);
    const names = ['Cache-Control', 'Content-Type', 'Content-Disposition', 'Content-Length', 'Vary'];
    return [...names.map((name) => `${name}: ${response.headers.get(name)}`), await response.text()]
      .join('\n')
      .trimEnd();
  };

  test.each([
    ['a.txt', 'text/plain', 'text'],
    ['a.xml', 'application/xml', '<a/>'],
    ['a.zip', 'application/zip', 'PK'],
  ])('that is saved: %s', async (name, type, octets) => {
    expect(await told(`gopher://h.example/9/${name}`, octets)).toBe(lines`
      Cache-Control: public, max-age=3600, no-transform
      Content-Type: ${type}
      Content-Disposition: attachment; filename="${name}"
      Content-Length: null
      Vary: null
      ${octets}
    `);
  });

  test.each([
    ['h/a.html', 'text/html; charset=utf-8'],
    ['s/a.wav', 'audio/wav'],
  ])('of which only headers are wanted: %s', async (path, type) => {
    const headers = { Accept: 'text/html' };
    const request = new Request('https://waypost.example/', { method: 'HEAD', headers });
    for (const query of ['', 'view=framed']) {
      const response = await answer(`gopher://h.example/${path}`, '<p>', { query, more: { request } });
      const told = ['Content-Type', 'Accept-Ranges', 'ETag'].map((name) => response.headers.get(name));
      expect([...told, await response.text()]).toEqual([type, 'none', null, '']);
      expect(response.headers.get('Content-Disposition')).toMatch(/^inline;/);
    }
  });

  test('of which nothing came', async () => {
    const response = await answer('gopher://h.example/9/empty', '');
    expect([response.status, response.headers.get('Cache-Control'), await response.text()]).toEqual([
      ...[200, 'no-store', ''],
    ]);
  });
});
