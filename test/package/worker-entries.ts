/**
 * The entries for Workers where there is no Worker: in Node, in whose tests a router of the user imports them, and in
 * bundlers, which take the sockets of the platform.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { folderOf, output, type Published } from './published.ts';
import { ROUTER_RESULTS, ROUTER_TEST } from './router.ts';

const WORKER = `
  import { createGateway } from 'waypost/worker';
  import { guardedFetch } from 'waypost/webhooks/workers';
  export default { fetch: (request) => guardedFetch(request.url).catch(() => createGateway({}).fetch(request)) };
`;

const [SOCKETS, NO_SOCKETS] = [/from\s*"cloudflare:sockets"/, /in workerd alone/];

type Bundler = (folder: string) => Promise<string>;

/** Bundlers with the conditions that their users have, and whether these are those of Workers. */
const bundlers: readonly (readonly [name: string, bundle: Bundler, forWorkers: boolean])[] = [
  ['esbuild', withEsbuild({}), true],
  ['esbuild for Workers', withEsbuild({ conditions: ['workerd', 'worker', 'browser'] }), true],
  ['esbuild for Workers with Node', withEsbuild({ platform: 'node', conditions: ['workerd'] }), true],
  ['esbuild for Node', withEsbuild({ platform: 'node' }), false],
  ['Vite', withVite(['workerd', 'worker', 'module', 'browser']), true],
  ['wrangler', withWrangler, true],
];

function withEsbuild(options: { readonly platform?: 'node'; readonly conditions?: string[] }): Bundler {
  return async (folder) => {
    const { outputFiles } = await build({
      ...{ entryPoints: [join(folder, 'entry.js')], bundle: true, write: false, format: 'esm' },
      ...{ external: ['cloudflare:*'], ...options },
    });
    return outputFiles.map(({ text }) => text).join('');
  };
}

function withVite(conditions: string[]): Bundler {
  return async (folder) => {
    // Vitest brings it.
    const path = createRequire(join(folderOf('vitest'), 'package.json')).resolve('vite');
    const vite = await import(/* @vite-ignore */ pathToFileURL(path).href);
    await vite.build({
      ...{ configFile: false, logLevel: 'error', root: folder, resolve: { conditions } },
      build: {
        ...{ outDir: 'out', lib: { entry: join(folder, 'entry.js'), formats: ['es'], fileName: 'vite' } },
        rollupOptions: { external: /^cloudflare:/ },
      },
    });
    return bundled(folder);
  };
}

async function withWrangler(folder: string): Promise<string> {
  const program = join(folderOf('wrangler'), 'bin/wrangler.js');
  const options = ['--name', 'w', '--compatibility-date', '2026-10-23', '--dry-run', '--outdir', 'out'];
  output(process.execPath, [program, 'deploy', 'entry.js', ...options], folder);
  return bundled(folder);
}

/** The modules that a bundler has written. */
function bundled(folder: string): string {
  return globSync('out/**/*.{js,mjs}', { cwd: folder })
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');
}

/** Defines the tests. */
export function testWorkerEntries(published: () => Published): void {
  test('in Node, a router that mounts the gateways can be tested, and connections say where they open', () => {
    const printed = output(process.execPath, ['--input-type=module', '-e', ROUTER_TEST], published().consumer);
    expect(JSON.parse(printed)).toEqual(ROUTER_RESULTS);
  });

  test.each(bundlers)('%s takes the sockets that are there', async (name, bundle, forWorkers) => {
    const folder = join(published().consumer, name.replaceAll(' ', '-'));
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    writeFileSync(join(folder, 'entry.js'), WORKER);
    const code = await bundle(folder);
    expect([SOCKETS.test(code), NO_SOCKETS.test(code)]).toEqual([forWorkers, !forWorkers]);
  });
}
