/**
 * Replies of hundreds of thousands of short lines, below every cap. JavaScript engines limit the arguments of a call to
 * about 125,000, so no list of a server's lines may become arguments.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeServer, type Fixture, startFakeServer, startFixture } from './worker.ts';

const doubledPeriods = '..\n'.repeat(300_000);
const attributes = (line: string, count: number): string =>
  `+-1\r\n+INFO: 0Motto\t/motto\tlocalhost\t70\t+\r\n+ABSTRACT:\r\n${line.repeat(count)}.\r\n`;

let fixture: Fixture<never>;
let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer({
    '/periods': `${doubledPeriods}.\r\n`,
    '/attributes\t!': attributes(' a\n', 90_000),
    '/latin1\t!': attributes(' \xe9\n', 150_000),
    '/menu': Array.from({ length: 50_000 }, (_, index) => `0Item ${index + 1}\t/${index}\th.example\t70\r\n`).join(''),
    '/error\t+': `--1\r\n1 Somebody <a@b>\r\n${'\n'.repeat(65_000)}.\r\n`,
  });
  fixture = await startFixture({}, {}, [server.port]);
});
afterAll(async () => {
  await fixture?.close();
  await server?.close();
});

const get = (path: string, accept: string) =>
  fixture.worker.fetch(`/gopher/localhost:${server.port}${path}`, { headers: { Accept: accept } });

describe('a text whose lines have doubled periods', () => {
  test('as octets', async () => {
    const response = await get('/0/periods?format=raw', '*/*');
    expect([response.status, (await response.text()) === '.\n'.repeat(300_000)]).toEqual([200, true]);
  });

  test('as a page', async () => {
    const response = await get('/0/periods', 'text/html');
    expect([response.status, (await response.text()).includes('.\n.\n.\n')]).toEqual([200, true]);
  });
});

describe('attributes', () => {
  test.each([
    ['in UTF-8', '/attributes', 'a', 90_000],
    ['in another charset', '/latin1', 'é', 150_000],
  ])('%s', async (_, selector, line, count) => {
    const page = await get(`/0${selector}%09%09!`, 'text/html');
    expect([page.status, (await page.text()).split(`${line}\n`).length > count - 10]).toEqual([200, true]);
  });
});

test('an error reply', async () => {
  const response = await get('/0/error%09%09+', 'application/json');
  expect([response.status, await response.json()]).toMatchObject([404, { detail: 'The server gives no reason.' }]);
});

test('the JSON of a menu as long as the limit', async () => {
  const response = await get('/1/menu?format=json', 'application/json');
  const { lines, truncated }: { lines: { display: string }[]; truncated: boolean } = await response.json();
  expect([lines.length, truncated, lines.at(-1)?.display]).toEqual([50_000, false, 'Item 50000']);
});
