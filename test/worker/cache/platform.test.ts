/**
 * The inner entry behind a cache of the platform. The runtime has the loopback request, and no cache before it, so a
 * cache of the test stands in its place: its key is the path and the query, as the platform documents it.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer } from '../../servers/listener.ts';
import { built } from '../built.ts';
import { commandsTo } from '../gateway/worker.ts';
import { type RunningModule, startModule } from '../runtime.ts';

const TOKEN = 'admin-0123456789abcdef';

/** Calls the Worker with the execution context of a deployment that has the cache. Two isolates would share `kept`. */
const WRAPPER = `
import worker, { LinkShard, SharedAnswers } from './worker.js';
export { LinkShard, SharedAnswers };
const copies = new Map();
const store = {
  match: async (key) => copies.has(key) ? new Response(copies.get(key).octets, copies.get(key)) : undefined,
  put: async (key, answer) => {
    copies.set(key, { headers: [...answer.headers], octets: await answer.arrayBuffer() });
    puts += 1;
  },
  delete: async (key) => copies.delete(key),
};
Object.defineProperty(caches, 'open', { value: async () => store });
const kept = new Map();
const purged = [];
let inner = 0;
let puts = 0;
export default {
  async fetch(request, env, ctx) {
    if (request.url.endsWith('/purged')) return Response.json({ purged, inner, puts });
    const platform = {
      async fetch(asked) {
        const { pathname, search } = new URL(asked.url);
        const known = kept.get(pathname + search);
        if (known) {
          const headers = new Headers(known.headers);
          headers.set('CF-Cache-Status', 'HIT');
          headers.set('Age', '7');
          return new Response(known.octets, { status: 200, headers });
        }
        inner += 1;
        const answer = await ctx.exports.SharedAnswers.fetch(asked);
        const control = answer.headers.get('Cache-Control') ?? '';
        if (answer.status !== 200 || !control.startsWith('public')) return answer;
        const octets = await answer.arrayBuffer();
        const headers = [...answer.headers];
        kept.set(pathname + search, { octets, headers });
        return new Response(octets, { headers: [...headers, ['CF-Cache-Status', 'MISS']] });
      },
      async purge(tags) {
        purged.push(...tags);
        for (const [key, { headers }] of kept) {
          const own = new Headers(headers).get('Cache-Tag').split(',');
          if (own.some((tag) => tags.includes(tag))) kept.delete(key);
        }
        await ctx.exports.SharedAnswers.purge(tags);
      },
    };
    const execution = { waitUntil: (work) => ctx.waitUntil(work), cache: {}, exports: { SharedAnswers: platform } };
    return worker.fetch(request, env, execution);
  },
};
`;

let server: RunningServer;
let module: RunningModule;
beforeAll(async () => {
  server = await startGopher();
  const { module: path, assets, settings } = await built();
  const code = await readFile(path, 'utf8');
  const vars = {
    EGRESS_ALLOW: `localhost:${server.port}`,
    EGRESS_DENY_PORTS: '6379',
    RATE_LIMITS: 'off',
    LOG: 'off',
    LINK_TOKENS: `root:${TOKEN}:admin`,
  };
  module = await startModule(
    WRAPPER,
    { ...settings, bindings: { ...settings.bindings, ...vars }, assets: { ...settings.assets, directory: assets } },
    () => {},
    { 'worker.js': code },
  );
});
afterAll(async () => {
  await module?.close();
  await server?.close();
});

const get = (path: string, headers: Readonly<Record<string, string>> = { Accept: 'text/html' }) =>
  fetch(module.origin + path, { headers });
const at = (item: string) => `/gopher/localhost:${server.port}${item}`;
const counts = async () => (await (await get('/purged')).json()) as { purged: string[]; inner: number; puts: number };

describe('behind the cache of the platform', () => {
  test('an answer is that of the server, with its own headers alone', async () => {
    const response = await get(at('/1/about'));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<main');
    expect(response.headers.get('Vary')).toBe('Accept');
    expect(response.headers.get('Cache-Status')).toBe('waypost; fwd=uri-miss; stored');
    expect((await counts()).inner).toBe(1);
    expect([...response.headers.keys()].filter((name) => /^(?:waypost-|cache-tag|cf-cache)/.test(name))).toEqual([]);
  });

  test('the platform answers what somebody else has asked for, and its age is passed on', async () => {
    await (await get(at('/1/charsets'))).text();
    const before = await counts();
    server.log.length = 0;
    const response = await get(at('/1/charsets'));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<main');
    expect([response.headers.get('Cache-Status'), response.headers.get('Age')]).toEqual(['waypost; hit', '7']);
    const { inner, puts } = await counts();
    expect([commandsTo(server), inner, puts]).toEqual([[], before.inner, before.puts]);
  });

  test('an answer for one host is not for another', async () => {
    const path = at('/1/about?format=json');
    await (await get(path)).text();
    const { port } = new URL(module.origin);
    const other = await (await fetch(`http://localhost:${port}${path}`)).text();
    expect(other).toContain(`"http://localhost:${port}/`);
    expect(other).not.toContain(module.origin);
  });

  test('a failure of the server is the page of the reader who asks', async () => {
    const page = await get(at('/0/no-such-thing'));
    expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
    await page.text();
    const problem = await get(at('/0/no-such-thing'), { Accept: 'application/json' });
    expect([problem.status, problem.headers.get('Content-Type')]).toEqual([404, 'application/problem+json']);
    await problem.text();
  });

  test('a wrong parameter is refused as without the platform', async () => {
    const response = await get(at('/1/about?nonsense=1'), { Accept: 'application/json' });
    expect(response.status).toBe(400);
    await response.text();
  });

  test('a blocked host is purged, with what is below it, although the Cache API has a copy', async () => {
    await fetch(`${module.origin}/v1/blocks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind: 'host', value: 'localhost', reason: 'abuse' }),
    }).then((response) => response.text());
    await expect.poll(async () => (await counts()).purged).toContain('server-localhost');
    const before = await counts();
    await (await get(at('/1/charsets'))).text();
    expect((await counts()).inner).toBe(before.inner + 1);
  });
});
