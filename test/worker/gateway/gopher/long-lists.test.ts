/** Lists that a server makes as long as it likes: a page shows their beginning and a count, and JSON has them all. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeServer, type Fixture, startFakeServer, startFixture } from './worker.ts';

const ITEMS = 2000;
const ROWS = 3000;

const repeated = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const info = (index: number): string => `+INFO: 0Item ${index}\t/${index}\th.example\t70\t+\r\n`;

let server: FakeServer;
let fixture: Fixture<never>;

beforeAll(async () => {
  server = await startFakeServer({
    '/menu\t$': `+-2\r\n${repeated(ITEMS, (index) => `${info(index)}+ADMIN:\r\n Admin: ${index}\r\n`)}`,
    '/item\t!': `+-2\r\n${info(0)}+ADMIN:\r\n${repeated(ROWS, (index) => ` Key${index}: value\r\n`)}`,
    '/views\t!': `+-2\r\n${info(0)}+VIEWS:\r\n${repeated(ROWS, (index) => ` text/x-${index}: <1k>\r\n`)}`,
    '/mail': `To: ${repeated(ROWS, (index) => `a${index}@h.example, `)}last@h.example\r\n\r\nBody\r\n`,
    '': '3Nothing\t\terror.host\t1\r\n',
  });
  fixture = await startFixture({}, {}, [server.port]);
});

afterAll(() => Promise.all([fixture?.close(), server?.close()]));

const get = (path: string) => fixture.worker.fetch(`/gopher/localhost:${server.port}${path}`);

test.each([
  ['items of a menu', '/1/menu%09%09$', /<section class="attributes">/g, 500, '1,500 more items are not shown.'],
  ['attributes', '/0/item%09%09!', /<dt>/g, 200, '2,800 more attributes are not shown.'],
  ['representations', '/0/views%09%09!', />text\/x-\d+</g, 200, '2,800 more representations are not shown.'],
  ['recipients', '/M/mail', /a\d+@h\.example/g, 100, 'and 2,901 more'],
])('%s', async (_, path, entry, shown, count) => {
  const html = await (await get(path)).text();
  expect(html).toContain(count);
  expect(html.match(entry)).toHaveLength(shown);
});

test('JSON has all items', async () => {
  const { items } = await (await get('/1/menu%09%09$?format=json')).json<{ items: unknown[] }>();
  expect(items).toHaveLength(ITEMS);
});
