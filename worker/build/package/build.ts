/**
 * Writes the npm package: the library as ES modules with types, and the command line. It goes to `dist`, or to the
 * folder in the first argument.
 *
 * The package gets its own package.json, made from the one of the repository, so that users of the library do not
 * install what only the Worker needs.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build, transformSync } from 'esbuild';
import { manualPage } from '../../../bin/usage/manual-page.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import * as schemeNames from '../../../src/text/scheme-names.ts';
import { licencesOf } from '../bundle.ts';
import { apiReference } from './api-reference.ts';
import { bundleGateways, SOCKETS } from './bundle-gateways.ts';
import { ENTRIES } from './entries.ts';
import { packageHome } from './home.ts';

const root = join(import.meta.dirname, '../../..');
const folder = resolve(process.argv[2] ?? join(root, 'dist'));

/** The package.json of the repository. */
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The members that both package.json files share. */
const SHARED = ['name', 'version', 'description', 'license', 'type', 'engines', 'sideEffects'] as const;

/** The documents of `docs/` that are about the package. It has no others. */
const DOCUMENTS = [
  ...['library', 'schemes', 'canonical-forms', 'canonicalize-lines', 'links-in-text', 'protocols', 'worker'],
  ...['webhooks', 'command-line', 'pipelines'],
] as const;

// The server beside the package is written by worker/self-host/build.ts.
for (const old of globSync('*', { cwd: folder, exclude: ['server'] })) rmSync(join(folder, old), { recursive: true });
mkdirSync(folder, { recursive: true });
compile();
// The compiler also writes modules whose types alone are imported.
const imported = withImports(
  [...globSync('bin/**/*.js', { cwd: folder }), ...ENTRIES.map(([, path]) => `${path}.js`)].map((file) =>
    join(folder, file),
  ),
  'js',
  'js',
);
for (const file of globSync('{src,worker}/**/*.js', { cwd: folder })) {
  if (!imported.has(join(folder, file))) rmSync(join(folder, file));
}
const schemes = await schemeEntries();
const declared = withImports(
  [...ENTRIES, ...schemes].map(([, path]) => join(folder, `${path}.d.ts`)),
  'ts',
  'd.ts',
);
for (const file of globSync('{src,bin,worker}/**/*.d.ts', { cwd: folder })) {
  if (!declared.has(join(folder, file))) rmSync(join(folder, file));
}
for (const file of globSync('{src,bin}/**/*.d.ts', { cwd: folder })) nameEmittedFiles(join(folder, file));
writeSchemeNames();
await inlinePackages();
await bundleGateways(folder);
await bundleProgram();
for (const file of globSync('src/**/*.js', { cwd: folder })) shorten(join(folder, file));
chmodSync(join(folder, 'bin/waypost.js'), 0o755);
for (const file of ['LICENSE', 'LICENSE-UNICODE']) copyFileSync(join(root, file), join(folder, file));
writeFileSync(join(folder, 'CHANGELOG.md'), packaged(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), 'docs/'));
const reference = apiReference(
  folder,
  ENTRIES.map(([entry, path]) => ({ name: `waypost${entry.slice(1)}`, path })),
);
mkdirSync(join(folder, 'man'));
writeFileSync(join(folder, 'man/waypost.1'), manualPage(own.version));
// The declarations have the same text, so it is not in the package.
writeFileSync(join(folder, 'API.md'), `# The API of the package\n\n${reference}`);
mkdirSync(join(folder, 'docs'));
for (const name of DOCUMENTS) writeFileSync(join(folder, 'docs', `${name}.md`), packaged(readDocument(name)));
writeFileSync(join(folder, 'README.md'), packageReadme(readFileSync(join(root, 'README.md'), 'utf8')));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);

function compile(): void {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const tsc = join(typescript, 'bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', import.meta.dirname, '--outDir', folder], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Files with those that they import, also through each other. Bundles are written later, and have no file yet.
 *
 * @param written - the extension in the imports
 * @param extension - that of the files
 */
function withImports(files: readonly string[], written: 'js' | 'ts', extension: 'js' | 'd.ts'): ReadonlySet<string> {
  const found = new Set(files);
  const pattern = new RegExp(`(?:from|import) ?\\(?['"](\\.{1,2}/[^'"]+)\\.${written}['"]`, 'g');
  for (const file of found) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const [, path = ''] of text.matchAll(pattern)) found.add(join(dirname(file), `${path}.${extension}`));
  }
  return found;
}

