/** A self-hosted server with a store whose file is damaged: what goes on, what is told, and how it is restored. */
import { chownSync, closeSync, globSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shardOf } from '../../../worker/links/shards.ts';
import { type BuiltServer, buildForTests, type RunningServer, user } from './server.ts';

const ROOT = 'root-0123456789abcdef';
const METRICS = 'metrics-0123456789';
const SHARDS = 16;

/** Enough links that each store has many pages. */
const aliases = Array.from({ length: 640 }, (_, index) => `entry-${index}`);
const target = (alias: string) => `gopher://gopher.floodgap.com/1/${alias}/${'x'.repeat(600)}`;

/** What may happen to a file. */
const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  'whose pages are overwritten': (path) => overwrite(path, 2 * 4096, statSync(path).size - 2 * 4096),
  'whose header is overwritten': (path) => overwrite(path, 0, 200),
};

function overwrite(path: string, from: number, octets: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, new Uint8Array(octets).fill(0x5a), 0, octets, from);
  closeSync(file);
}

let built: BuiltServer;
beforeAll(async () => {
  built = await buildForTests(() => ({ LINK_TOKENS: `root:${ROOT}:admin`, METRICS_TOKEN: METRICS }));
});
afterAll(() => built?.remove());

describe.each(Object.keys(DAMAGES))('a store %s', (damage) => {
  const data = mkdtempSync(join(tmpdir(), 'waypost-data-damaged-'));
  if (user !== null) chownSync(data, user.uid, user.gid);
  let waypost: RunningServer;
  /** What the server writes to its log of faults. */
  let faults = '';
  const start = async () => {
    waypost = await built.start({}, ['--data', data]);
    waypost.child.stderr?.on('data', (text) => {
      faults += text;
    });
  };
  afterAll(async () => {
    await waypost?.stop();
    rmSync(data, { recursive: true });
  });

  const ask = (path: string, body?: string, type = 'application/json') =>
    fetch(waypost.origin + path, {
      redirect: 'manual',
      headers: { Authorization: `Bearer ${ROOT}`, ...(body !== undefined && { 'Content-Type': type }) },
      ...(body !== undefined && { method: 'POST', body }),
    });
  const linesOf = async (path: string, body?: string): Promise<Line[]> => {
    const text = await (await ask(path, body, 'application/x-ndjson')).text();
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const slugsOf = (lines: readonly Line[]) => lines.flatMap(({ slug }) => (slug === undefined ? [] : [slug]));

  /** The number of the store that is damaged, its file, and an export from before. */
  let store: number;
  let file = '';
  let backup: Line[];

  test('is missed alone, and named', async () => {
    await start();
    const made = aliases.map((alias) => JSON.stringify({ url: target(alias), alias }));
    expect(slugsOf(await linesOf('/v1/links', made.join('\n')))).toHaveLength(aliases.length);
    backup = await linesOf('/v1/links/export');
    await waypost.stop();
    // The first store is another matter: it has the number of stores, and the blocks.
    const files = globSync('waypost-links/*.sqlite', { cwd: data }).filter((path) => !path.endsWith('metadata.sqlite'));
    for (file of files.toSorted()) {
      const database = new DatabaseSync(join(data, file), { readOnly: true });
      store = shardOf(String(database.prepare('SELECT slug FROM links').get()?.slug), SHARDS);
      database.close();
      if (store !== 0) break;
    }
    DAMAGES[damage]?.(join(data, file));
    await start();
    const rest = aliases.filter((alias) => shardOf(alias, SHARDS) !== store).toSorted();
    const exported = await linesOf('/v1/links/export');
    expect(slugsOf(exported).toSorted()).toEqual(rest);
    expect(exported.at(-1)).toMatchObject({ status: 503, store });
    const inOrder = slugsOf(backup);
    const lastOfStore = inOrder.findLast((slug) => shardOf(slug, SHARDS) === store) ?? '';
    const behind = await linesOf(`/v1/links/export?after=${lastOfStore}`);
    expect(slugsOf(behind)).toEqual(inOrder.slice(inOrder.indexOf(lastOfStore) + 1));
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = await (await ask(`/v1/links?limit=200${cursor && `&cursor=${cursor}`}`)).json();
      listed.push(...page.links.map(({ slug }) => slug));
      cursor = page.next;
    }
    expect(listed.toSorted()).toEqual(rest);
    const change = { from: 'gopher.floodgap.com', to: 'gopher.example.org', dryRun: true };
    const patched = await fetch(`${waypost.origin}/v1/links`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${ROOT}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(change),
    });
    const answers: Line[] = (await patched.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([slugsOf(answers).length, answers.at(-1)]).toEqual([rest.length, expect.objectContaining({ store })]);
  });

  test('is told: 503 with a time to wait, a line in the log, health and metrics', async () => {
    const alias = aliases.find((alias) => shardOf(alias, SHARDS) === store) ?? '';
    const response = await ask(`/${alias}`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
    const id = response.headers.get('x-request-id');
    await expect.poll(() => faults).toContain(`"id":"${id}"`);
    const line = faults.split('\n').find((line) => line.includes(`"id":"${id}","fault"`)) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      ...{ fault: 'StoreError', store, object: basename(file, '.sqlite'), operation: 'follow' },
      ...{ time: expect.any(String), cause: expect.stringMatching(/^(SQLITE_CORRUPT|workerd \w+)$/) },
      detail: expect.stringContaining(file),
    });
    // An answer is used again for a second.
    const health = async (): Promise<unknown> => (await ask('/health?ready')).json();
    await expect.poll(health, { timeout: 5000 }).toMatchObject({ store: 'some-away' });
    const headers = { Authorization: `Bearer ${METRICS}` };
    const metrics = await (await fetch(`${waypost.origin}/metrics`, { headers })).text();
    expect(metrics).toMatch(/^waypost_stores_damaged 1$/m);
    expect(metrics).toMatch(/^waypost_stores_away 1$/m);
  });

  test('comes back from an export, which changes no other store', async () => {
    const [other = ''] = aliases.filter((alias) => shardOf(alias, SHARDS) !== store);
    const headers = { Authorization: `Bearer ${ROOT}` };
    const deleted = await fetch(`${waypost.origin}/v1/links/${other}`, { method: 'DELETE', headers });
    expect(deleted.status).toBe(204);
    await waypost.stop();
    for (const path of globSync(`${file}*`, { cwd: data })) rmSync(join(data, path));
    await start();
    const answers = await linesOf(
      `/v1/links/import?store=${store}`,
      backup.map((line) => JSON.stringify(line)).join('\n'),
    );
    const outcomes = answers.map(({ slug = '', outcome }) => [slug, outcome]);
    expect(outcomes).toEqual(
      slugsOf(backup).map((slug) => [slug, shardOf(slug, SHARDS) === store ? 'created' : 'skipped']),
    );
    const restored = await linesOf(`/v1/links/export?store=${store}`);
    expect(restored).toEqual(backup.filter(({ slug = '' }) => shardOf(slug, SHARDS) === store));
    expect((await ask(`/${other}`)).status).toBe(410);
    expect(await (await ask('/health?ready')).json()).toMatchObject({ store: 'ok' });
  });
});

interface Line {
  readonly slug?: string;
  readonly status?: number;
  readonly store?: number;
  readonly outcome?: string;
}

interface Page {
  readonly links: readonly { readonly slug: string }[];
  readonly next: string | null;
}
