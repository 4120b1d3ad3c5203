/** The door of `npm start` before a server that compresses as that of wrangler does: it holds back what is short. */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { openDoor } from './door.ts';

test.each<[string, Record<string, string>]>([
  ['compresses', { 'Accept-Encoding': 'gzip, br' }],
  ['does not', {}],
])('a client that %s gets the first row before the last one exists', async (_what, headers) => {
  const first = Promise.withResolvers<void>();
  const inner = createServer(async ({ headers }, answer) => {
    const isCompressed = headers['accept-encoding'] !== undefined;
    const body = isCompressed ? createGzip() : answer;
    if (isCompressed) body.pipe(answer);
    body.write('first');
    await first.promise;
    body.end('last');
  }).listen(0, '127.0.0.1');
  await once(inner, 'listening');
  const port = await freePort();
  const door = await openDoor(port, (inner.address() as AddressInfo).port);
  try {
    const [response]: IncomingMessage[] = await once(get(`http://localhost:${port}/`, { headers }), 'response');
    const pieces = response?.setEncoding('latin1')[Symbol.asyncIterator]();
    expect((await Promise.race([pieces?.next(), sleep(5000, { value: 'nothing' })]))?.value).toBe('first');
    first.resolve();
    expect((await pieces?.next())?.value).toBe('last');
  } finally {
    first.resolve();
    door.close();
    inner.close();
  }
});

test('the headers that control the server stay outside, and others do not', async () => {
  const seen: string[] = [];
  const inner = createServer(({ rawHeaders }, answer) => {
    seen.push(...rawHeaders.filter((_, index) => index % 2 === 0));
    answer.end();
  }).listen(0, '127.0.0.1');
  await once(inner, 'listening');
  const port = await freePort();
  const door = await openDoor(port, (inner.address() as AddressInfo).port);
  try {
    const headers = { 'MF-Original-URL': 'x', 'Accept-Encoding': 'gzip', 'X-Accept-Encoding': 'a', Accept: 'b' };
    const [response]: IncomingMessage[] = await once(get(`http://localhost:${port}/`, { headers }), 'response');
    response?.resume();
    expect(seen).not.toContain('MF-Original-URL');
    expect(seen).not.toContain('Accept-Encoding');
    expect(seen).toEqual(expect.arrayContaining(['X-Accept-Encoding', 'Accept']));
  } finally {
    door.close();
    inner.close();
  }
});
