/**
 * Builds the module of the Worker: bundled and minified by esbuild with the options of wrangler. Deployment, tests,
 * self-hosting and the size limits all use this one function, so they all have the same octets.
 */
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** The options of wrangler, which a Worker of this compatibility date gets. */
export const WRANGLER = {
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
  define: { 'navigator.userAgent': '"Cloudflare-Workers"', 'process.env.NODE_ENV': '"production"' },
} as const;

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
  return outputFiles.map(({ text }) => text).join('');
}

/** The modules of the Worker, by the paths of their files. */
export async function bundledModules(): Promise<readonly string[]> {
  const { metafile } = await build({ ...commonOptions({}), write: false, metafile: true });
  return Object.keys(metafile.inputs);
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
