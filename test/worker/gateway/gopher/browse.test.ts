/** Menus and searches, as pages and as JSON: item types, links, malformed lines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasIpv6 } from '../../../machine.ts';
import type { GopherOptions } from '../../../servers/gopher.ts';
import { type FakeServer, type Fixture, startFakeServer, startFixture } from './worker.ts';

interface Line {
  readonly kind: string;
  readonly display: string;
  readonly octets: string | null;
  readonly selector?: string;
  readonly url?: string | null;
  readonly open?: string | null;
}

interface Menu {
  readonly kind: string;
  readonly canonical: string;
  readonly title: string | null;
  readonly charset: string;
  readonly truncated: boolean;
  readonly lines: readonly Line[];
}

let fixture: Fixture<'main' | 'bare' | 'v6'>;
let here: string;
/** Other protocols at the port of a gopher server, and menus. */
let others: FakeServer;
/** Has a menu about the server before. */

beforeAll(async () => {
  others = await startFakeServer({
    '/web': 'HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<h1>Bad Request</h1>',
    '/heading': 'i\t\tx\t1\r\niMaps of the north\t\tx\t1\r\ni\t\tx\t1\r\n0An item\t/a\tx\t70\r\n',
    '/paragraph': 'iMaps of the north\t\tx\t1\r\niand of the south\t\tx\t1\r\n0An item\t/a\tx\t70\r\n',
    '/drawing': 'i  /\\_/\\  \t\tx\t1\r\n0An item\t/a\tx\t70\r\n',
    '/named': [
      '0Notes on <b>maps</b>\t/named/notes',
      '1Old maps      1994-11-16   3k\t/heading',
      '7Find a map\t/search',
      '1<< Back\t/paragraph',
      '',
    ].join('\r\n'),
    '/search\tgold': 'iNothing.\t\tx\t1\r\n',
    '/named/notes': 'Here be dragons.\r\n.\r\n',
    '/files': ['a.jpg', 'b.zip', 'c.png', 'd.wav'].map((name) => `9${name}\t/files/${name}\r\n`).join(''),
    '/files/c.png': '\x89PNG\r\n\x1a\n',
    '/links': [
      'iSee <URL:ftp://h.example/pub/',
      'i  a.txt> and http://h.example/b.',
      '0An item\t/a\tx\t70',
      'iOne line: gopher://h.example/0/c',
      '0An item\t/a\tx\t70',
      'i\x1b[31mgopher://h.example/0/d\x1b[0m',
      '',
    ].join('\r\n'),
    '/shell': 'SSH-2.0-OpenSSH_9.2\r\n',
  });
  const v6: GopherOptions = hasIpv6 ? { host: '::1', name: '::1' } : {};
  const servers = { main: {}, bare: { dialect: 'bare' }, v6 } as const;
  fixture = await startFixture(servers, {}, [others.port]);
  here = `localhost:${fixture.servers.main.port}`;
});

afterAll(async () => {
  await fixture?.close();
  await others?.close();
});

const get = (path: string, init?: RequestInit) => fixture.worker.fetch(fixture.at('main', path), init);

