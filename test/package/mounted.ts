/** The gateways of the packed package, in Workers that docs/worker.md shows, in the platform's runtime. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { startGopher } from '../servers/gopher.ts';
import { startTelnet } from '../servers/telnet.ts';
import { ask } from '../worker/client.ts';
import { crawl } from '../worker/crawl.ts';
import { PageClient } from '../worker/gateway/terminal/page-client.ts';
import { type RunningModule, startModule } from '../worker/runtime.ts';
import { output, type Published, root } from './published.ts';

const BASE = '/old-web';
const CONTACT = "CONTACT: 'you@example.org'";
const SETTINGS = { compatibilityDate: '2026-10-23', compatibilityFlags: ['enable_request_signal'] };

const DOCUMENT = readFileSync(join(root, 'docs/worker.md'), 'utf8');

/** The Workers of docs/worker.md: one of the gateways alone, and a hono app. */
function documentedWorkers(): readonly [alone: string, app: string] {
  const [alone = '', app = ''] = [...DOCUMENT.matchAll(/```[jt]s\n(.*?)```/gs)].map(([, code = '']) => code);
  return [alone, app];
}

/** Bundles a Worker in the folder where the package is installed, as its owner would. */
async function bundleWorker({ consumer }: Published, code: string, minify = false): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: consumer, loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm', target: 'es2024', external: ['cloudflare:*'], minify },
    // hono is not a part of the package.
    nodePaths: [join(root, 'node_modules')],
    conditions: ['workerd', 'worker', 'browser'],
  });
  return outputFiles.map(({ text }) => text).join('');
}

const HTML = { headers: { Accept: 'text/html' } };

/** Files that no test asks for. */
const FILES = '{ fetch: () => Promise.resolve(new Response()) }';

/** How far a size may be from that in docs/worker.md, in KiB: less than what one more gateway adds. */
const TOLERANCE = 10;

/** The size of a Worker after gzip, in KiB. */
async function sizeOf(published: Published, code: string, minify: boolean): Promise<number> {
  return gzipSync(await bundleWorker(published, code, minify), { level: 9 }).length / 1024;
}

