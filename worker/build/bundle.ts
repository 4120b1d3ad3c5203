/**
 * Builds the module of the Worker: bundled by esbuild with the options of wrangler, then minified by terser. Deployment,
 * tests, self-hosting and the size limits all use this one function, so they all have the same octets.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { type MinifyOptions, minify } from 'terser';
import { groupFunctions } from './function-order.ts';

const root = join(import.meta.dirname, '../..');

/** Where results of terser are kept, because they take seconds. */
const CACHE = join(root, '.wrangler/minified');

/** A result that was not used for a day is removed, in milliseconds. */
const KEPT_MS = 86_400_000;

/** The options of wrangler, which a Worker of this compatibility date gets. */
export const WRANGLER = {
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
  define: { 'navigator.userAgent': '"Cloudflare-Workers"', 'process.env.NODE_ENV': '"production"' },
} as const;

/**
 * A third pass of the compressor still finds something, a fourth does not. `x === null` compresses better than
 * `null === x`, because the sources have many of it. No function of ours but a class is a constructor, so that arrows may
 * replace all that do without `this`.
 */
const TERSER: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: { passes: 3, lhs_constants: false, unsafe_arrows: true },
  format: { comments: false },
};

/** The Worker renders strings, and no document: it needs nothing of Preact. */
export const JSX = {
  jsx: 'transform',
  jsxFactory: 'jsx',
  jsxFragment: 'Fragment',
  inject: [join(root, 'worker/pages/parts/jsx-runtime.ts')],
} as const;

/**
 * Bundles and minifies the Worker.
 *
 * @param options - further options of esbuild
 * @returns the text of its one module
 */
export async function bundleWorker(options: Pick<BuildOptions, 'plugins' | 'logLevel'> = {}): Promise<string> {
  const { outputFiles } = await build({ ...commonOptions(options), write: false, minify: true });
  return minifyOnce(outputFiles.map(({ text }) => text).join(''), groupFunctions);
}

/** The modules of the Worker, by the paths of their files. */
export async function bundledModules(): Promise<readonly string[]> {
  const { metafile } = await build({ ...commonOptions({}), write: false, metafile: true });
  return Object.keys(metafile.inputs);
}

/**
 * Bundles the Worker for development: names are kept, and a source map leads errors back to the source.
 *
 * @param file - the path of the module to write; its source map goes beside it
 */
export async function bundleForDevelopment(file: string): Promise<void> {
  await build({ ...commonOptions({}), outfile: file, sourcemap: true });
}

const commonOptions = ({ plugins = [], ...options }: BuildOptions) => ({
  ...options,
  ...WRANGLER,
  conditions: [...WRANGLER.conditions],
  external: [...WRANGLER.external],
  entryPoints: [join(root, 'worker/index.ts')],
  ...JSX,
  inject: [...JSX.inject],
  // tsconfig.json is for Preact's runtime of JSX.
  tsconfigRaw: { compilerOptions: { target: 'es2024', strict: true } } as const,
  bundle: true,
  plugins,
});

/**
 * Minifies a bundle, unless the same one was minified before.
 *
 * @param finish - what is done to the result
 */
export async function minifyOnce(code: string, finish: (minified: string) => string = (text) => text): Promise<string> {
  const versions = readFileSync(join(root, 'node_modules/terser/package.json'));
  const step = readFileSync(join(root, 'worker/build/function-order.ts'));
  const hash = createHash('sha256')
    .update(JSON.stringify([TERSER, finish.name]))
    .update(versions)
    .update(step)
    .update(code)
    .digest('hex');
  const cached = join(CACHE, `${hash}.js`);
  if (existsSync(cached)) return readFileSync(cached, 'utf8');
  // terser works on a copy of its options.
  const { code: minified = '' } = await minify(code, structuredClone(TERSER));
  const finished = finish(minified);
  keep(cached, finished);
  return finished;
}

function keep(file: string, text: string): void {
  mkdirSync(CACHE, { recursive: true });
  for (const old of globSync(join(CACHE, '*'))) {
    if (Date.now() - statSync(old).mtimeMs > KEPT_MS) rmSync(old, { force: true });
  }
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
