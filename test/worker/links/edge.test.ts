/**
 * Hot links in the Worker: a change that is made elsewhere is in force within a minute, in copies of browsers too. The
 * Worker runs in a module that moves its clock and makes changes in the store behind its back, as another data center
 * would.
 */
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LinkRecord } from '../../../src/links/record.ts';
import { shardOf } from '../../../worker/links/shards.ts';
import { built } from '../built.ts';
import { type RunningModule, startModule } from '../runtime.ts';
import { LINK_TOKENS, SHARDS, tokens } from './harness.ts';

const MINUTE = 60_000;
/** What is done beside an answer is done soon, but a busy machine takes longer. */
const BUSY = { timeout: 10_000 };

const wrapper = (module: string) => `
  import worker, { LinkShard } from ${JSON.stringify(module)};
  export { LinkShard };
  const realNow = Date.now;
  export default {
    async fetch(request, bindings, execution) {
      Date.now = () => realNow() + Number(request.headers.get('X-Ahead') ?? 0);
      const { pathname, searchParams } = new URL(request.url);
      const shard = bindings.LINKS.getByName(searchParams.get('shard') ?? '0');
      if (pathname === '/block') return Response.json(await shard.block(await request.json()) ?? null);
      if (pathname === '/amend') return Response.json(await shard.amend(...(await request.json())));
      if (pathname === '/read') return Response.json(await shard.read(searchParams.get('slug')));
      if (pathname === '/cached') {
        const found = await caches.default.match(new URL(searchParams.get('slug') + '?hot', request.url));
        return Response.json(found === undefined ? null : await found.json());
      }
      return worker.fetch(request, bindings, execution);
    },
  };
`;

let running: RunningModule;
beforeAll(async () => {
  const { module, settings, assets } = await built();
  const { outputFiles } = await build({
    stdin: { contents: wrapper(module), resolveDir: '/' },
    bundle: true,
    write: false,
    format: 'esm',
    external: ['cloudflare:*', 'node:*'],
  });
  running = await startModule(outputFiles[0]?.text ?? '', {
    ...settings,
    bindings: { ...settings.bindings, LINK_TOKENS, LINK_SHARDS: String(SHARDS), CLICK_DELAY: '1s' },
    assets: { ...settings.assets, directory: assets },
  });
  expect(await readFile(module, 'utf8')).not.toContain('X-Ahead');
});
afterAll(() => running.close());

async function make(newLink: object): Promise<string> {
  const headers = { Authorization: `Bearer ${tokens.alice}`, 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(newLink) };
  const { slug }: { slug: string } = await (await fetch(`${running.origin}/v1/links`, init)).json();
  return slug;
}

/**
 * The status of a link, and the seconds that a browser may keep the answer, with the clock so many milliseconds ahead.
 */
async function follow(slug: string, ahead = 0, method = 'GET'): Promise<readonly [status: number, age: number | null]> {
  const headers = { 'X-Ahead': String(ahead) };
  const response = await fetch(`${running.origin}/${slug}`, { method, headers, redirect: 'manual' });
  const [, age] = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '') ?? [];
  return [response.status, age === undefined ? null : Number(age)];
}

/** Changes a link in the store, behind the back of the Worker. */
async function amendInStore(slug: string, change: object): Promise<void> {
  const init = { method: 'POST', body: JSON.stringify([slug, { name: 'alice', admin: false }, change]) };
  expect((await fetch(`${running.origin}/amend?shard=${shardOf(slug, SHARDS)}`, init)).status).toBe(200);
}

const read = async (slug: string): Promise<LinkRecord> =>
  (await fetch(`${running.origin}/read?shard=${shardOf(slug, SHARDS)}&slug=${slug}`)).json();

const changes: readonly (readonly [what: string, change: () => object, status: number])[] = [
  ['block', () => ({ blocked: 'By order.' }), 451],
  ['end', () => ({ expiresAt: new Date().toISOString() }), 410],
];

