/** The page of a link: its actions, its views and its feed. */
import { expect, test } from 'vitest';
import { type ViewerPage, viewerPage } from '../../../../worker/gateway/shared/viewer.tsx';
import { pageResponse } from '../../../../worker/pages/parts/respond.tsx';
import { pagesLike } from '../expected.ts';
import { type Asked, shapeContextOf } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const URL = 'ftp://h.example/pub/a.txt';

async function page(viewed: Partial<ViewerPage>, asked: Asked = {}, url = URL): Promise<string> {
  const context = shapeContextOf(url, asked);
  return outlineOf(pageResponse(context, viewerPage(context, { title: 'Tea & more', content: 'Words', ...viewed })));
}

const pageOf = pagesLike`
  200
`;

test('a page with nothing of its own', async () => {
  expect(await page({})).toBe(pageOf`
    way: h.example → /ftp/h.example/ / pub → /ftp/h.example/pub/ / a.txt → /ftp/h.example/pub/a.txt (aria-current=page)
    h1: Tea & more
    canonical: ftp://h.example/pub/a.txt
    More: [JSON → /ftp/h.example/pub/a.txt?format=json (a view)] [As the server sent it → /ftp/h.example/pub/a.txt?format=raw (a view)]

    Words
  `);
});

test('a page with everything of its own', async () => {
  const viewed: ViewerPage = {
    ...{ title: 'Tea', content: 'Words', kicker: 'Kind', canonical: 'ftp://h.example/other', language: 'de' },
    breadcrumbs: [
      { text: 'Home', href: '/home' },
      { text: 'Here', href: null },
    ],
    ...{ address: 'https://waypost.example/own', download: 'tea.txt', hasFeed: true, attributes: '/attributes' },
    others: [
      ['Another', '/another'],
      ['None', null],
    ],
    repeated: { charset: 'koi8-r' },
    hrefWith: (query) => `/with?${new URLSearchParams(query)}`,
  };
  expect(
    await page(viewed, { query: 'charset=koi8-r&sort=name&order=asc&images=show&links=1&format=html' }),
  ).toBe(pageOf`
    link: </ftp/h.example/pub/a.txt?charset=koi8-r&format=atom>; rel="alternate"; type="application/atom+xml"
    link → /ftp/h.example/pub/a.txt?charset=koi8-r&format=atom (rel=alternate, type=application/atom+xml, title=Tea)
    page: viewer, de
    kicker: Kind
    way: Home → /home / Here (aria-current=page)
    h1: Tea
    p.canonical: <code: ftp://h.example/other>
    Explain → /inspect?url=ftp%3A%2F%2Fh.example%2Fother (rel=nofollow)
    Share: https://waypost.example/own
    Download → /with?charset=koi8-r&format=raw (download=tea.txt, a view)
    More: [Another → /another (a view)] [JSON → /with?charset=koi8-r&format=json (a view)] [As the server sent it → /with?charset=koi8-r&format=raw (a view)] [Feed → /ftp/h.example/pub/a.txt?charset=koi8-r&format=atom (a view)] [Attributes → /attributes (a view)]

    Words
  `);
});

test.each([
  [['json'], 'More: [As the server sent it → /ftp/h.example/pub/a.txt?format=raw (a view)]'],
  [['raw'], 'More: [JSON → /ftp/h.example/pub/a.txt?format=json (a view)]'],
] as const)('a page without %s', async (without, more) => {
  expect(/^More: .*/m.exec(await page({ without }))?.[0]).toBe(more);
});

test('a page without octets has no file to save', async () => {
  const outline = await page({ without: ['json', 'raw'], download: 'a.txt' });
  expect(outline).not.toMatch(/^(?:Download|More)/m);
});

test.each(['page=2', 'to=5'])('no feed begins at ?%s', async (query) => {
  expect(await page({ hasFeed: true }, { query })).not.toContain('format=atom');
});

test('a link to make a short link, where this service makes some', async () => {
  const vars = { LINK_TOKENS: 'owner:0123456789abcdef0123456789abcdef' };
  expect(await page({}, { vars })).not.toContain(' /links#');
  const LINKS = { getByName() {} };
  expect(await page({}, { vars: { ...vars, LINKS } })).toContain(' /links#url=ftp%3A%2F%2Fh.example%2Fpub%2Fa.txt ');
  expect(await page({}, { vars: { LINKS } })).not.toContain(' /links#');
});

test('the way to what stands deep', async () => {
  const outline = await page({}, {}, 'ftp://h.example/1/2/3/4/5/6/7/8/9');
  expect(/^way: .*/m.exec(outline)?.[0]).toBe(
    `way: h.example → /ftp/h.example/ / 1 → /ftp/h.example/1/ / … / 5 → /ftp/h.example/1/2/3/4/5/ / 6 → /ftp/h.example/1/2/3/4/5/6/ / 7 → /ftp/h.example/1/2/3/4/5/6/7/ / 8 → /ftp/h.example/1/2/3/4/5/6/7/8/ / 9 → /ftp/h.example/1/2/3/4/5/6/7/8/9 (aria-current=page)`,
  );
  const outlineOfEight = await page({}, {}, 'ftp://h.example/1/2/3/4/5/6/7');
  expect(/^way: .*/m.exec(outlineOfEight)?.[0]).toBe(
    `way: h.example → /ftp/h.example/ / 1 → /ftp/h.example/1/ / 2 → /ftp/h.example/1/2/ / 3 → /ftp/h.example/1/2/3/ / 4 → /ftp/h.example/1/2/3/4/ / 5 → /ftp/h.example/1/2/3/4/5/ / 6 → /ftp/h.example/1/2/3/4/5/6/ / 7 → /ftp/h.example/1/2/3/4/5/6/7 (aria-current=page)`,
  );
});
