/**
 * Bundles the gateways for other Workers: `worker/index.js` and `worker/assets.js` of the package, with their
 * declarations, the static files of pages in `worker/public`, and `guardedFetch` for Workers, `worker/webhooks.js`.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { assets } from '../../pages/parts/assets.ts';
import { licencesOf, WRANGLER } from '../bundle.ts';

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

/** `imports` of the package. Bundlers for Workers have the condition `workerd`; Node, Bun and Deno have `node`. */
export const SOCKETS = {
  '#sockets': {
    workerd: './worker/sockets.js',
    node: './worker/no-sockets.js',
    default: './worker/sockets.js',
  },
} as const;

/** Writes the bundles. `published` is the folder of the package, which has its library. */
export async function bundleGateways(published: string): Promise<void> {
  const folder = join(published, 'worker');
  const files = copyStaticFiles(join(folder, 'public'));
  const common = {
    ...WRANGLER,
    conditions: [...WRANGLER.conditions],
    external: [...WRANGLER.external],
    bundle: true,
    // Routers are tested in Node, too.
    inject: [join(import.meta.dirname, 'node-20.ts')],
  };
  const { metafile } = await build({
    ...common,
    entryPoints: [join(mounted, 'index.ts')],
    outfile: join(folder, 'index.js'),
    metafile: true,
    minify: true,
    lineLimit: 160,
    plugins: [navigation, sockets, publishedModules(folder, published)],
  });
  await build({
    ...common,
    entryPoints: [join(mounted, 'assets.ts')],
    outfile: join(folder, 'assets.js'),
    define: { ...WRANGLER.define, FILES: JSON.stringify(files) },
  });
  await build({
    ...common,
    entryPoints: [join(mounted, 'webhooks.ts')],
    outfile: join(folder, 'webhooks.js'),
    plugins: [sockets, publishedModules(folder, published)],
  });
  for (const name of ['sockets', 'no-sockets']) {
    await build({
      ...common,
      entryPoints: [join(mounted, `${name}.ts`)],
      outfile: join(folder, `${name}.js`),
      plugins: [publishedModules(folder, published)],
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
  writeFileSync(join(folder, 'LICENSES'), licencesOf('index.js', Object.keys(metafile.inputs)));
}

/** Builds the static files of the service, and copies those of gateways. Returns their texts by their paths. */
function copyStaticFiles(folder: string): Readonly<Record<string, string>> {
  const { status } = spawnSync(process.execPath, [join(root, 'worker/build/assets.ts')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  const texts = FILES.map((path) => {
    const file = join(root, 'build/public', path);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(file, join(folder, path));
    return [path, readFileSync(file, 'utf8')] as const;
  });
  return Object.fromEntries(texts);
}

/**
 * A plugin for bundles in the package, which import the modules that the package has anyway. `from` is the folder of
 * the bundle. `published` is the folder of the package.
 */
export function publishedModules(from: string, published: string): Plugin {
  return {
    name: 'modules of the package',
    setup({ onResolve }) {
      onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
        const module = relative(root, join(resolveDir, path)).replace(/\.ts$/, '.js');
        if (!/^(?:src|bin)\//.test(module) || !existsSync(join(published, module))) return null;
        return { path: `./${relative(from, join(published, module))}`.replace(/^\.\/\.\./, '..'), external: true };
      });
    },
  };
}
