/** Gopher+ through the gateway: attributes, representations, forms, errors, and items that have moved. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documents, octetsOf } from '../../../servers/content/documents.ts';
import { type Fixture, latin1, startFixture } from './worker.ts';

let fixture: Fixture<'main' | 'umn' | 'bare'>;
let here: string;

beforeAll(async () => {
  fixture = await startFixture({ main: {}, umn: { dialect: 'umn' }, bare: { dialect: 'bare' } });
  here = `localhost:${fixture.servers.main.port}`;
});

afterAll(() => fixture?.close());

const get = (path: string, init?: RequestInit) => fixture.worker.fetch(fixture.at('main', path), init);
const motto = octetsOf(documents.motto).replaceAll('\n', '\r\n');

/** The requests that the server receives for a path. */
async function requestsFor(path: string): Promise<readonly string[]> {
  fixture.takeRequests('main');
  await (await get(path)).arrayBuffer();
  return fixture.takeRequests('main');
}

describe('the octets of a request', () => {
  test.each([
    [
      'a view (RFC 4266 §2.8)',
      '/0/plus/motto%09%09+application/postscript',
      '/plus/motto\t+application/postscript\r\n',
    ],
    ['a view and a language', '/0/plus/motto%09%09+text/plain%20Es_ES', '/plus/motto\t+text/plain Es_ES\r\n'],
    ['the default view', '/0/plus/motto%09%09+', '/plus/motto\t+\r\n'],
    ['attributes', '/0/plus/motto%09%09!', '/plus/motto\t!\r\n'],
    ['some attributes: all are requested', '/0/plus/motto%09%09!+ABSTRACT%20+ADMIN', '/plus/motto\t!\r\n'],
    ['attributes of all items', '/1/plus%09%09$', '/plus\t$\r\n'],
    ['some attributes of all items', '/1/plus%09%09$+VIEWS', '/plus\t$\r\n'],
    ['a form', '/0/plus/visitors-book%09%09%3F', '/plus/visitors-book\t!\r\n'],
    ['a form with answers: it is only shown', FILLED(), '/plus/visitors-book\t!\r\n'],
    ['a search with a Gopher+ string', '/7/search%09gopher%09+', '/search\tgopher\t+\r\n'],
    ['attributes of a search', '/7/search%09gopher%09!', '/search\tgopher\t!\r\n'],
    ['attributes of an empty search', '/7/search%09%09!', '/search\t\t!\r\n'],
    ['an empty Gopher+ string', '/0/plus/motto%09%09', '/plus/motto\r\n'],
  ])('%s', async (_, path, octets) => {
    expect(await requestsFor(path)).toEqual([octets]);
  });

  test('have one tab, because UMN gopherd does not answer after two', async () => {
    const response = await fixture.worker.fetch(fixture.at('umn', '/0/plus/motto%09%09+?format=raw'));
    expect([response.status, await response.text()]).toEqual([200, motto]);
  });
});

function FILLED(): string {
  return '/0/plus/visitors-book%09%09+%091%0D%0A+-1%0D%0AJane%0D%0Apw%0D%0A0%0D%0AOn%20foot%0D%0A0%0D%0A1%0D%0A%0D%0A.%0D%0A';
}

describe('three ways to end a reply', () => {
  test.each(['length', 'period', 'close'])('by its %s', async (framing) => {
    const response = await get(`/0/plus/${framing}%09%09+?format=raw`);
    expect([response.status, await response.text()]).toEqual([200, motto]);
  });

  test('a length becomes Content-Length', async () => {
    const response = await get('/9/large/3MB.bin%09%09+', { method: 'HEAD' });
    expect(response.headers.get('Content-Length')).toBe('3000000');
    const body = await (await get('/9/large/3MB.bin%09%09+')).arrayBuffer();
    expect(body.byteLength).toBe(3_000_000);
  });
});

describe('representations', () => {
  test.each([
    ['+text/plain%20En_US', 'text/plain; charset=utf-8', motto],
    ['+Text/plain%20Es_ES', 'text/plain; charset=utf-8', octetsOf(documents.lema).replaceAll('\n', '\r\n')],
    ['+application/postscript', 'application/postscript', octetsOf(documents.postScript)],
    ['+image/gif', 'image/gif', octetsOf(documents.gif)],
  ])('%s', async (view, type, content) => {
    const response = await get(`/0/plus/motto%09%09${view}?format=raw`);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type]);
    expect(latin1(await response.arrayBuffer())).toBe(content);
  });

  test('of a menu are menus', async () => {
    const response = await get('/1/plus%09%09+application/gopher+-menu?format=json');
    expect(await response.json()).toMatchObject({ kind: 'menu' });
  });

  test('that do not exist: 404', async () => {
    expect((await get('/0/plus/motto%09%09+video/mpeg')).status).toBe(404);
  });
});

