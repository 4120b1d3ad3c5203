/**
 * Three isolates with one cache: 150 readers within a minute, and no answer older than docs/cache.md promises. Three
 * Workers in one process of workerd are three isolates; their cache is that of a self-hosted server, on disk.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleService } from '../../../worker/self-host/services.ts';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer } from '../../servers/listener.ts';
import { built } from '../built.ts';
import { commandsTo } from '../gateway/worker.ts';
import { assetService, internetService, type RunningWorkerd, runWorkerd } from '../workerd-process.ts';
import { aSecond } from './a-second.ts';

const ISOLATES = ['a', 'b', 'c'] as const;

let server: RunningServer;
let data: string;
let workerd: RunningWorkerd;
beforeAll(async () => {
  server = await startGopher();
  data = mkdtempSync(join(tmpdir(), 'waypost-cache-'));
  const { module, assets, settings } = await built();
  const cache = await bundleService('disk-cache');
  const literal = JSON.stringify;
  const date = `compatibilityDate = ${literal(settings.compatibilityDate)}`;
  const vars = { EGRESS_ALLOW: `localhost:${server.port}`, EGRESS_DENY_PORTS: '6379', RATE_LIMITS: 'off', LOG: 'off' };
  const bindings = Object.entries(vars).map(([name, value]) => `(name = ${literal(name)}, text = ${literal(value)})`);
  workerd = await runWorkerd(ISOLATES.length, (folder) => {
    writeFileSync(join(folder, 'cache.js'), cache);
    const workers = ISOLATES.map(
      (name) => `(name = ${literal(name)}, worker = (
        modules = [(name = "index.js", esModule = embed ${literal(relative(folder, module))})],
        bindings = [${bindings.join(', ')}, (name = "ASSETS", service = "assets")],
        cacheApiOutbound = "cache", compatibilityFlags = ${literal(settings.compatibilityFlags)}, ${date}))`,
    );
    const sockets = ISOLATES.map(
      (name) => `(name = ${literal(name)}, address = "127.0.0.1:0", http = (), service = ${literal(name)})`,
    );
    return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${assetService(assets)}, ${internetService()},
    (name = "data", disk = (path = ${literal(data)}, writable = true)),
    (name = "cache", worker = (
      modules = [(name = "cache.js", esModule = embed "cache.js")],
      bindings = [(name = "CACHE", text = ""), (name = "DISK", durableObjectNamespace = "DiskCache")],
      durableObjectNamespaces = [(className = "DiskCache", uniqueKey = "waypost-cache", enableSql = true)],
      durableObjectStorage = (localDisk = "data"), ${date})),
    ${workers.join(',\n    ')}
  ],
  sockets = [${sockets.join(', ')}]
);`;
  });
});
afterAll(async () => {
  workerd?.close();
  await server?.close();
  rmSync(data, { recursive: true, force: true });
});

/** A request to an isolate at the address that all have, as behind a proxy. */
async function get(isolate: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const port = workerd.ports.get(isolate);
    const all = { Host: 'localhost:8080', Accept: 'text/html', ...headers };
    request({ host: '127.0.0.1', port, path, headers: all, agent: false }, resolve).on('error', reject).end();
  });
  const { 'cache-status': from, age } = incoming.headers;
  return { status: incoming.statusCode, from: from?.toString(), age: Number(age ?? 0), body: await text(incoming) };
}

const at = (item: string) => `/gopher/localhost:${server.port}${item}`;
const asked = (selector: string) => commandsTo(server).filter((line) => line.startsWith(selector)).length;

describe('three isolates with one cache', () => {
  test('60 readers, one after the other in turns of isolates, make one connection', async () => {
    const bodies = new Set<string>();
    for (let turn = 0; turn < 20; turn += 1) {
      const answers = [];
      for (const isolate of ISOLATES) answers.push(await get(isolate, at('/1/about')));
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        bodies.add(body);
      }
      // The copy is kept beside the first answer.
      if (turn === 0) await expect.poll(async () => (await get('a', at('/1/about'))).from).toBe('waypost; hit');
    }
    expect(bodies.size).toBe(1);
    expect(asked('/about')).toBeLessThanOrEqual(2);
  });

  test('60 readers at once ask at most once in each isolate', async () => {
    const readers = Array.from({ length: 60 }, (_, index) => ISOLATES[index % ISOLATES.length] ?? 'a');
    const answers = await Promise.all(readers.map((isolate) => get(isolate, at('/1/charsets'))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(asked('/charsets')).toBeLessThanOrEqual(ISOLATES.length);
  });

  test('no copy is called fresh for longer than its max-age', async () => {
    for (const isolate of ISOLATES) {
      const { from, age } = await get(isolate, at('/1/about'));
      expect(from).toBe('waypost; hit');
      expect(age).toBeLessThan(300);
    }
    // A reader who wants a younger copy gets one, and so do all others after that.
    await aSecond();
    const before = asked('/about');
    await get('b', at('/1/about'), { 'Cache-Control': 'min-fresh=86400' });
    expect(asked('/about')).toBe(before + 1);
    await expect.poll(async () => (await get('c', at('/1/about'))).age).toBeLessThan(60);
  });

  test('a server that is switched off still has its text in each isolate, with its age', async () => {
    const path = at('/0/about/motto.txt');
    await get('a', path);
    await expect.poll(async () => (await get('b', path)).from).toBe('waypost; hit');
    await server.close();
    await aSecond();
    for (const isolate of ISOLATES) {
      const stale = await get(isolate, path, { 'Cache-Control': 'min-fresh=86400' });
      expect([stale.status, stale.from]).toEqual([200, 'waypost; fwd=request; detail=gateway-unreachable']);
      expect(stale.body).toContain('This is a copy from');
    }
  });
});
