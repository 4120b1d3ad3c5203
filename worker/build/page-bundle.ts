/**
 * Builds the static parts of pages: scripts for browsers, and HTML that does not depend on a request. Node cannot read
 * JSX, so modules that render HTML are compiled first.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import * as names from '../../src/text/scheme-names.ts';
import type * as BuiltIn from '../gateway/open/built-in.ts';

const root = join(import.meta.dirname, '../..');
const worker = join(root, 'worker');

/** The browsers that support the stylesheet. */
const BROWSERS = ['chrome111', 'firefox121', 'safari16.4'];

/** Leaves out the explanations of the schemes, and their resolvers, which only the Worker needs. They are optional. */
const withoutExplanations: Plugin = {
  name: 'without explanations',
  setup({ onLoad }) {
    const contents = 'export const [explanation, resolvers] = [];';
    onLoad({ filter: /\/src\/schemes\/\w+\/(?:explanation|resolvers)\.ts$/ }, () => ({ contents, loader: 'ts' }));
  },
};

/** The parts of the library that a page loads when a URL needs them: each is a script of its own. */
const PARTS = /\/src\/(?:idna\/idna|webhooks\/scripts|schemes\/(?:wais|prospero)\/request)\.ts$/;

/** Replaces them by a module that loads them. */
const partsOnDemand: Plugin = {
  name: 'parts on demand',
  setup({ onLoad }) {
    const contents = "export * from './on-demand.ts';";
    const resolveDir = join(worker, 'pages/explorer/browser');
    onLoad({ filter: PARTS }, () => ({ contents, resolveDir, loader: 'ts' }));
  },
};

/** Writes out the names of schemes, so that a reader of texts does not bring their definitions. */
const schemeNames: Plugin = {
  name: 'names of schemes',
  setup({ onLoad }) {
    const contents = Object.entries(names).map(([name, list]) => `export const ${name} = ${JSON.stringify(list)};`);
    onLoad({ filter: /\/src\/text\/scheme-names\.ts$/ }, () => ({ contents: contents.join('\n'), loader: 'ts' }));
  },
};

const OUTPUT = { bundle: true, write: false, format: 'esm' } as const;
const SCRIPT = { platform: 'browser', target: BROWSERS, charset: 'utf8', minify: true } as const;

/**
 * Bundles a script with its imports, for browsers.
 *
 * @param entry - the path of the script, relative to `worker/`
 */
export function bundleScript(entry: string): Promise<string> {
  return bundle(entry, { ...SCRIPT, plugins: [withoutExplanations, partsOnDemand] });
}

/**
 * A style sheet with those that it imports, as one.
 *
 * @param entry - the path of the sheet, relative to `worker/`
 */
export function bundleStylesheet(entry: string): Promise<string> {
  return bundle(entry, { minify: true, target: ['chrome111', 'firefox113', 'safari16.4'] });
}

/**
 * Bundles the scripts of one page. What several of them import becomes a script of its own, which a browser loads once.
 *
 * @param entries - the paths of the scripts, relative to `worker/`, by the paths of their assets
 * @param shared - the beginning of the paths of what they share, which a hash of the content follows
 * @returns the scripts by the paths of their assets
 */
export async function bundleScripts(
  entries: Readonly<Record<string, string>>,
  shared: string,
): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    ...OUTPUT,
    ...SCRIPT,
    entryPoints: Object.fromEntries(
      Object.entries(entries).map(([asset, entry]) => [asset.replace(/\.js$/, ''), join(worker, entry)]),
    ),
    plugins: [withoutExplanations, partsOnDemand, schemeNames],
    splitting: true,
    chunkNames: `${shared}[hash]`,
    // Nothing is written there; the files refer to each other by their names.
    outdir: root,
  });
  return new Map(outputFiles.map(({ path, text }) => [relative(root, path), text]));
}

/**
 * Bundles a part of the library, or a script that is mostly the work of others, for browsers.
 *
 * @param entry - the path of the module, relative to `worker/`
 * @param licence - the path of the licence of others, relative to the root; the script begins with it
 */
export function bundlePart(entry: string, licence?: string): Promise<string> {
  const banner = licence === undefined ? {} : { js: `/*!\n${readFileSync(join(root, licence), 'utf8')}*/` };
  return bundle(entry, { ...SCRIPT, banner });
}

/** Modules of the platform, which Node does not have. Nothing that is compiled for the build calls them. */
const withoutPlatform: Plugin = {
  name: 'without the platform',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cloudflare:/ }, ({ path }) => ({ path, namespace: 'platform' }));
    onLoad({ filter: /./, namespace: 'platform' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

/**
 * Compiles a module with JSX, and imports it.
 *
 * @param entry - the path of the module, relative to `worker/`
 */
export async function importCompiled<Module>(entry: string): Promise<Module> {
  const code = await bundle(entry, { platform: 'node', target: 'node20', plugins: [withoutPlatform] });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

async function bundle(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...options, ...OUTPUT, entryPoints: [join(worker, entry)] });
  return outputFiles.map(({ text }) => text).join('');
}

/** The schemes with a gateway, in the order of the registry of gateways. Settings may close them, or open others. */
export async function readOpenedSchemes(): Promise<ReadonlySet<string>> {
  const { gateways } = await importCompiled<typeof BuiltIn>('gateway/open/built-in.ts');
  return new Set(gateways.keys());
}
