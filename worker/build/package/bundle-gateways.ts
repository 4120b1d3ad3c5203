/**
 * Bundles the gateways for other Workers: `worker/index.js` and `worker/assets.js` of the package, with their
 * declarations, `worker/write-assets.js`, and `guardedFetch` for Workers, `worker/webhooks.js`. The network commands of
 * the command line open the same links, so they are bundled with the gateways and share modules with them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { assets } from '../../pages/parts/assets.ts';
import { licencesOf, WRANGLER } from '../bundle.ts';
import { bundleBeside } from './beside-modules.ts';

const root = join(import.meta.dirname, '../../..');
const mounted = join(root, 'worker/mounted');

/** The static files that the pages of gateways load. */
const FILES: readonly string[] = [
  assets.stylesheet,
  assets.terminalStylesheet,
  assets.terminalScript,
  assets.terminal3270Script,
  assets.copyScript,
  assets.terminalFrame,
  assets.terminal3270Frame,
  assets.problems,
  assets.problemsText,
  assets.problemsScript,
  'assets/icon.svg',
];

/** Puts the navigation of the gateways in the place of that of the service. */
const navigation: Plugin = {
  name: 'the navigation of the gateways',
  setup({ onResolve }) {
    onResolve({ filter: /\/navigation\.ts$/ }, ({ importer }) =>
      importer.startsWith(mounted) ? null : { path: join(mounted, 'navigation.ts') },
    );
  },
};

/** Imports the sockets as {@link SOCKETS} says, so that an import in Node is no error. */
const sockets: Plugin = {
  name: 'the sockets of the platform',
  setup({ onResolve }) {
    onResolve({ filter: /^cloudflare:sockets$/ }, () => ({ path: '#sockets', external: true }));
  },
};

/** Reads the static files from the module of the package that has them. */
const besideAssets: Plugin = {
  name: 'the module of the static files',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/assets\.ts$/ }, () => ({ path: './assets.js', external: true }));
  },
};

/** `imports` of the package. Bundlers for Workers have the condition `workerd`; Node, Bun and Deno have `node`. */
export const SOCKETS = {
  '#sockets': {
    workerd: './worker/sockets.js',
    node: './worker/no-sockets.js',
    default: './worker/sockets.js',
  },
} as const;

/** The network commands of the command line: the module that exports what `bin/network/contract.ts` says. */
const COMMANDS = 'bin/network/commands';

/** Writes the bundles. `published` is the folder of the package, which has its library. */
export async function bundleGateways(published: string): Promise<void> {
  const folder = join(published, 'worker');
  const files = staticFiles();
  const common: BuildOptions = {
    ...WRANGLER,
    conditions: [...WRANGLER.conditions],
    external: [...WRANGLER.external],
    // Routers are tested in Node, too.
    inject: [join(import.meta.dirname, 'node-20.ts')],
    outdir: published,
  };
  const { outputs } = await bundleBeside(published, {
    ...common,
    entryPoints: { 'worker/index': join(mounted, 'index.ts'), [COMMANDS]: join(root, `${COMMANDS}.ts`) },
    ...{ splitting: true, chunkNames: 'worker/part-[hash]' },
    ...{ minify: true, lineLimit: 160, legalComments: 'none' },
    plugins: [navigation, sockets],
  });
  await bundleBeside(published, {
    ...common,
    entryPoints: { 'worker/assets': join(mounted, 'assets.ts') },
    define: { ...WRANGLER.define, FILES: JSON.stringify(files) },
  });
  await bundleBeside(published, {
    ...common,
    entryPoints: { 'worker/write-assets': join(mounted, 'write-assets.ts') },
    plugins: [besideAssets],
  });
  for (const name of ['webhooks', 'sockets', 'no-sockets']) {
    await bundleBeside(published, {
      ...common,
      entryPoints: { [`worker/${name}`]: join(mounted, `${name}.ts`) },
      plugins: name === 'webhooks' ? [sockets] : [],
    });
  }
  for (const [from, to] of [
    ['published-gateway', 'index'],
    ['published-assets', 'assets'],
    ['published-webhooks', 'webhooks'],
  ] as const) {
    // Indented as the compiler does it, which the API reference relies on.
    const declarations = readFileSync(join(mounted, `${from}.d.ts`), 'utf8').replace(/^(?: {2})+/gm, '$&$&');
    const inPackage = declarations
      .replace("'./published-gateway.d.ts'", "'./index.js'")
      .replace(/'\.\.\/\.\.\/(src\/[^']*)\.ts'/g, "'../$1.js'");
    writeFileSync(join(folder, `${to}.d.ts`), inPackage);
  }
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  writeFileSync(join(folder, 'LICENSES'), licencesOf('worker', inputs));
}

/** Builds the static files of the service, and returns the texts of those of gateways by their paths. */
function staticFiles(): Readonly<Record<string, string>> {
  const { status } = spawnSync(process.execPath, [join(root, 'worker/build/assets.ts')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  return Object.fromEntries(FILES.map((path) => [path, readFileSync(join(root, 'build/public', path), 'utf8')]));
}
