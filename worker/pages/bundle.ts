/**
 * How what is static on pages is built: scripts for browsers, and HTML that needs no request to be known. Node does
 * not read JSX, so what is rendered here is translated first.
 */
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Browsers that know what the stylesheet asks of them know these. */
const BROWSERS = ['chrome111', 'firefox121', 'safari16.4'];

/**
 * A script with everything that it imports, for browsers.
 *
 * @param entry - in this folder
 */
export function bundleScript(entry: string): string {
  return bundled(entry, { platform: 'browser', target: BROWSERS, minify: true });
}

/**
 * A module with JSX in it, run here.
 *
 * @param entry - in this folder
 */
export async function importTranslated<Module>(entry: string): Promise<Module> {
  const code = bundled(entry, { platform: 'node', target: 'node20', minify: false });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

interface Settings {
  readonly platform: 'browser' | 'node';
  readonly target: string | string[];
  readonly minify: boolean;
}

function bundled(entry: string, settings: Settings): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, entry)],
    // The types of Preact are ours; its code is its own.
    tsconfigRaw: { compilerOptions: { target: 'es2024', jsx: 'react-jsx', jsxImportSource: 'preact', strict: true } },
    bundle: true,
    write: false,
    format: 'esm',
    charset: 'utf8',
    ...settings,
  });
  return outputFiles.map(({ text }) => text).join('');
}
