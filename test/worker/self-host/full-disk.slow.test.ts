/** A self-hosted server whose disk is full, and one whose files are damaged. `npm run full-disk` writes for longer. */

import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SmallDisk, smallDisk, writeWhileFilling } from './full-disk.ts';
import { type BuiltServer, buildForTests, type RunningServer } from './server.ts';

const ROOT = 'root-0123456789abcdef';
const ALICE = 'alice-0123456789abcdef';
const METRICS = 'metrics-0123456789';

/** The seconds of writes while the disk is filled and emptied. */
const SECONDS = Number(process.env.FULL_DISK_SECONDS ?? 60);

const disk: SmallDisk | null = smallDisk(24);
if (disk === null) console.log('SKIPPED: full disks are not tried, because this user cannot mount a small one.');

describe.skipIf(disk === null)('on a small disk', () => {
  const small = disk as SmallDisk;
  let built: BuiltServer;
  let waypost: RunningServer;
  const start = () => built.start({}, ['--data', small.data]);
  beforeAll(async () => {
    built = await buildForTests(() => ({
      LINK_TOKENS: `root:${ROOT}:admin alice:${ALICE}`,
      METRICS_TOKEN: METRICS,
      LOG: 'off',
      RATE_LIMITS: 'off',
    }));
    waypost = await start();
  });
  afterAll(async () => {
    await waypost?.stop();
    built?.remove();
    small.remove();
  });

  const ask = (path: string, { method = 'GET', token = ROOT, body }: Ask = {}) =>
    fetch(waypost.origin + path, {
      method,
      redirect: 'manual',
      headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const statusOf = async (path: string, how?: Ask) => {
    const response = await ask(path, how);
    await response.text();
    return response.status;
  };
  const make = (alias: string) => ask('/v1/links', { method: 'POST', body: { url: `go:${alias}`, alias } });
  const ready = async (query: string) => {
    const response = await ask(`/health?ready${query}`);
    const { store, detail }: { store?: string; detail?: string } = await response.json();
    return [response.status, store ?? detail];
  };

  test('that another program fills, links are followed, read, blocked and deleted, and none is made', async () => {
    for (const alias of ['one', 'two', 'three', 'four']) expect((await make(alias)).status).toBe(201);
    small.fill();
    expect(small.free()).toBe(0);
    // The first that needs space has the reserve removed.
    const block = { kind: 'host', value: 'bad.waypost.dev', reason: 'By order.' };
    expect(await statusOf('/v1/blocks', { method: 'POST', body: block })).toBe(200);
    await sleep(1100);
    const refused = await make('five');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([507, '60']);
    expect(await refused.json()).toMatchObject({ errors: [{ code: 'space-low' }] });
    expect(await statusOf('/one')).toBe(302);
    expect(await statusOf('/v1/links/one')).toBe(200);
    expect(await statusOf('/v1/links/two', { method: 'PATCH', body: { blocked: { reason: 'By order.' } } })).toBe(400);
    expect(await statusOf('/v1/links/two', { method: 'PATCH', body: { blocked: 'By order.' } })).toBe(200);
    expect(await statusOf('/v1/links/three', { method: 'DELETE' })).toBe(204);
    expect(await statusOf('/v1/links/four?purge=true', { method: 'DELETE' })).toBe(204);
    const states = ['one', 'two', 'three', 'four', 'five'].map((alias) => statusOf(`/${alias}`));
    expect(await Promise.all(states)).toEqual([302, 451, 410, 410, 404]);
    expect(await ready('')).toEqual([503, expect.stringContaining('is full')]);
    expect(await ready('=follow')).toEqual([200, 'full']);
    const metrics = await (await ask('/metrics', { token: METRICS })).text();
    expect(metrics).toMatch(/^waypost_disk_low 1$/m);
    expect(metrics).toMatch(/^waypost_disk_free_bytes \d+$/m);
    expect(metrics).toMatch(/^waypost_clicks_waiting \d+$/m);
    const lines = await fetch(`${waypost.origin}/v1/links`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ROOT}`, 'Content-Type': 'application/x-ndjson' },
      body: '"go:a"\n"no URL"\n"go:b"\n',
    });
    const statuses = (await lines.text()).trimEnd().split('\n');
    expect(statuses.map((line): number => JSON.parse(line).status)).toEqual([507, 422, 507]);
  });

  test('it makes links when there is space again, and starts when it is full', async () => {
    small.empty();
    await sleep(1100);
    expect((await make('five')).status).toBe(201);
    expect(await ready('')).toEqual([200, 'ok']);
    expect(statSync(join(small.data, 'waypost-reserve')).size).toBeGreaterThan(1_000_000);
    await waypost.stop();
    small.fill();
    waypost = await start();
    expect([await statusOf('/five'), await statusOf('/two'), (await make('six')).status]).toEqual([302, 451, 507]);
    // The reserve is spent, and somebody has taken that, too.
    await waypost.stop();
    small.fill();
    const child = built.launch(['--data', small.data]);
    const [said] = await Promise.all([child.stderr === null ? '' : text(child.stderr), once(child, 'exit')]);
    expect(said).toMatch(/The disk of \S+ is full: \d+ octets are free\. Make space there, and start again\./);
    small.empty();
    waypost = await start();
    expect(await statusOf('/five')).toBe(302);
  });

  const losesNothing = `${SECONDS} seconds of writes while it fills and empties lose no acknowledged link`;
  test(losesNothing, { timeout: (SECONDS + 60) * 1000 }, async () => {
    const wanted = { disk: small, origin: () => waypost.origin, token: ALICE };
    const { acknowledged, statuses, fillings } = await writeWhileFilling(wanted, SECONDS * 1000);
    console.log(`${acknowledged.size} links, ${fillings} fillings, answers: ${JSON.stringify([...statuses])}`);
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 507)).toEqual([]);
    expect([statuses.has(507), acknowledged.size > 100, fillings > 2]).toEqual([true, true, true]);
    await waypost.stop();
    waypost = await start();
    const lines = (await (await ask('/v1/links/export')).text()).trimEnd().split('\n');
    const exported = new Map(lines.map((line) => JSON.parse(line)).map(({ slug, url }) => [slug, url]));
    const lost = [...acknowledged].filter(([slug, url]) => exported.get(slug) !== url);
    expect(lost).toEqual([]);
    for (const [slug] of [...acknowledged].slice(-50)) expect(await statusOf(`/${slug}`)).toBe(308);
  });
});

interface Ask {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
}
