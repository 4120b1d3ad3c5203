/**
 * Builds the static parts of pages: scripts for browsers, and HTML that does not depend on a request. Node cannot read
 * JSX, so modules that render HTML are compiled first.
 */
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** The browsers that support the stylesheet. */
const BROWSERS = ['chrome111', 'firefox121', 'safari16.4'];

/** Leaves out the explanations of the schemes, which only the Worker shows. They are optional, and a kibibyte long. */
const withoutExplanations: Plugin = {
  name: 'without explanations',
  setup({ onLoad }) {
    const contents = 'export const explanation = undefined;';
    onLoad({ filter: /\/src\/schemes\/\w+\/explanation\.ts$/ }, () => ({ contents, loader: 'ts' }));
  },
};

/**
 * Bundles a script with its imports, for browsers.
 *
 * @param entry - the path of the script, relative to this folder
 */
export function bundleScript(entry: string): Promise<string> {
  return bundle(entry, { platform: 'browser', target: BROWSERS, minify: true, plugins: [withoutExplanations] });
}

/**
 * Compiles a module with JSX, and imports it.
 *
 * @param entry - the path of the module, relative to this folder
 */
export async function importCompiled<Module>(entry: string): Promise<Module> {
  const code = await bundle(entry, { platform: 'node', target: 'node20', minify: false, plugins: [] });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

interface Settings {
  readonly platform: 'browser' | 'node';
  readonly target: string | string[];
  readonly minify: boolean;
  readonly plugins: Plugin[];
}

async function bundle(entry: string, settings: Settings): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, entry)],
    // tsconfig.json replaces the types of Preact by ours; the bundle needs its code.
    tsconfigRaw: { compilerOptions: { target: 'es2024', jsx: 'react-jsx', jsxImportSource: 'preact', strict: true } },
    bundle: true,
    write: false,
    format: 'esm',
    charset: 'utf8',
    ...settings,
  });
  return outputFiles.map(({ text }) => text).join('');
}
