/**
 * Writes the npm package: the library as ES modules with types, and the command line. It goes to `dist`, or to the folder
 * in the first argument.
 *
 * The package gets its own package.json, made from the one of the repository, so that users of the library do not install
 * what only the Worker needs.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { definitions } from '../src/schemes/registry.ts';

const root = join(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(root, 'dist'));

/** The members that both package.json files share. */
const SHARED = ['name', 'version', 'description', 'license', 'type', 'engines', 'sideEffects'] as const;

// The server beside the package is written by worker/self-host/build.ts.
for (const old of globSync('*', { cwd: folder, exclude: ['server'] })) rmSync(join(folder, old), { recursive: true });
mkdirSync(folder, { recursive: true });
compile();
for (const file of globSync('bin/*.d.ts', { cwd: folder })) rmSync(join(folder, file));
for (const file of globSync('src/**/*.d.ts', { cwd: folder })) nameEmittedFiles(join(folder, file));
chmodSync(join(folder, 'bin/waypost.js'), 0o755);
for (const file of globSync('{README,CHANGELOG}.md', { cwd: root }).concat('LICENSE', 'LICENSE-UNICODE')) {
  copyFileSync(join(root, file), join(folder, file));
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);

function compile(): void {
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const tsc = join(typescript, 'bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', import.meta.dirname, '--outDir', folder], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Rewrites `./x.ts` to `./x.js` in declarations; TypeScript does so only in modules. */
function nameEmittedFiles(declaration: string): void {
  const text = readFileSync(declaration, 'utf8');
  writeFileSync(declaration, text.replace(/((?:from |import\()['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g, '$1.js'));
}

async function manifest(): Promise<object> {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = new Map([['.', 'src/index'], ...(await schemeEntries())]);
  const exported = [...entries].map(([name, path]) => [name, { types: `./${path}.d.ts`, default: `./${path}.js` }]);
  return {
    ...Object.fromEntries(SHARED.map((key) => [key, own[key]])),
    keywords: ['url', 'uri', 'canonicalize', 'normalize', ...definitions.map(({ name }) => name)],
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    bin: { waypost: 'bin/waypost.js' },
    // npm adds README, LICENSE and package.json.
    files: ['bin', 'src', 'CHANGELOG.md', 'LICENSE-UNICODE'],
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