describe('attributes', () => {
  interface Item {
    readonly info: { readonly display: string } | null;
    readonly modified: string | null;
    readonly views: readonly unknown[];
    readonly blocks: readonly { readonly name: string }[];
  }

  async function items(path: string): Promise<readonly Item[]> {
    const response = await get(path, { headers: { Accept: 'application/json' } });
    expect(response.status).toBe(200);
    const { items }: { items: Item[] } = await response.json();
    return items;
  }

  test('of one item', async () => {
    const [item, ...others] = await items('/0/plus/motto%09%09!');
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      info: { display: 'The motto of the museum', url: `gopher://${here}/0/plus/motto` },
      modified: '1994-01-31T00:00:00.000Z',
      views: [
        { type: 'text/plain', language: 'En_US', size: '.0k' },
        { type: 'text/plain', language: 'Es_ES', size: '.0k' },
        { type: 'application/postscript', language: 'En_US', size: '.2k' },
        { type: 'image/gif', language: null, size: '24k' },
      ],
    });
  });

  test.each([
    ['!', ['ADMIN', 'VIEWS', 'ABSTRACT']],
    ['!+VIEWS', ['VIEWS']],
    ['!+ABSTRACT%20+ADMIN', ['ADMIN', 'ABSTRACT']],
    ['!+ABSTRACT+ADMIN', ['ADMIN', 'ABSTRACT']],
    ['!+NOTHING', []],
  ])('%s gives the requested ones', async (plus, names) => {
    const [item] = await items(`/0/plus/motto%09%09${plus}`);
    expect(item?.blocks.map(({ name }) => name)).toEqual(names);
  });

  test('of all items of a menu', async () => {
    const all = await items('/1/plus%09%09$+VIEWS');
    expect(all.length).toBeGreaterThan(10);
    expect(all.every(({ blocks }) => blocks.every(({ name }) => name === 'VIEWS'))).toBe(true);
  });

  test('are offered where the reply itself shows that the server has them', async () => {
    expect(await (await get('/1/plus')).text()).toContain('/1/plus%09%09$" rel="nofollow alternate">Attributes</a>');
    expect(await (await get('/0/plus/motto')).text()).not.toContain('>Attributes</a>');
    expect(await (await get('/0/plus/motto%09%09+')).text()).toContain(
      '/0/plus/motto%09%09!" rel="nofollow alternate">Attributes</a>',
    );
  });

  test('of a server without Gopher+: 404', async () => {
    const response = await fixture.worker.fetch(fixture.at('bare', '/0/about/motto.txt%09%09!'));
    expect(response.status).toBe(404);
  });
});

describe('errors', () => {
  test.each([
    ['/0/plus/gone%09%09+', 404, 'The server says: Lent to another museum in 1997. They closed.'],
    ['/0/plus/busy%09%09+', 503, 'The server says: The projector is warming up. Please try again later.'],
    ['/0/nope%09%09+', 404, "The server says: '/nope' is not in this museum"],
    ['/0/nope%09%09!', 404, "The server says: '/nope' is not in this museum"],
  ])('%s', async (path, status, detail) => {
    const response = await get(path, { headers: { Accept: 'application/json' } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ detail });
  });

  test.each(['/0/plus/moved%09%09+', '/0/plus/moved'])('an item that has moved: a redirect for %s', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('Location')]).toEqual([302, `/gopher/${here}/0/about/motto.txt`]);
  });

  test('an item that has moved: the redirect keeps the requested format', async () => {
    const response = await get('/0/plus/moved%09%09+?format=json');
    expect(response.headers.get('Location')).toBe(`/gopher/${here}/0/about/motto.txt?format=json`);
  });

  test('a Gopher+ error for a request without Gopher+', async () => {
    const response = await fixture.worker.fetch(fixture.at('umn', '/0/nope'), {
      headers: { Accept: 'application/json' },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: "The server says: '/nope' is not in this museum" });
  });
});
