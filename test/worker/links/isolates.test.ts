/**
 * Three isolates with the same stores and the same cache, as in a data center: no answer is older than
 * docs/short-links.md says, whatever changes where. Their clock is moved by a header.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled } from '../../fast-check.ts';
import { built } from '../built.ts';
import { type RunningWorkerd, startWorkerd } from '../workerd.ts';
import { LINK_TOKENS, SHARDS, tokens } from './harness.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const ISOLATES = ['one', 'two', 'three'] as const;
const STEPS = Math.max(50, scaled(240));

const wrapper = (module: string) => `
  import worker, { LinkShard } from ${JSON.stringify(module)};
  export { LinkShard };
  const realNow = Date.now;
  export default {
    fetch(request, bindings, execution) {
      Date.now = () => realNow() + Number(request.headers.get('X-Ahead') ?? 0);
      const { pathname, search } = new URL(request.url);
      return worker.fetch(new Request('https://waypost.example' + pathname + search, request), bindings, execution);
    },
  };
`;

/** A cache that never forgets by itself, as workerd asks for it: a PUT has a whole HTTP response as its body. */
const CACHE = `
  const entries = new Map();
  export default {
    async fetch(request) {
      const { url, method } = request;
      if (method === 'PUT') {
        const [, body] = (await request.text()).split('\\r\\n\\r\\n');
        entries.set(url, body);
        return new Response(null, { status: 204 });
      }
      if (method === 'PURGE') return new Response(null, { status: entries.delete(url) ? 200 : 404 });
      if (url.endsWith('/entries')) return Response.json([...entries.keys()]);
      const body = entries.get(url);
      if (body === undefined) return new Response(null, { status: 504, headers: { 'CF-Cache-Status': 'MISS' } });
      return new Response(body, { headers: { 'CF-Cache-Status': 'HIT', 'Content-Type': 'application/json' } });
    },
  };
`;

const folder = mkdtempSync(join(tmpdir(), 'waypost-isolates-'));
let workerd: RunningWorkerd;
beforeAll(async () => {
  const path = join(folder, 'isolate.js');
  const contents = wrapper((await built()).module);
  const external = ['cloudflare:*', 'node:*'];
  await build({ stdin: { contents, resolveDir: '/' }, outfile: path, bundle: true, format: 'esm', external });
  writeFileSync(join(folder, 'cache.js'), CACHE);
  const isolate = { path, vars: { LINK_TOKENS, LINK_SHARDS: String(SHARDS), LOG: 'off' }, cache: 'cache' };
  workerd = await startWorkerd({
    cache: { path: join(folder, 'cache.js'), vars: {} },
    one: { ...isolate, links: 'temporary' },
    two: { ...isolate, linksOf: 'one' },
    three: { ...isolate, linksOf: 'one' },
  });
});
afterAll(() => {
  workerd.close();
  rmSync(folder, { recursive: true });
});

/** How far the clock of all isolates is ahead, in milliseconds. */
let ahead = 0;
const now = (): number => Date.now() + ahead;

/** The same numbers in every run (a linear congruential generator). */
let state = 12;
function chance(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((state / 2 ** 31) * below);
}