async function menu(path: string): Promise<Menu> {
  const response = await get(path, { headers: { Accept: 'application/json' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  return response.json();
}

async function page(path: string): Promise<string> {
  const response = await get(path, { headers: { Accept: 'text/html' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  return response.text();
}

describe('a menu', () => {
  test('is read line by line', async () => {
    const { title, charset, truncated, lines, canonical } = await menu('/');
    expect({ title, charset, truncated, canonical }).toEqual({
      title: 'The Waypost museum',
      charset: 'utf-8',
      truncated: false,
      canonical: `gopher://${here}/`,
    });
    expect(lines.find(({ selector }) => selector === '/about')).toEqual({
      kind: 'item',
      type: '1',
      typeName: 'menu',
      display: 'The reading room',
      octets: null,
      selector: '/about',
      host: 'localhost',
      port: fixture.servers.main.port,
      mirror: false,
      gopherPlus: 'item',
      url: `gopher://${here}/1/about`,
      open: `${fixture.worker.origin}/gopher/${here}/1/about`,
      attributes: `gopher://${here}/1/about%09%09!`,
    });
    expect(lines.at(-1)).toMatchObject({ kind: 'info', display: expect.stringContaining('· the curator') });
  });

  test.each(['/', '/1', '/1/about', '/1/large/corridor'])('opens at %j as a page', async (path) => {
    expect(await page(path)).toContain('<div class="menu">');
  });

  test('gives its items their names, and their pages do without: another isolate would not know them', async () => {
    const at = (item: string) => fixture.worker.fetch(`/gopher/localhost:${others.port}/${item}?format=html`);
    const seen = async (item: string) => {
      const page = await at(item);
      return [page.headers.get('ETag'), await page.text()];
    };
    const items = ['0/named/notes', '9/files/c.png', '7/search%09gold'];
    const before = await Promise.all(items.map(seen));
    await Promise.all(['1/named', '1/files'].map(seen));
    expect(await Promise.all(items.map(seen))).toEqual(before);
    const headings = before.map(([, page]) => /<h1[^>]*>(.*?)<\/h1>/.exec(page ?? '')?.[1]);
    expect(headings).toEqual(['notes', 'c.png', 'search: gold']);
  });

  test('has its first line for a heading', async () => {
    const page = async (item: string) =>
      (await fixture.worker.fetch(`/gopher/localhost:${others.port}/1/${item}?format=html`)).text();
    expect(await page('heading')).toContain('<h1 dir="auto">Maps of the north</h1>');
    expect(await page('paragraph')).toContain('<h1 dir="auto">paragraph</h1>');
  });

  test('has live links in its information lines, but none in terminal art', async () => {
    const response = await fixture.worker.fetch(`/gopher/localhost:${others.port}/1/links?format=html`);
    const blocks = [...(await response.text()).matchAll(/<pre class="info".*?<\/pre>/gs)].join('');
    expect([...blocks.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/ftp/h.example/pub/a.txt',
      '/r?url=http%3A%2F%2Fh.example%2Fb',
      '/gopher/h.example/0/c',
    ]);
  });

  test.runIf(hasIpv6)('can come from a server at an IPv6 address', async () => {
    const { port } = fixture.servers.v6;
    const response = await fixture.worker.fetch(`/gopher/[::1]:${port}/1/about?format=json`);
    const { lines }: Menu = await response.json();
    expect(lines.find(({ selector }) => selector === '/about/links.txt')?.url).toBe(
      `gopher://[::1]:${port}/0/about/links.txt`,
    );
  });

  test('reads each line in its own charset', async () => {
    const { lines, charset } = await menu('/1/charsets');
    expect(charset).toBe('windows-1252');
    expect(
      lines.filter(({ display }) => display.endsWith('Grüße aus Köln, déjà vu')).map(({ octets }) => octets),
    ).toEqual([expect.any(String), null]);
    const koi8 = await menu('/1/charsets?charset=koi8-r');
    expect(koi8.lines.some(({ display }) => display.includes('Gr№щe') || display.includes('GrЭъe'))).toBe(true);
  });

  test('has an entity tag that stays the same', async () => {
    const first = await get('/1/about');
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[a-z0-9]+"$/);
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=300');
    const again = await get('/1/about', { headers: { 'If-None-Match': `W/${tag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    // A browser that has the page takes these for headers of the page (RFC 9111 §3.2).
    const said = ['cache-control', 'content-security-policy', 'etag', 'link', 'vary', 'x-robots-tag'];
    expect(said.filter((name) => again.headers.has(name))).toEqual(['cache-control', 'etag', 'vary']);
    expect((await get('/1/about?format=json', { headers: { 'If-None-Match': tag } })).status).toBe(200);
  });
});

describe('item types', () => {
  test('h with a URL redirects to /r', async () => {
    const response = await get('/hURL:https://www.example.com/%3Fq');
    expect([response.status, response.headers.get('Location')]).toEqual([
      302,
      '/r?url=https%3A%2F%2Fwww.example.com%2F%3Fq',
    ]);
  });
});

describe('links out of gopherspace', () => {
  test('exist only for schemes that may be opened', async () => {
    const { lines } = await menu('/1/horrors');
    const opened = lines.filter(({ kind }) => kind === 'link').map(({ display, open }) => [display, open ?? null]);
    expect(Object.fromEntries(opened)).toMatchObject({
      'A script': null,
      'A script that shouts': null,
      'A script behind a slash': null,
      'A page in a link': null,
      'Visual Basic': null,
      'A blob': null,
      'A file': null,
      'A redis server': null,
      'The Web, without TLS': 'http://www.example.com/',
      Gemini: `${fixture.worker.origin}/open?url=gemini%3A%2F%2Fgemini.example%2F`,
      'A terminal': expect.stringContaining('telnet'),
    });
  });
});

describe('malformed lines', () => {
  test('are items or text', async () => {
    const { lines } = await menu('/1/horrors');
    const of = (text: string) => lines.find(({ display }) => display.includes(text));
    expect(of('Information with a null host')?.kind).toBe('info');
    expect(of('just words')).toMatchObject({ kind: 'stray', display: 'No type, no tab: just words' });
    expect(of('Only a selector')?.url).toBe(`gopher://${here}/0/about/motto.txt`);
    expect(of('No host')?.url).toBe('gopher://localhost/0/about/motto.txt');
    expect(of('Port 65536')?.kind).toBe('stray');
    expect(of('A host that is a URL')?.kind).toBe('stray');
    expect(of('A host with a user')?.kind).toBe('stray');
    expect(of('An unknown type')?.url ?? of('n unknown type')?.url).toBe(`gopher://${here}/X/about/motto.txt`);
    expect(of('not the last line')?.kind).toBe('stray');
    expect(of('A long line')?.display.length).toBeGreaterThan(4500);
  });
});

describe('a search', () => {
  test.each([
    ['gopher', '%09gopher', 'gopher'],
    ['two+words', '%09two%20words', 'two words'],
    ['100%25', '%09100%25', '100%'],
    ['%250d%250a', '%09%250d%250a', '%0d%0a'],
    ['caf%C3%A9', '%09caf%C3%A9', 'cafÃ©'],
    ['a%26b%3Dc%23d%3Fe', '%09a&b=c%23d%3Fe', 'a&b=c#d?e'],
  ])('for %s redirects to %s', async (words, path, search) => {
    fixture.takeRequests('main');
    const response = await get(`/7/search?search=${words}`);
    expect([response.status, response.headers.get('Location')]).toEqual([303, `/gopher/${here}/7/search${path}`]);
    await fixture.worker.fetch(response.headers.get('Location') ?? '');
    expect(fixture.takeRequests('main')).toEqual([`/search\t${search}\r\n`]);
  });

  test('keeps the requested format', async () => {
    const response = await get('/7/search?search=gopher&format=json');
    expect(response.headers.get('Location')).toBe(`/gopher/${here}/7/search%09gopher?format=json`);
  });

  test('of a link without a gateway path has the link in its form', async () => {
    const link = `gopher://${here}/7/a/../search`;
    const html = await (await fixture.worker.fetch(`/open?url=${encodeURIComponent(link)}`)).text();
    expect(html).toContain('action="/open"');
    expect(html).toContain(`<input type="hidden" name="url" value="${link}"/>`);
    const found = await fixture.worker.fetch(`/open?url=${encodeURIComponent(link)}&search=x`);
    expect(found.headers.get('Location')).toBe(`/open?url=${encodeURIComponent(`${link}%09x`)}`);
  });
});

describe('a server that refuses', () => {
  test.each([
    ['main', '/1/nope', 404, "The server says: '/nope' is not in this museum"],
    ['main', '/0/nope', 404, "The server says: '/nope' is not in this museum"],
    ['main', '/9/nope', 404, "The server says: '/nope' is not in this museum"],
    ['main', '/3/gallery/error', 404, 'The server says: This is what an error looks like.'],
    ['bare', '/0/nope', 404, 'The server says: File or directory not found!'],
    ['bare', '/9/nope', 404, 'The server says: File or directory not found!'],
    ['main', '/i', 400, 'Items of this type are text in a menu, not links.'],
  ] as const)('%s%s', async (server, path, status, detail) => {
    const problem = { headers: { Accept: 'application/problem+json' } };
    const response = await fixture.worker.fetch(fixture.at(server, path), problem);
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status, detail });
    const shown = await fixture.worker.fetch(fixture.at(server, path), { headers: { Accept: 'text/html' } });
    expect(shown.status).toBe(status);
    expect(shown.headers.get('Cache-Control')).toBe('no-store');
  });

  test.each([
    ['/web', 'The server speaks HTTP, not gopher.'],
    ['/shell', 'The server speaks SSH, not gopher.'],
  ])('speaks another protocol: %s', async (path, detail) => {
    const response = await fixture.worker.fetch(`/gopher/localhost:${others.port}/1${path}?format=json`);
    expect([response.status, await response.json()]).toEqual([502, expect.objectContaining({ detail })]);
  });
});