describe.each(changes)('a %s that is made elsewhere', (what, change, status) => {
  test('is in force within a minute', async () => {
    // The Worker may keep the link from its creation on.
    const started = Date.now();
    const slug = await make({ url: `go:hot-${what}` });
    expect((await follow(slug))[0]).toBe(308);
    await amendInStore(slug, change());
    for (const ahead of [0, 10_000, 30_000, 45_000]) {
      const [status, age] = await follow(slug, ahead);
      // What the browser keeps ends with what the Worker keeps.
      const elapsed = ahead + (Date.now() - started);
      expect([status, age]).toEqual([308, expect.any(Number)]);
      expect((age ?? 0) * 1000 + ahead).toBeLessThanOrEqual(MINUTE);
      expect((age ?? 0) * 1000).toBeGreaterThan(MINUTE - elapsed - 2000);
    }
    expect((await follow(slug, MINUTE))[0]).toBe(status);
    expect((await follow(slug, MINUTE, 'HEAD'))[0]).toBe(status);
  });

  test('is in force for an alias within a second', async () => {
    const alias = await make({ url: 'go:hot', alias: `alias-${what}` });
    expect(await follow(alias)).toEqual([302, null]);
    await amendInStore(alias, change());
    expect((await follow(alias, 1000))[0]).toBe(status);
  });
});

test('a block of a host that is made elsewhere is in force within a minute', async () => {
  const slug = await make({ url: 'http://www.blocked-elsewhere.org/' });
  const alias = await make({ url: 'http://www.blocked-elsewhere.org/', alias: 'by-its-host' });
  expect([(await follow(slug))[0], (await follow(alias))[0]]).toEqual([308, 302]);
  const block = { kind: 'host', value: 'blocked-elsewhere.org', reason: 'By order.', at: new Date().toISOString() };
  await fetch(`${running.origin}/block`, { method: 'POST', body: JSON.stringify([block]) });
  const [status, age] = await follow(slug, 20_000);
  expect(status).toBe(308);
  expect((age ?? 0) * 1000 + 20_000).toBeLessThanOrEqual(MINUTE);
  for (const path of [slug, alias]) expect((await follow(path, MINUTE))[0]).toBe(451);
});

test('a link ends at its end, not a minute after it', async () => {
  const slug = await make({ url: 'go:ends', expiresAt: new Date(Date.now() + 40_000).toISOString() });
  const [status, age] = await follow(slug);
  expect(status).toBe(308);
  expect(age).toBeLessThan(40);
  expect((await follow(slug, 20_000))[1]).toBeLessThan(20);
  expect((await follow(slug, 40_000))[0]).toBe(410);
});

test('a change by this Worker is in force at once', async () => {
  const slug = await make({ url: 'go:changed-here' });
  expect((await follow(slug))[0]).toBe(308);
  const headers = { Authorization: `Bearer ${tokens.alice}` };
  expect((await fetch(`${running.origin}/v1/links/${slug}`, { method: 'DELETE', headers })).status).toBe(204);
  expect((await follow(slug))[0]).toBe(410);
});

test('the cache of the data center has a hot link for the other isolates, until it changes', async () => {
  const cached = async (slug: string) => (await fetch(`${running.origin}/cached?slug=${slug}`)).json();
  const slug = await make({ url: 'https://www.ietf.org/cached' });
  expect(await cached(slug)).toBe(null);
  await follow(slug);
  await expect
    .poll(() => cached(slug), BUSY)
    .toMatchObject({ location: 'https://www.ietf.org/cached', scheme: 'https' });
  const headers = { Authorization: `Bearer ${tokens.alice}` };
  await fetch(`${running.origin}/v1/links/${slug}`, { method: 'DELETE', headers });
  expect(await cached(slug)).toBe(null);
});

// Clicks wait for a second before they are stored, so both wait at the same time.
test.concurrent.for([
  ['hot links', {}, {}],
  ['aliases', { alias: 'counted-alias' }, { alias: 'other-alias' }],
] as const)('clicks on %s are all counted', async ([, first, second], { expect }) => {
  const slug = await make({ url: 'go:counted', ...first });
  const other = await make({ url: 'go:other', ...second });
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 40 }, (_, index) => follow(index % 4 === 0 ? other : slug)));
  }
  await follow(slug, 0, 'HEAD');
  await expect.poll(async () => (await read(slug)).clicks, BUSY).toBe(90);
  await expect.poll(async () => (await read(other)).clicks, BUSY).toBe(30);
  expect((await read(slug)).lastClickAt).toMatch(/^\d{4}-/);
});
