/**
 * A new scheme needs its own folders and a line in each registry, as finger has them, and no other file. This test adds
 * the scheme of `whois/`, which is not ours, to a copy of the project. There it runs the type checker, the linters, the
 * tests of that scheme, and the tests that go through every scheme, which fail if another file needs a change.
 */
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleEmbed } from '../../worker/build/embed.ts';
import { registries, withScheme } from './recipe.ts';

const root = join(import.meta.dirname, '../..');
const SCHEME = 'whois';
const source = join(import.meta.dirname, SCHEME);

/** The files of the scheme, as they are named in the copy. */
const files = globSync('**/*.ts', { cwd: source }).toSorted();

/** What a new scheme may break: tests that go through every scheme, and those of documents, layers and the build. */
const GENERIC_TESTS = [
  'test/documentation.test.ts',
  'test/readme.test.ts',
  'test/layers',
  'test/src/canonical-forms',
  'test/src/definitions.test.ts',
  'test/src/diagnostics.test.ts',
  'test/src/links/slug.test.ts',
  'test/src/bundle.test.ts',
  'test/src/meaning.test.ts',
  'test/src/properties.test.ts',
  'test/src/types.test.ts',
  'test/src/uri/components.test.ts',
  'test/src/uri/recognizer.test.ts',
  'test/src/waypost.test.ts',
  'test/bin/report.test.ts',
  'test/worker/build',
  'test/worker/gateway/contract',
  'test/worker/gateway/open',
  'test/worker/links/reserved-words.test.ts',
  'test/worker/pages/explorer.test.ts',
  'test/worker/pages/pages.test.ts',
  'test/worker/router.test.ts',
  'test/worker/settings',
];
const OWN_TEST = `test/new-scheme/${SCHEME}.test.ts`;

/** How long a program may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 600_000;

let copy: string;

/** Runs a program of `node_modules/.bin` in the copy. If it fails, its output is the error message. */
async function run(program: string, ...args: readonly string[]): Promise<void> {
  const env = { ...process.env, FC_RUNS: '20', FORCE_COLOR: '0' };
  const result = promisify(execFile)(program, [...args], { cwd: copy, env, maxBuffer: 2 ** 26 }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
  const failure = await result;
  if (typeof failure === 'string') throw new Error(failure);
}

const bin = (name: string): string => join(root, 'node_modules/.bin', name);
const node = (script: string) => run(process.execPath, '--disable-warning=ExperimentalWarning', script);

const EXCLUDED = new Set([
  'node_modules',
  '.git',
  '.wrangler/tests',
  '.wrangler/tmp',
  '.wrangler/state',
  'dist',
  'build/public/assets',
]);

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'waypost-new-scheme-'));
  cpSync(root, copy, { recursive: true, filter: (path) => !EXCLUDED.has(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  cpSync(source, copy, { recursive: true });
  for (const registry of registries) {
    writeFileSync(join(copy, registry), withScheme(readFileSync(join(root, registry), 'utf8'), SCHEME));
  }
  cpSync(join(import.meta.dirname, `${SCHEME}.ts`), join(copy, OWN_TEST));
  writeFileSync(join(copy, 'test/new-scheme/embed.js'), bundleEmbed('0'));
  // Lines that were added beside those of finger may be in another order.
  await run(bin('biome'), 'check', '--write', ...registries);
  await node('test/readme-tables.ts');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The files of a folder whose octets differ between the copy and the project, or that only one of them has. */
function changedIn(folder: string): readonly string[] {
  const [before, after] = [root, copy].map((cwd) => {
    const paths = globSync(`${folder}/**/*.*`, { cwd }).filter((path) => !path.endsWith('.tsbuildinfo'));
    return new Map(paths.map((path) => [path, readFileSync(join(cwd, path), 'latin1')]));
  });
  const paths = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...paths].filter((path) => before?.get(path) !== after?.get(path)).toSorted();
}

describe('in the copy', () => {
  test('the types are right', () => run(bin('tsc'), '--noEmit'), PATIENCE_MS);

  test(
    'the linters find nothing',
    async () => {
      await run(bin('biome'), 'check', '--error-on-warnings', ...files, ...registries);
      await node('test/lint/run.ts');
    },
    PATIENCE_MS,
  );

  test(
    'the tests of the scheme and the generic tests pass',
    async () => {
      // One process that loads each module once: the project is read as a whole anyway.
      await run(
        bin('vitest'),
        'run',
        '--project=unit',
        '--project=worker',
        '--no-isolate',
        '--no-file-parallelism',
        '--reporter=dot',
        ...GENERIC_TESTS,
        OWN_TEST,
      );
    },
    PATIENCE_MS,
  );

  test('no file of the Worker and of the command line has changed', () => {
    expect(['worker', 'bin'].flatMap(changedIn)).toEqual([]);
  });

  test('in the library, only the registries have changed', () => {
    expect(changedIn('src')).toEqual([...files, ...registries, 'src/schemes/rules.ts'].toSorted());
  });
});
