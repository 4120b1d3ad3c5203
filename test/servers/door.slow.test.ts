/** The door of `npm start`: lies about a request reach neither the development server nor what it opens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { PageClient } from '../worker/gateway/terminal/page-client.ts';
import {
  answerTo,
  falseReports,
  foreignHosts,
  malformedHosts,
  ownHosts,
  requestFor,
  targets,
} from '../worker/self-host/hostile-requests.ts';

let running: ChildProcess;
let port: number;
let own: string;
let output = '';
beforeAll(async () => {
  port = await freePort();
  own = `localhost:${port}`;
  running = spawn(process.execPath, [join(import.meta.dirname, 'start.ts'), '--port', String(port)], { stdio: 'pipe' });
  for (const stream of [running.stdout, running.stderr]) stream?.on('data', (octets: Buffer) => (output += octets));
  while (!output.includes('Ctrl-C closes both')) await sleep(100);
});
afterAll(async () => {
  const ended = once(running, 'exit');
  running.kill('SIGTERM');
  await ended;
});

const portOf = (server: string) => new RegExp(`url=${server}://(?:guest@)?(localhost:\\d+)/`).exec(output)?.[1];

test('a request for this machine is passed on, in both directions as it comes, and a session too', async () => {
  const asked = request(`http://${own}/v1/resolve`, { method: 'POST', headers: { 'Content-Type': 'text/plain' } });
  asked.write('GOPHER://a/\n');
  const [response]: IncomingMessage[] = await once(asked, 'response');
  const answer = response?.setEncoding('utf8')[Symbol.asyncIterator]();
  expect((await answer?.next())?.value).toBe('gopher://a/\n');
  asked.end('GOPHER://b/\n');
  expect((await answer?.next())?.value).toBe('gopher://b/\n');
  const client = await PageClient.open(`http://${own}`, `/telnet/${portOf('telnet')}/`);
  await client.sees('login: ');
  client.type('guest\r');
  await client.sees('guest');
  await client.close();
});

test('no host but that of this machine is answered, whatever the client reports', async () => {
  const secret = `GET /gopher/${portOf('gopher')}/0/about/motto.txt?format=raw`;
  const statusOf = async (host: string | null, headers: readonly string[] = []) =>
    (await answerTo(requestFor(host, headers, secret), port)).status;
  for (const host of ownHosts(own)) expect([host, await statusOf(host)]).toEqual([host, '200']);
  for (const host of [null, ...malformedHosts(own)]) expect([host, await statusOf(host)]).toEqual([host, '400']);
  // Node and workerd do not call the same names names.
  for (const host of foreignHosts(own))
    expect([host, await statusOf(host)]).toEqual([host, expect.stringMatching(/^4(?:00|21)$/)]);
  for (const headers of [...falseReports(own), [`MF-Original-URL: http://${own}${secret.slice(4)}`]]) {
    expect([headers, await statusOf('evil.example', headers)]).toEqual([
      headers,
      expect.stringMatching(/^4(?:00|21)$/),
    ]);
  }
});

test('nothing that a client reports changes its address, and no target ends in a fault', async () => {
  for (const headers of falseReports(own)) {
    const { status, address } = await answerTo(requestFor(own, headers), port);
    expect([headers, status, address ?? `http://${own}`]).toEqual([
      headers,
      expect.stringMatching(/^[24]00$/),
      `http://${own}`,
    ]);
  }
  for (const [line] of targets(own)) {
    const { status } = await answerTo(requestFor(own, [], line), port);
    expect([line, status]).toEqual([line, expect.stringMatching(/^(?:200|4\d\d|)$/)]);
  }
  expect(output).not.toMatch(/Uncaught|ERROR/);
});
