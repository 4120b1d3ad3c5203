/**
 * Bundles and minifies the Worker as wrangler does when it deploys, without the two seconds of processor time that
 * wrangler needs to load. Tests and self-hosting run this module; a test compares it with that of `wrangler deploy`.
 */
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** The options of wrangler, which a Worker of this compatibility date gets. */
export const WRANGLER = {
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
  define: { 'navigator.userAgent': '"Cloudflare-Workers"', 'process.env.NODE_ENV': '"production"' },
} as const;

/** The one module of the Worker. */
export interface BundledWorker {
  readonly code: string;
  /** The paths of the modules in it. */
  readonly modules: readonly string[];
}

/**
 * Bundles and minifies the Worker.
 *
 * @param plugins - plugins of esbuild
 */
export async function bundleWorker(plugins: Plugin[] = []): Promise<BundledWorker> {
  const { outputFiles, metafile } = await build({
    ...WRANGLER,
    conditions: [...WRANGLER.conditions],
    external: [...WRANGLER.external],
    absWorkingDir: root,
    entryPoints: ['worker/index.ts'],
    plugins,
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
  });
  return { code: outputFiles.map(({ text }) => text).join(''), modules: Object.keys(metafile.inputs) };
}
