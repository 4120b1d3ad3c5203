/**
 * The end of a self-hosted server and the next start: open requests, clicks that wait, short links, stores that are
 * lost, and what is left when its launcher is killed.
 */
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer as RunningTestServer } from '../../servers/listener.ts';
import { type RunningProspero, startProspero } from '../../servers/prospero.ts';
import { killAt, ROUNDS, stages } from './kill.ts';
import { type BuiltServer, buildForTests, processesWith, type RunningServer, user } from './server.ts';

const TOKEN = 'alice-0123456789abcdef';

let server: RunningTestServer;
let prospero: RunningProspero;
let built: BuiltServer;
let waypost: RunningServer;
beforeAll(async () => {
  server = await startGopher({});
  prospero = await startProspero();
  built = await buildForTests(() => ({
    LINK_TOKENS: `alice:${TOKEN}`,
    EGRESS_ALLOW: `localhost:${server.port} localhost:${prospero.port}`,
  }));
  waypost = await built.start();
});
afterAll(async () => {
  await waypost?.stop();
  await server?.close();
  await prospero?.close();
  built?.remove();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(waypost.origin + path, { headers, redirect: 'manual' });

describe('a server that is stopped writes the clicks that wait', () => {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

  test.each<[string, string, Record<string, string>, number]>([
    ['as it is by default', 'old-map', {}, 15],
    ['with empty settings', 'small-map', { CLICK_DELAY: '', SUBREQUESTS: '' }, 15],
    ['without tokens, where links of before are followed', 'older-map', { LINK_TOKENS: '' }, 15],
    ['where they wait for longer than open requests may', 'oldest-map', { CLICK_DELAY: '12s' }, 30],
  ])('%s', async (_, alias, settings, seconds) => {
    const body = JSON.stringify({ url: 'gopher://gopher.floodgap.com/1/clicks', alias });
    const created = await fetch(`${waypost.origin}/v1/links`, { method: 'POST', headers, body });
    expect(await created.json()).toMatchObject({ slug: alias });
    await waypost.stop();
    waypost = await built.start(settings);
    for (let follow = 0; follow < 20; follow += 1) await get(`/${alias}`);
    const began = Date.now();
    await waypost.stop();
    expect(Date.now() - began).toBeLessThan(seconds * 1000);
    waypost = await built.start();
    expect(await (await get(`/v1/links/${alias}`, headers)).json()).toMatchObject({ clicks: 20 });
  });
});

test('a short link survives a restart', async () => {
  const created = await fetch(`${waypost.origin}/v1/links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'gopher://gopher.floodgap.com/' }),
  });
  expect(created.status).toBe(201);
  await waypost.stop();
  waypost = await built.start();
  const followed = await get('/yadkkg582q');
  expect([followed.status, followed.headers.get('location')]).toEqual([308, '/gopher/gopher.floodgap.com/']);
});

test('SIGTERM lets open requests end for the time of --grace, and then ends', async () => {
  await waypost.stop();
  waypost = await built.start({}, ['--grace', '1']);
  const port = Number(new URL(waypost.origin).port);
  const endless = connect({ host: '127.0.0.1', port });
  endless.write(`POST /v1/resolve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n`);
  endless.write('Content-Type: application/x-ndjson\r\n\r\n9\r\n"go:abc"\n\r\n');
  const [first] = await once(endless, 'data');
  expect(String(first)).toContain('200 OK');
  endless.on('error', () => {});
  const started = Date.now();
  const exit = once(waypost.child, 'exit');
  waypost.child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  // The clock of the launcher began a little earlier than this one, or later.
  expect(Date.now() - started).toBeGreaterThan(900);
  expect(processesWith(built.data)).toEqual([]);
  expect(readdirSync(built.data).filter((name) => name.endsWith('.lock'))).toEqual([]);
  waypost = await built.start();
});

test('a second signal ends it at once', async () => {
  await waypost.stop();
  // Clicks that wait, and open requests, would have much more time.
  waypost = await built.start({ CLICK_DELAY: '60s' }, ['--grace', '60']);
  const started = Date.now();
  const exit = once(waypost.child, 'exit');
  waypost.child.kill('SIGTERM');
  await sleep(100);
  waypost.child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(Date.now() - started).toBeLessThan(20_000);
  waypost = await built.start();
});

test('a second server for the same folder says so and ends; one that was killed stops nobody', async () => {
  const second = built.launch();
  const written: string[] = [];
  second.stderr?.setEncoding('utf8').on('data', (text: string) => written.push(text));
  const [code] = await once(second, 'close');
  expect([code, written.join('')]).toEqual([64, expect.stringContaining('another server uses')]);
  expect((await get('/health')).status).toBe(200);
  const exit = once(waypost.child, 'exit');
  waypost.child.kill('SIGKILL');
  await exit;
  waypost = await built.start();
  expect((await get('/health')).status).toBe(200);
});

describe('the stores of short links', () => {
  test('in another number than at the first start are refused at the start', async () => {
    await waypost.stop();
    const child = built.launch([], { LINK_SHARDS: '64' });
    const messages = child.stderr === null ? '' : text(child.stderr);
    const [[code], output] = await Promise.all([once(child, 'exit'), messages]);
    expect(code).toBe(64);
    expect(output).toContain(
      'The stores of short links cannot be used. LINK_SHARDS must be 16, as at the first deployment.',
    );
    waypost = await built.start();
  });

  test('whose folder is removed are missed by /health?ready', async () => {
    const data = mkdtempSync(join(tmpdir(), 'waypost-data-lost-'));
    if (user !== null) chownSync(data, user.uid, user.gid);
    const { origin, stop } = await built.start({}, ['--data', data]);
    const ready = async () => {
      const response = await fetch(`${origin}/health?ready`);
      const { store, detail }: { store?: string; detail?: string } = await response.json();
      return [response.status, store ?? detail];
    };
    expect(await ready()).toEqual([200, 'ok']);
    rmSync(data, { recursive: true });
    await expect
      .poll(ready)
      .toEqual([503, 'The folder of short links is gone: nothing that is stored now will be kept.']);
    expect((await fetch(`${origin}/health`)).status).toBe(200);
    await stop();
  });

  test('whose folder is gone are missed at the next start', async () => {
    const data = mkdtempSync(join(tmpdir(), 'waypost-data-gone-'));
    if (user !== null) chownSync(data, user.uid, user.gid);
    const first = await built.start({}, ['--data', data]);
    await fetch(`${first.origin}/v1/links`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'go:gone' }),
    });
    await first.stop();
    rmSync(join(data, 'waypost-links'), { recursive: true });
    const child = built.launch(['--data', data]);
    const messages = child.stderr === null ? '' : text(child.stderr);
    const [[code], output] = await Promise.all([once(child, 'exit'), messages]);
    expect([code, output]).toEqual([64, expect.stringContaining('waypost-links are gone. Bring the folder back')]);
    rmSync(join(data, 'waypost-links.mark'));
    const empty = await built.start({}, ['--data', data]);
    await empty.stop();
    rmSync(data, { recursive: true });
  });
});

describe('killed', () => {
  beforeAll(() => waypost.stop());
  afterAll(async () => {
    waypost = await built.start();
  });

  test.each(Object.keys(stages))('%s, it leaves nothing, loses no link and starts again', async (stage) => {
    const outcome = await killAt(stage, {
      built,
      token: TOKEN,
      download: `/gopher/localhost:${server.port}/9/large/200MB.bin`,
      directory: `/open?url=${encodeURIComponent(`prospero://localhost:${prospero.port}//museum/docs`)}`,
    });
    if (ROUNDS > 1) console.log(stage, outcome);
    expect(outcome.kills).toBe(ROUNDS);
    if (stage.includes('links')) expect(outcome.links).toBeGreaterThan(ROUNDS);
  });
});