/** Writes out the names of the schemes, so that the readers of `waypost/text` do not bring all definitions. */
function writeSchemeNames(): void {
  const names = Object.entries(schemeNames).map(([name, list]) => `export const ${name} = ${JSON.stringify(list)};\n`);
  writeFileSync(join(folder, 'src/text/scheme-names.js'), names.join(''));
}

/**
 * Puts packages into the modules that import them, with their licences in `src/LICENSES`: nothing else is installed.
 */
async function inlinePackages(): Promise<void> {
  const inputs = await writeParse5();
  for (const module of globSync('src/**/*.js', { cwd: folder }).map((file) => join(folder, file))) {
    if (!/^import .*? from '[^.]/m.test(readFileSync(module, 'utf8'))) continue;
    const { metafile } = await build({
      ...{ entryPoints: [module], outfile: module, allowOverwrite: true, bundle: true, format: 'esm', metafile: true },
      ...{ target: 'es2024', nodePaths: [join(root, 'node_modules')], minify: true, lineLimit: 160 },
      plugins: [
        {
          name: 'modules of the library',
          setup({ onResolve }) {
            onResolve({ filter: /^\./ }, ({ importer, path }) =>
              importer === module ? { path, external: true } : null,
            );
            onResolve({ filter: /^parse5$/ }, () => ({ path: './parse5.js', external: true }));
          },
        },
      ],
    });
    inputs.push(...Object.keys(metafile.inputs));
  }
  writeFileSync(join(folder, 'src/LICENSES'), licencesOf('src', inputs));
}

/** Writes what modules and bundles import from `parse5` as one module. Returns what is in it. */
async function writeParse5(): Promise<string[]> {
  const importing = globSync('{src,worker}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
    const imports = readFileSync(join(root, file), 'utf8').matchAll(/^import \{([^}]*)\} from 'parse5';/gm);
    return [...imports].flatMap(([, list = '']) => list.split(','));
  });
  const values = importing.map((name) => name.trim().replace(/ as .*$/, '')).filter((name) => /^\w+$/.test(name));
  const names = [...new Set(values)].sort().join(', ');
  const { metafile } = await build({
    stdin: { contents: `export { ${names} } from 'parse5';`, resolveDir: root },
    ...{ outfile: join(folder, 'src/text/parse5.js'), bundle: true, format: 'esm', target: 'es2024', metafile: true },
    ...{ minify: true, lineLimit: 160, legalComments: 'none' },
  });
  return Object.keys(metafile.inputs);
}

/**
 * Bundles the modules of the command line into a few files, which start twice as fast. Those that only the program
 * imported are removed.
 */
async function bundleProgram(): Promise<void> {
  const bin = join(folder, 'bin');
  await build({
    ...{ entryPoints: [join(bin, 'waypost.js')], outdir: bin, allowOverwrite: true, chunkNames: 'part-[hash]' },
    ...{
      bundle: true,
      splitting: true,
      minify: true,
      lineLimit: 160,
      format: 'esm',
      platform: 'node',
      target: 'node20',
    },
    legalComments: 'none',
    // Most of these are packages, and the program loads them when it needs them.
    external: [
      './network/commands.js',
      ...['parse5', 'markdown-parser'].map((name) => join(folder, `src/text/${name}.js`)),
    ],
  });
  const entries = [...ENTRIES.map(([, path]) => path), 'bin/waypost', 'bin/network/commands'];
  const used = withImports(
    entries.map((path) => join(folder, `${path}.js`)),
    'js',
    'js',
  );
  for (const file of globSync('bin/**/*.js', { cwd: folder })) {
    if (!used.has(join(folder, file))) rmSync(join(folder, file));
  }
}

/** Leaves comments to the declarations, but for those that bundlers read. */
function shorten(module: string): void {
  const options = { format: 'esm', target: 'es2024', charset: 'utf8' } as const;
  writeFileSync(module, transformSync(readFileSync(module, 'utf8'), options).code);
}

