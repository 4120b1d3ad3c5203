/** Restarts and a power failure: every acknowledged link survives, and the number of shards never changes. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/links/slug.ts';
import { built } from '../built.ts';
import { type RunningWorkerd, startWorkerd } from '../workerd.ts';
import { type CreatedLink, LINK_TOKENS, tokens } from './harness.ts';

describe('a runtime that is killed during writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-power-'));
  const links = join(folder, 'links');
  let path: string;
  beforeAll(async () => {
    mkdirSync(links);
    path = (await built()).module;
  });
  afterAll(async () => {
    await Promise.all([...running].map((workerd) => workerd.kill()));
    rmSync(folder, { recursive: true });
  });

  const running = new Set<RunningWorkerd>();
  const start = async (): Promise<RunningWorkerd> => {
    const workerd = await startWorkerd({ waypost: { path, vars: { LINK_TOKENS, LOG: 'off' }, links } });
    running.add(workerd);
    return workerd;
  };
  const kill = async (workerd: RunningWorkerd): Promise<void> => {
    running.delete(workerd);
    await workerd.kill();
  };
  const originOf = ({ ports }: RunningWorkerd) => `http://127.0.0.1:${ports.get('waypost')}`;

  test('has every acknowledged link after a restart', async () => {
    const acknowledged: CreatedLink[] = [];
    for (let round = 0; round < 4; round++) {
      const workerd = await start();
      const origin = originOf(workerd);
      let killed = false;
      const writers = Array.from({ length: 24 }, async (_, writer) => {
        for (let index = 0; !killed; index++) {
          const link = await makeAt(origin, `go:power-${round}-${writer}-${index}`);
          if (link !== null) acknowledged.push(link);
        }
      });
      const before = acknowledged.length;
      await expect
        .poll(() => acknowledged.length - before, { interval: 5, timeout: 20_000 })
        .toBeGreaterThan(150 + 37 * round);
      await kill(workerd);
      killed = true;
      await Promise.all(writers);
    }
    const workerd = await start();
    for (const { slug, canonical } of acknowledged) {
      const response = await fetch(`${originOf(workerd)}/${slug}`, { redirect: 'manual' });
      expect([response.status, response.headers.get('link')]).toEqual([308, `<${canonical}>; rel="canonical"`]);
      await response.text();
    }
    // All other links are complete.
    const all = await fetch(`${originOf(workerd)}/v1/links/export`, {
      headers: { Authorization: `Bearer ${tokens.root}` },
    });
    const lines = (await all.text()).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(acknowledged.length);
    for (const line of lines) {
      const { slug, url, claims }: { slug: string; url: string; claims: unknown[] } = JSON.parse(line);
      expect(await digestOf(url)).toContain(slug);
      expect(claims).toHaveLength(1);
    }
    await kill(workerd);
  });

  /** A link; `null` if the runtime no longer answers. */
  async function makeAt(origin: string, url: string): Promise<CreatedLink | null> {
    try {
      const response = await fetch(`${origin}/v1/links`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${tokens.alice}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ url }),
      });
      return response.status === 201 ? await response.json() : null;
    } catch {
      return null;
    }
  }
});

describe('the number of shards', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-shards-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Asks a Worker whose links are in a folder, as an owner. */
  async function withShards(
    links: string,
    LINK_SHARDS: string,
    use: (ask: (path: string, body?: unknown) => Promise<Response>, errors: readonly string[]) => Promise<void>,
  ): Promise<void> {
    mkdirSync(join(folder, links), { recursive: true });
    const vars = { LINK_TOKENS, LINK_SHARDS };
    const { module: path } = await built();
    const workerd = await startWorkerd({ waypost: { path, vars, links: join(folder, links) } });
    const headers = { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'application/json' };
    const ask = (path: string, body?: unknown) =>
      fetch(`http://127.0.0.1:${workerd.ports.get('waypost')}${path}`, {
        headers,
        redirect: 'manual',
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
    await use(ask, workerd.errors).finally(() => workerd.kill());
  }

  const COUNT = 30;
  type Page = { links: CreatedLink[]; next: string | null };

  test('is chosen at the first deployment and kept with the links; another number is refused', async () => {
    const slugs: string[] = [];
    await withShards('many', '300', async (ask) => {
      for (let index = 0; index < COUNT; index++) {
        const link: CreatedLink = await (await ask('/v1/links', { url: `go:shards${index}` })).json();
        slugs.push(link.slug);
      }
      const found: string[] = [];
      let cursor = '';
      let pages = 0;
      for (let next: string | null = ''; next !== null; pages++) {
        const page: Page = await (await ask(`/v1/links?limit=200${cursor}`)).json();
        found.push(...page.links.map(({ slug }) => slug));
        next = page.next;
        cursor = `&cursor=${next}`;
      }
      expect(found.toSorted()).toEqual(slugs.toSorted());
      // A page asks no more than a hundred shards.
      expect(pages).toBe(3);
    });
    await withShards('many', '', async (ask) => {
      for (const slug of slugs) expect((await ask(`/${slug}`)).status).toBe(308);
      // An export goes on after any of its lines.
      const lines = async (query: string) => (await (await ask(`/v1/links/export${query}`)).text()).split('\n');
      const whole = await lines('');
      expect(whole).toHaveLength(COUNT + 1);
      const { slug: tenth }: { slug: string } = JSON.parse(whole[9] ?? '');
      expect(await lines(`?after=${tenth}`)).toEqual(whole.slice(10));
    });
    await withShards('many', '16', async (ask, errors) => {
      expect((await ask(`/${slugs[0]}`)).status).toBe(500);
      expect((await ask('/v1/links', { url: 'go:more' })).status).toBe(500);
      expect((await ask('/health')).status).toBe(200);
      const ready = await ask('/health?ready');
      expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('LINK_SHARDS must be 300')]);
      await expect.poll(() => errors.join('\n')).toContain('LINK_SHARDS must be 300, as at the first deployment');
    });
  });
});
