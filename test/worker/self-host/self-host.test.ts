/**
 * `npm run self-host`, run as README shows: pages with their style and script, the API, a gateway, and short links
 * that survive a restart.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer } from '../../servers/listener.ts';
import { type RunningProspero, startProspero } from '../../servers/prospero.ts';
import { startTelnet } from '../../servers/telnet.ts';
import { PageClient, tryToOpen } from '../gateway/terminal/page-client.ts';

const TOKEN = 'alice-0123456789abcdef';

interface SelfHosted {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

let server: RunningServer;
let telnet: RunningServer;
let prospero: RunningProspero;
let data: string;
let waypost: SelfHosted;
beforeAll(async () => {
  server = await startGopher({});
  telnet = await startTelnet();
  prospero = await startProspero();
  data = mkdtempSync(join(tmpdir(), 'waypost-data-'));
  waypost = await start();
});
afterAll(async () => {
  await waypost?.stop();
  await server?.close();
  await telnet?.close();
  await prospero?.close();
  rmSync(data, { recursive: true, force: true });
});

function start(): Promise<SelfHosted> {
  const script = join(import.meta.dirname, '../../../worker/self-host/start.ts');
  const child = spawn(process.execPath, [script, '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      LINK_TOKENS: `alice:${TOKEN}`,
      CONTACT: 'grüße@museum.example',
      EGRESS_ALLOW: `localhost:${server.port} 127.0.0.1:${server.port} localhost:${telnet.port} localhost:${prospero.port}`,
    },
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    createInterface(child.stdout).on('line', (line) => {
      const [, origin] = /^Waypost is at (http:\/\/.*)\/$/.exec(line) ?? [];
      if (origin !== undefined) resolve({ origin, stop: () => stop(child) });
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(waypost.origin + path, { headers, redirect: 'manual' });

test('a page has its style and its script, each with its media type', async () => {
  const page = await (await get('/', { Accept: 'text/html' })).text();
  expect(page).toContain('mailto:');
  for (const [name, type] of [
    ['waypost.css', 'text/css; charset=utf-8'],
    ['explorer.js', 'text/javascript; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ]) {
    const [path = ''] = new RegExp(`/assets/${name}[^"]*`).exec(page) ?? [];
    const file = await get(path);
    expect([file.status, file.headers.get('content-type'), (await file.text()).length > 50]).toEqual([200, type, true]);
  }
  expect((await get('/assets/nothing.js')).status).toBe(404);
  expect((await get('/assets/../index.js')).status).toBe(404);
});

test('the API and its documentation answer', async () => {
  const resolution: unknown = await (await get('/v1/resolve?url=GO:x&fields=canonical')).json();
  expect(resolution).toEqual({ canonical: 'go:x' });
  for (const path of ['/docs', '/openapi.json', '/llms.txt']) expect((await get(path)).status, path).toBe(200);
});

test('a gateway opens a link that the policy allows', async () => {
  const menu = await get(`/gopher/localhost:${server.port}/?format=json`);
  expect(menu.status).toBe(200);
  const refused = await get('/gopher/127.0.0.1:9/?format=json');
  expect(refused.status).toBe(403);
});

test('a prospero link opens by the relay that runs beside the Worker', async () => {
  const link = encodeURIComponent(`prospero://localhost:${prospero.port}//museum/docs`);
  const opened = await get(`/open?url=${link}&format=json`);
  expect(await opened.json()).toMatchObject({ kind: 'directory', entries: [{ name: 'plan.txt' }] });
});

test('a terminal session goes through the front, which passes the upgrade on', async () => {
  const path = `/telnet/localhost:${telnet.port}/`;
  const client = await PageClient.open(waypost.origin, path);
  await client.sees('login: ');
  client.type('guest\r');
  await client.sees('guest');
  await client.close();
  expect(client.socket.protocol).toBe('waypost-terminal');
  expect(await tryToOpen(waypost.origin, path, { origin: 'https://evil.example' })).toMatchObject({ status: 403 });
});

test('behind a TLS proxy its links are https', async () => {
  const description = await get('/opensearch.xml', { 'X-Forwarded-Proto': 'https' });
  expect(await description.text()).toContain(`template="https://${new URL(waypost.origin).host}/r?url={searchTerms}"`);
});

test('a short link survives a restart', async () => {
  const created = await fetch(`${waypost.origin}/v1/links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'gopher://gopher.floodgap.com/' }),
  });
  expect(created.status).toBe(201);
  await waypost.stop();
  waypost = await start();
  const followed = await get('/yadkkg582q');
  expect([followed.status, followed.headers.get('location')]).toEqual([308, '/gopher/gopher.floodgap.com/']);
});
