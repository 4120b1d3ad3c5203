/**
 * Bundles what the commands `get` and `check` need: the gateways of the Worker, with the sockets and streams of Node in
 * the place of the platform's. The command line loads the bundle only for these two, so the others do not pay for it.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { JSX } from '../../worker/bundle.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Writes the bundle, a module that exports what `bin/network/contract.ts` says.
 *
 * @param file - the path of the module to write
 * @param published - the folder of the package: what it has of `src` is imported from there, not bundled; `null` =
 * everything is bundled
 */
export async function bundleCommands(file: string, published: string | null): Promise<void> {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'commands.ts')],
    outfile: file,
    bundle: true,
    metafile: true,
    minify: true,
    lineLimit: 160,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['worker', 'browser'],
    ...JSX,
    inject: [...JSX.inject, join(import.meta.dirname, 'platform.ts')],
    // tsconfig.json is for Preact's runtime of JSX.
    tsconfigRaw: { compilerOptions: { target: 'es2024', strict: true } },
    plugins: [platform, ...(published === null ? [] : [publishedModules(join(file, '..'), published)])],
  });
  writeFileSync(join(file, '..', 'LICENSES'), licencesOf(Object.keys(metafile.inputs)));
}

/** The licences of the packages whose modules are in the bundle. */
function licencesOf(modules: readonly string[]): string {
  const names = modules.flatMap((module) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? []);
  const texts = [...new Set(names)].toSorted().map((name) => {
    const folder = join(root, 'node_modules', name);
    const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const [licence] = globSync('LICEN[CS]E*', { cwd: folder });
    if (licence === undefined) throw new Error(`${name} has no licence.`);
    return `${name} ${version}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
  });
  return `The modules of these packages are in commands.js.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** Puts Node's sockets in the place of the platform's. */
const platform: Plugin = {
  name: 'the platform in Node',
  setup({ onResolve }) {
    onResolve({ filter: /^cloudflare:sockets$/ }, () => ({ path: join(import.meta.dirname, 'connect.ts') }));
  },
};

/** Imports the modules that the package has anyway. */
function publishedModules(from: string, published: string): Plugin {
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
