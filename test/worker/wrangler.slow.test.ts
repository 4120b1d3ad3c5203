/**
 * The Worker as wrangler runs it. All other tests read their settings from wrangler.toml and run the build of
 * `built.ts`. This file checks that wrangler interprets the file in the same way: bindings, static assets, headers.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestHarness, unstable_readConfig } from 'wrangler';
import { bundleWorker } from '../../worker/build/bundle.ts';
import { built } from './built.ts';

process.env.WRANGLER_SEND_METRICS = 'false';
process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';

const TOKEN = 'alice-0123456789abcdef';
const root = join(import.meta.dirname, '../..');
const harness = createTestHarness({
  root,
  workers: [{ configPath: 'wrangler.toml', vars: { LINK_TOKENS: `alice:${TOKEN}` } }],
});
let origin: string;

beforeAll(async () => {
  origin = (await harness.listen()).url.origin;
});
afterAll(() => harness.close());

test('the Worker answers', async () => {
  const response = await fetch(`${origin}/v1/resolve?url=GOPHER://h:70/`);
  expect(await response.json()).toMatchObject({ canonical: 'gopher://h/' });
});

test('wrangler deploys the module that all other tests run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-deploy-'));
  const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin/wrangler.js');
  const args = [wrangler, 'deploy', '--dry-run', '--outdir', folder];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  // The last line refers to a source map, which is beside the module.
  const deployed = readFileSync(join(folder, 'index.js'), 'utf8').replace(/\/\/# sourceMappingURL=.*\n$/, '');
  rmSync(folder, { recursive: true });
  expect(deployed === readFileSync((await built()).module, 'utf8')).toBe(true);
});

test('wrangler dev builds again after a change of any source', async () => {
  const { build } = unstable_readConfig({ config: join(root, 'wrangler.toml') });
  const watched = [build.watch_dir ?? []].flat().map((folder) => `${relative(root, folder)}/`);
  const { modules } = await bundleWorker();
  const sources = modules.filter((module) => !module.startsWith('node_modules/'));
  // wrangler itself watches the modules of the bundle. Of package.json, the assets have the version only.
  expect(sources.filter((module) => !watched.some((folder) => module.startsWith(folder)))).toEqual(['package.json']);
  expect(watched).toEqual(['docs/', 'src/', 'worker/']);
});

test('static assets have their headers, and are served without the Worker', async () => {
  const response = await fetch(`${origin}/assets/icon.svg`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  // Every response of the Worker has a policy.
  expect(response.headers.has('content-security-policy')).toBe(false);
});

test('the Worker comes before the assets everywhere else', async () => {
  const response = await fetch(`${origin}/openapi.json`);
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect((await fetch(`${origin}/gallery.fragment`)).status).toBe(404);
});

test('short links are stored', async () => {
  const init = {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'gopher://gopher.floodgap.com/' }),
  };
  const created = await fetch(`${origin}/v1/links`, init);
  expect(created.status).toBe(201);
  const { slug }: { slug: string } = await created.json();
  const followed = await fetch(`${origin}/${slug}`, { redirect: 'manual' });
  expect(followed.headers.get('link')).toContain('gopher://gopher.floodgap.com/');
});
