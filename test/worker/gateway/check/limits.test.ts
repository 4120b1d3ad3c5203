/** The limits of `/v1/check`: connections of a request, the rate of a server, and robots.txt of gopher servers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { commandsTo, startGateway } from '../worker.ts';

let server: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  server = await listen('gopher', {}, async (client) => {
    const selector = await client.line();
    await client.body(selector === 'robots.txt' ? 'User-agent: waypost\nDisallow: /private\n' : 'a text\r\n');
  });
  // Three connections: (20 - 10) / 3.
  worker = await startGateway([server], { SUBREQUESTS: '20' });
});
afterAll(() => Promise.all([worker?.close(), server?.close()]));

test('a request has only so many connections, and robots.txt takes one of them', async () => {
  const at = (item: string): string => `gopher://localhost:${server.port}/0${item}`;
  const links = [at('/private/a'), at('/a'), at('/b'), at('/c'), 'mailto:a@h.example'];
  const response = await worker.fetch('/v1/check', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(links),
  });
  const answers: { status: string; reason: string | null }[] = await response.json();
  expect(answers.map(({ status, reason }) => [status, reason])).toEqual([
    ['not-checked', 'robots'],
    ['alive', null],
    ['alive', null],
    ['not-checked', 'connection-limit'],
    ['not-checked', 'no-server'],
  ]);
  expect(commandsTo(server)).toEqual(['robots.txt', '/a', '/b']);
});
