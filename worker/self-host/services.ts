/**
 * The services of workerd that stand beside the Worker on a self-hosted machine, each as one module. They have code of
 * this project only, so they need no notices.
 */
import { join } from 'node:path';
import { build } from 'esbuild';

export async function bundleService(name: 'front' | 'disk-cache'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    charset: 'utf8',
    external: ['cloudflare:workers'],
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}