/** Sends a request to an isolate by chance. */
async function ask(path: string, owner: 'alice' | 'root' | null, method = 'GET', body?: object): Promise<Response> {
  const isolate = ISOLATES[chance(ISOLATES.length)] ?? 'one';
  const headers = {
    'X-Ahead': String(ahead),
    ...(owner !== null && { Authorization: `Bearer ${tokens[owner]}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const init = { method, headers, redirect: 'manual' as const, ...(body && { body: JSON.stringify(body) }) };
  return fetch(`http://127.0.0.1:${workerd.ports.get(isolate)}${path}`, init);
}

async function change(path: string, owner: 'alice' | 'root', method: string, body: object): Promise<void> {
  const response = await ask(path, owner, method, body);
  expect([path, response.status, response.ok]).toEqual([path, expect.any(Number), true]);
  await response.body?.cancel();
}

/** What is in force for a link, and what was, until when. */
interface Expected {
  readonly path: string;
  current: string;
  readonly former: { readonly answer: string; readonly until: number }[];
}

function changed(link: Expected, current: string): void {
  link.former.push({ answer: link.current, until: now() });
  link.current = current;
}

/** The milliseconds for which an answer has not been in force; `null` = it never was. */
function staleFor({ current, former }: Expected, answer: string): number | null {
  if (answer === current) return 0;
  const last = former.findLast((one) => one.answer === answer);
  return last === undefined ? null : now() - last.until;
}

/** Where a link leads, or its status; with the seconds that a browser may keep that. */
async function follow({ path }: Expected): Promise<readonly [answer: string, age: number]> {
  const response = await ask(path, null);
  await response.body?.cancel();
  const [, age = '0'] = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '') ?? [];
  return [response.headers.get('location') ?? String(response.status), Number(age)];
}

async function make(newLink: object): Promise<Expected> {
  const response = await ask('/v1/links', 'alice', 'POST', newLink);
  expect(response.status).toBe(201);
  const { slug, canonical }: { slug: string; canonical: string } = await response.json();
  return { path: `/${slug}`, current: canonical, former: [] };
}

test('the isolates share a hot link', async () => {
  const link = await make({ url: 'https://www.ietf.org/shared' });
  for (const _ of ISOLATES) await follow(link);
  const keys = async (): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${workerd.ports.get('cache')}/entries`)).json();
  // The copy is made beside the answer.
  await expect.poll(keys, { timeout: 10_000 }).toEqual([`https://waypost.example${link.path}?hot`]);
});

test('no isolate gives an answer that is too old', async () => {
  const alias = await make({ url: 'https://www.ietf.org/0', alias: 'moving' });
  const hash = await make({ url: 'https://www.ietf.org/hash' });
  const ofHost = await make({ url: 'https://www.blocked-here.org/', alias: 'of-a-host' });
  const stale: Record<string, number> = {};
  for (let step = 1; step <= STEPS; step++) {
    ahead += chance(4) === 0 ? chance(45_000) : 0;
    const isBlocked = (link: Expected): boolean => link.current === '451';
    switch (chance(16)) {
      case 0:
        await change('/v1/links/moving', 'alice', 'PATCH', { url: `https://www.ietf.org/${step}` });
        changed(alias, `https://www.ietf.org/${step}`);
        break;
      case 1:
        await change(`/v1/links${hash.path}`, 'root', 'PATCH', { blocked: isBlocked(hash) ? null : 'By order.' });
        changed(hash, isBlocked(hash) ? 'https://www.ietf.org/hash' : '451');
        break;
      case 2: {
        const block = { kind: 'host', value: 'blocked-here.org' };
        if (isBlocked(ofHost)) await change('/v1/blocks?kind=host&value=blocked-here.org', 'root', 'DELETE', block);
        else await change('/v1/blocks', 'root', 'POST', { ...block, reason: 'By order.' });
        changed(ofHost, isBlocked(ofHost) ? 'https://www.blocked-here.org/' : '451');
        break;
      }
      default:
    }
    for (const [name, link] of Object.entries({ alias, hash, ofHost })) {
      const [answer, age] = await follow(link);
      const since = staleFor(link, answer);
      expect(since, `step ${step}, ${name}: ${answer}`).not.toBeNull();
      if (since === null || since === 0) continue;
      stale[name] = (stale[name] ?? 0) + 1;
      // The target of an alias is a second old at most. A block of a host is known within a minute, and what a browser
      // keeps of an old answer ends with the minute, too.
      const most = name === 'alias' ? SECOND : MINUTE;
      expect(since + age * 1000, `step ${step}, ${name}`).toBeLessThanOrEqual(most);
    }
  }
  // Otherwise the caches were not used.
  expect(Object.keys(stale).toSorted()).toEqual(['alias', 'hash', 'ofHost']);
});