/** Defines the tests. */
export function testMountedGateways(published: () => Published): void {
  const [alone, app] = documentedWorkers();

  test.each([
    ['alone, with files in memory', alone],
    ['in a hono app, with files of its own', app],
  ])('%s: every link of its pages is below its path, and is there', async (_, code) => {
    const [gopher, telnet] = await Promise.all([startGopher(), startTelnet()]);
    const allowed = [gopher, telnet].map(({ port }) => `localhost:${port}`).join(' ');
    const text = await bundleWorker(
      published(),
      code.replace(CONTACT, `${CONTACT}, EGRESS_ALLOW: '${allowed}', TERMINALS: 'on'`),
    );
    const files = writeAssets(published());
    const { origin, close } = await startModule(text, {
      ...SETTINGS,
      assets: {
        directory: files,
        binding: 'ASSETS',
        routerConfig: { has_user_worker: true, static_routing: { user_worker: ['/*'] } },
      },
      ratelimits: { CLIENT_RATE: { namespace_id: '1', simple: { limit: 1000, period: 60 } } },
    });
    try {
      await checkLinks({ origin }, [
        ...['', 'r', 'r?url=', 'inspect', 'inspect?url=GOPHER://h:70', 'problems', 'r?url=afs://andrew.cmu.edu/x'],
        ...['open?url=gopher://192.168.1.1/', 'r?url=nothing', 'r?url=http://h.example/', 'nothing', 'opensearch.xml'],
        ...[`gopher/localhost:${gopher.port}/`, `telnet/localhost:${telnet.port}/`, 'open?url=tn3270://192.168.1.1'],
      ]);
      await checkSession(origin, `${BASE}/telnet/localhost:${telnet.port}/`);
    } finally {
      await Promise.all([close(), gopher.close(), telnet.close()]);
    }
  });

  test('docs/worker.md reports what they add to a Worker', async () => {
    const patterns = [/which adds\s+(\d+)\s+KiB gzip/, /themselves add\s+(\d+)\s+KiB gzip/, /(\d+)\s+KiB without/];
    const reported = patterns.map((pattern) => Number(pattern.exec(DOCUMENT)?.[1]));
    const [files, gateways] = [`export * from 'waypost/worker/assets'`, `export * from 'waypost/worker'`];
    const measured = await Promise.all([
      sizeOf(published(), files, true),
      sizeOf(published(), gateways, true),
      sizeOf(published(), gateways, false),
    ]);
    const [ofFiles, minified, whole] = measured.map((size) => size.toFixed(1));
    console.log(`in KiB after gzip: files ${ofFiles}, gateways ${minified}, not minified ${whole}`);
    for (const [index, size] of measured.entries()) {
      expect(Math.abs(size - (reported[index] ?? 0))).toBeLessThan(TOLERANCE);
    }
  });

  test('mounted by hono, which keeps the path', async () => {
    const mounted = app.replace(/app\.all\(.*\);/, `app.mount('${BASE}', gateway.fetch, { replaceRequest: false });`);
    expect(mounted).not.toBe(app);
    const { origin, close } = await startModule(
      await bundleWorker(published(), mounted.replace('env.ASSETS', FILES)),
      SETTINGS,
    );
    const [form, own] = await Promise.all([ask(origin, `${BASE}/r`, HTML), ask(origin, '/')]);
    expect([form.status, await own.text()]).toEqual([200, 'My own site']);
    expect(await form.text()).toContain(`action="${BASE}/r"`);
    await close();
  });

  test('the library in a Worker', async () => {
    const script = `
      import { canonicalize } from 'waypost';
      import { surtOf } from 'waypost/surt';
      import { checkUrl } from 'waypost/webhooks';
      const printed = [canonicalize('GOPHER://B\u00fccher.example:70/1'), surtOf('http://h.example/A'), checkUrl('https://127.1/').valid];
      export default { fetch: () => Response.json(printed) };
    `;
    const { origin, close } = await startModule(await bundleWorker(published(), script), SETTINGS);
    expect(await (await fetch(origin)).json()).toEqual(['gopher://xn--bcher-kva.example/', 'example,h)/a', false]);
    await close();
  });

  test('settings are checked: at once, or with the first request', async () => {
    const script = `
      import { createGateway } from 'waypost/worker';
      const ASSETS = { fetch: async () => new Response() };
      const refusal = async (make) => { try { await make(); } catch ({ message }) { return message; } };
      const request = new Request('http://h.example/');
      const logged = [];
      console.log = (line) => logged.push(line);
      export default {
        fetch: async () => Response.json(await Promise.all([
          refusal(() => createGateway({ ASSETS, BASE_PATH: 'x' })),
          refusal(() => createGateway({ ASSETS, BASEPATH: '/x' })),
          refusal(() => createGateway({})),
          refusal(() => createGateway(() => ({ ASSETS, DEADLINES: 'x' })).fetch(request)),
          refusal(() => createGateway({ ASSETS }).fetch(request)),
          refusal(() => createGateway({ ASSETS, DEADLINES: undefined, LOG: undefined }).fetch(request)),
        ]).then((refusals) => [...refusals, logged.length])),
      };
    `;
    const { origin, close } = await startModule(await bundleWorker(published(), script), SETTINGS);
    expect(await (await fetch(origin)).json()).toEqual([
      expect.stringContaining('BASE_PATH'),
      'There is no setting BASEPATH.',
      expect.stringContaining('ASSETS'),
      expect.stringContaining('DEADLINES'),
      null,
      null,
      0,
    ]);
    await close();
  });
}

/** Writes the static files as docs/worker.md says, and returns their folder. */
function writeAssets({ consumer }: Published): string {
  const [, program = '', folder = ''] = /`node (node_modules\S+) (\w+)`/.exec(DOCUMENT) ?? [];
  output(process.execPath, [program, folder], consumer);
  return join(consumer, folder);
}

async function checkLinks({ origin }: Pick<RunningModule, 'origin'>, starts: readonly string[]): Promise<void> {
  const worker = { origin, fetch: (path: string, init?: RequestInit) => ask(origin, path, init) };
  const { outside, statuses } = await crawl(
    worker,
    BASE,
    starts.map((path) => `${BASE}/${path}`),
  );
  expect(outside).toEqual([]);
  const fixed = [...statuses].filter(([path]) => !/^\/(?:\w+\/.*\/|open|r\?|nothing)/.test(path.slice(BASE.length)));
  expect(fixed.filter(([, status]) => status === 404 || status >= 500)).toEqual([]);
  expect([...statuses.keys()].filter((path) => path.includes('/assets/')).length).toBeGreaterThan(3);
  expect(statuses.size).toBeGreaterThan(30);
  const style = await worker.fetch(`${BASE}/assets/waypost.css`);
  expect([style.status, style.headers.get('Content-Type')]).toEqual([200, 'text/css; charset=utf-8']);
  for (const path of ['/', `${BASE}s/`]) expect(await (await worker.fetch(path)).text()).not.toContain('<form');
}

async function checkSession(origin: string, path: string): Promise<void> {
  const client = await PageClient.open(origin, path);
  await client.sees('login');
  await client.close();
}

/** Writes its app into the folder, for the type checker. */
export function writeApp({ consumer }: Published): void {
  writeFileSync(join(consumer, 'app.ts'), documentedWorkers()[1]);
}
