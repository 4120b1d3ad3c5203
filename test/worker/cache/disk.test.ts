/** The cache on disk of a self-hosted server: what it keeps, its limit, and that it outlives a restart. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CopyBlock, purgeAddress } from '../../../worker/cache/copy-block.ts';
import { bundleService } from '../../../worker/self-host/services.ts';
import { type RunningWorkerd, runWorkerd } from '../workerd-process.ts';

/** Stores, matches and deletes at the request of a test. */
const CLIENT = `export default { async fetch(request) {
  const { op, key, name, size, headers } = await request.json();
  const cache = name === null ? caches.default : await caches.open(name);
  if (op === 'delete') return Response.json(await cache.delete(key));
  if (op === 'put') {
    await cache.put(key, new Response(new Uint8Array(size).fill(97), { headers }));
    return Response.json(null);
  }
  const found = await cache.match(key);
  if (found === undefined) return Response.json(null);
  const octets = new Uint8Array(await found.arrayBuffer());
  return Response.json({ size: octets.length, same: octets.every((octet) => octet === 97), type: found.headers.get('X-Kind') });
} };`;

const LIMIT = 16 * 1024 * 1024;
const DAY = { 'Cache-Control': 'public, max-age=86400', 'X-Kind': 'menu' };

let code: string;
let data: string;
let workerd: RunningWorkerd;
beforeAll(async () => {
  code = await bundleService('disk-cache');
  data = mkdtempSync(join(tmpdir(), 'waypost-cache-'));
  workerd = await start(String(LIMIT));
});
afterAll(() => {
  workerd?.close();
  rmSync(data, { recursive: true, force: true });
});

function start(limit: string): Promise<RunningWorkerd> {
  return runWorkerd(1, (folder) => {
    writeFileSync(join(folder, 'cache.js'), code);
    writeFileSync(join(folder, 'client.js'), CLIENT);
    return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "data", disk = (path = ${JSON.stringify(data)}, writable = true)),
    (name = "cache", worker = (
      modules = [(name = "cache.js", esModule = embed "cache.js")],
      bindings = [(name = "CACHE", text = ${JSON.stringify(limit)}), (name = "DISK", durableObjectNamespace = "DiskCache")],
      durableObjectNamespaces = [(className = "DiskCache", uniqueKey = "waypost-cache", enableSql = true)],
      durableObjectStorage = (localDisk = "data"), compatibilityDate = "2026-10-23")),
    (name = "client", worker = (
      modules = [(name = "client.js", esModule = embed "client.js")],
      cacheApiOutbound = "cache", compatibilityDate = "2026-10-23"))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "client")]
);`;
  });
}

async function call(operation: Readonly<Record<string, unknown>>): Promise<unknown> {
  const body = JSON.stringify({ name: 'waypost-copies', headers: DAY, ...operation });
  return (await fetch(`http://127.0.0.1:${workerd.ports.get('http')}`, { method: 'POST', body })).json();
}

const put = (key: string, size: number, headers: Readonly<Record<string, string>> = DAY) =>
  call({ op: 'put', key: `http://w.example/${key}`, size, headers });
const match = (key: string) => call({ op: 'match', key: `http://w.example/${key}` });

describe('the cache on disk', () => {
  test('keeps an answer with its headers and every octet, also one of several parts', async () => {
    await put('small', 100);
    await put('parts', 1_500_000);
    await put('empty', 0);
    expect(await match('small')).toEqual({ size: 100, same: true, type: 'menu' });
    expect(await match('parts')).toEqual({ size: 1_500_000, same: true, type: 'menu' });
    expect(await match('empty')).toEqual({ size: 0, same: true, type: 'menu' });
    expect(await match('other')).toBeNull();
  });

  test('deletes', async () => {
    await put('gone', 10);
    expect(await call({ op: 'delete', key: 'http://w.example/gone' })).toBe(true);
    expect(await match('gone')).toBeNull();
    expect(await call({ op: 'delete', key: 'http://w.example/gone' })).toBe(false);
  });

  test('deletes the copies of what is blocked', async () => {
    const of = (canonical: string) => ({ ...DAY, Link: `<${canonical}>; rel="canonical"` });
    await put('one', 10, of('gopher://h.example/1/a'));
    await put('two', 10, of('gopher://www.h.example/1'));
    await put('other', 10, of('gopher://other.example/1/a'));
    const purge = (kind: CopyBlock['kind'], value: string) =>
      call({ op: 'delete', key: purgeAddress({ kind, value }) });
    expect(await purge('host', 'h.example')).toBe(true);
    expect([await match('one'), await match('two')]).toEqual([null, null]);
    expect(await match('other')).toMatchObject({ size: 10 });
    expect(await purge('host', 'h.example')).toBe(false);
    expect(await purge('target', 'gopher://other.example/1/a')).toBe(true);
    expect(await match('other')).toBeNull();
  });

  test('keeps no other cache, and nothing that may not be kept', async () => {
    await call({ op: 'put', key: 'http://w.example/default', name: null, size: 10 });
    expect(await call({ op: 'match', key: 'http://w.example/default', name: null })).toBeNull();
    await put('short', 10, { 'Cache-Control': 'public, max-age=0' }).catch(() => {});
    expect(await match('short')).toBeNull();
  });

  test('stays below its limit: what was put first goes first, and no entry takes more than an eighth', async () => {
    await put('large', LIMIT / 8 + 1);
    expect(await match('large')).toBeNull();
    const keys = Array.from({ length: 20 }, (_, index) => `full-${index}`);
    for (const key of keys) await put(key, 1_500_000);
    const found = await Promise.all(keys.map(match));
    const kept = found.flatMap((copy, index) => (copy === null ? [] : [index]));
    expect(kept.length).toBe(Math.floor(LIMIT / 1_500_200));
    expect(kept.at(-1)).toBe(19);
    expect(kept[0]).toBe(20 - kept.length);
  });

  test('is there after kill -9', async () => {
    await put('survivor', 1000);
    await workerd.kill();
    workerd = await start(String(LIMIT));
    expect(await match('survivor')).toEqual({ size: 1000, same: true, type: 'menu' });
  });

  test('is off if CACHE is', async () => {
    workerd.close();
    workerd = await start('off');
    await put('off', 10);
    expect(await match('off')).toBeNull();
    expect(await match('survivor')).toBeNull();
  });
});
