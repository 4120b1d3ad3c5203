/** Charsets that a request names and browsers do not decode: the gateway sends UTF-8. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeServer, type Fixture, startFakeServer, startFixture } from './worker.ts';

/** `Köln 日本`, or as much of it as the charset has. */
const TEXTS: readonly (readonly [charset: string, octets: string, text: string])[] = [
  ['cp437', 'K\x94ln', 'Köln'],
  ['utf-16le', 'K\0\xf6\0l\0n\0 \0\xe5\x65\x2c\x67', 'Köln 日本'],
  ['utf-16be', '\0K\0\xf6\0l\0n\0 \x65\xe5\x67\x2c', 'Köln 日本'],
  ['iso-2022-jp', 'Koln \x1b$BF|K\\\x1b(B', 'Koln 日本'],
];

/** More octets than a page takes. */
const LONG = 2_200_000;

let server: FakeServer;
let fixture: Fixture<never>;

beforeAll(async () => {
  server = await startFakeServer({
    ...Object.fromEntries(TEXTS.map(([charset, octets]) => [charset, octets])),
    long: `${'\x94'.repeat(LONG)}\r\n.\r\n`,
    '': '3Nothing\t\terror.host\t1\r\n',
  });
  fixture = await startFixture({}, {}, [server.port]);
});

afterAll(() => Promise.all([fixture?.close(), server?.close()]));

const get = (type: string, selector: string, query: string) =>
  fixture.worker.fetch(`/gopher/localhost:${server.port}/${type}${encodeURIComponent(selector)}?${query}`);

describe.each(TEXTS)('%s', (charset, _octets, text) => {
  test.each([
    ['a text as a page', '0', 'format=html', 'text/html; charset=utf-8'],
    ['a text as JSON', '0', 'format=json', 'application/json'],
    ['the octets of a text', '0', 'format=raw', 'text/plain; charset=utf-8'],
    ['an HTML document', 'h', 'view=framed', 'text/html; charset=utf-8'],
    ['the octets of a menu', '1', 'format=raw', 'text/plain; charset=utf-8'],
  ])('%s is decoded', async (_, type, query, mediaType) => {
    const response = await get(type, charset, `${query}&charset=${charset}`);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, mediaType]);
    expect(await response.text()).toContain(text);
  });
});

test('the frame of an HTML document has its charset', async () => {
  expect(await (await get('h', 'cp437', 'format=html&charset=cp437')).text()).toContain(
    '?charset=cp437&amp;view=framed"',
  );
});

test('a long text is decoded while it is streamed, without the period at its end', async () => {
  const response = await get('0', 'long', 'charset=cp437&format=raw');
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe(`${'ö'.repeat(LONG)}\r\n`);
});

test('a charset that browsers know keeps the octets', async () => {
  const response = await get('h', 'cp437', 'charset=koi8-r');
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=koi8-r');
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe('K\x94ln');
});