/** Rewrites `./x.ts` to `./x.js` in declarations; TypeScript does so only in modules. */
function nameEmittedFiles(declaration: string): void {
  const text = readFileSync(declaration, 'utf8');
  writeFileSync(declaration, text.replace(/((?:from |import\()['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g, '$1.js'));
}

function readDocument(name: string): string {
  return readFileSync(join(root, 'docs', `${name}.md`), 'utf8');
}

/**
 * A document as the package has it: without links to what is not in the package.
 *
 * @param documents - the path from its folder to that of the other documents
 */
function packaged(text: string, documents = ''): string {
  const isThere = (target: string): boolean =>
    /^(?:https?:|#|\.\.\/(?:CHANGELOG|LICENSE))/.test(target) ||
    DOCUMENTS.some((name) => target.startsWith(`${documents}${name}.md`));
  return text.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, words: string, target: string) =>
    isThere(target) ? link : words,
  );
}

/** What the package is, an example, its commands, and its documents. */
function packageReadme(readme: string): string {
  const [, summary = ''] = /^# Waypost\n\n(.*?)\n\n/s.exec(readme) ?? [];
  const [example = ''] = /^```ts\nimport \{ canonicalize.*?^```$/ms.exec(readme) ?? [];
  const [commands = ''] = /^\| command.*?(?=\n\n)/ms.exec(readDocument('command-line')) ?? [];
  const rows = DOCUMENTS.map((name) => `- [${/^# (.+)/.exec(readDocument(name))?.[1]}](docs/${name}.md)`);
  if (example === '' || commands === '') throw new Error('README has no example, or docs/command-line.md no commands.');
  return [
    '# Waypost',
    summary,
    [
      'ES modules with types, which run in Node 20 or later, in Workers and in browsers. Entries that end in `/node` are for',
      'Node, and those with `worker` in their names for Workers: tests in Node can import them, but cannot open connections.',
      'The other entries use no API of either.',
    ].join('\n'),
    ...(own.repository === undefined ? [] : [`\`\`\`\nnpm install ${own.name}\n\`\`\``]),
    example,
    own.repository === undefined
      ? 'And a command, `waypost`:'
      : `And a command, which runs without an installation: \`npx ${own.name} explain gopher://h.example/\`.`,
    commands.replaceAll('](#', '](docs/command-line.md#'),
    rows.join('\n'),
    'The declaration of each export has its types, options and errors, and an example. Editors show it.',
    '',
  ].join('\n\n');
}

function manifest(): object {
  const entries = [...ENTRIES, ...schemes];
  const exported = entries.map(([name, path]) => [name, { types: `./${path}.d.ts`, default: `./${path}.js` }]);
  return {
    ...Object.fromEntries(SHARED.map((key) => [key, own[key]])),
    ...packageHome(own.repository),
    keywords: ['url', 'uri', 'canonicalize', 'normalize', ...definitions.map(({ name }) => name)],
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    imports: SOCKETS,
    bin: { waypost: 'bin/waypost.js' },
    man: 'man/waypost.1',
    // npm adds README, LICENSE and package.json.
    files: ['bin', 'man', 'src', 'worker', 'docs', 'CHANGELOG.md', 'LICENSE-UNICODE'],
    publishConfig: { access: 'public', provenance: true },
    dependencies: Object.fromEntries(dependencies().map((name) => [name, `^${own.dependencies[name]}`])),
  };
}

/** `./schemes/<name>` for each scheme, with the path of the file that exports its definition. */
async function schemeEntries(): Promise<[name: string, path: string][]> {
  const paths = new Map<unknown, string>();
  for (const file of globSync('src/schemes/**/*.js', { cwd: folder })) {
    const exported: object = await import(join(root, file.replace(/\.js$/, '.ts')));
    for (const value of Object.values(exported)) paths.set(value, file.replace(/\.js$/, ''));
  }
  return definitions.map((definition) => {
    const path = paths.get(definition);
    if (path === undefined) throw new Error(`No file exports the definition of ${definition.name}.`);
    return [`./schemes/${definition.name}`, path];
  });
}

/** The packages that the modules import. */
function dependencies(): readonly string[] {
  const modules = globSync('**/*.js', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  const names = modules.flatMap((text) => [
    ...text.matchAll(/^(?:import|export) .*?from '((?:@[^/']+\/)?[^./'][^/':]*)[/']/gm),
  ]);
  return [...new Set(names.map(([, name = '']) => name))].toSorted();
}
