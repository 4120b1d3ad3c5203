/** The explorer's script as it is served: one module, with the library in it. */
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Where it is. */
export const EXPLORER_SCRIPT = 'assets/explorer.js';

/** Browsers that know what the stylesheet asks of them know these. */
const TARGET = ['chrome111', 'firefox121', 'safari16.4'];

/** The text of the script. */
export function bundleExplorer(): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'browser/script.ts')],
    // The types of Preact are ours; its code is its own.
    tsconfigRaw: { compilerOptions: { target: 'es2024', jsx: 'react-jsx', jsxImportSource: 'preact', strict: true } },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    charset: 'utf8',
    target: TARGET,
  });
  return outputFiles.map(({ text }) => text).join('');
}
