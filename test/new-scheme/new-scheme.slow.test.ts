/**
 * A new scheme needs one definition and one entry in a list. Its gateway needs one module and one line. This test adds
 * those of CONTRIBUTING and their tests to a copy of the project. There it runs the type checker, the linters, the new
 * tests, and the tests that go through every scheme, which fail if another file needs a change.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The scheme of the recipe under another name, because finger is one of ours. The name sorts and measures alike. */
const renamed = (text: string): string =>
  text.replaceAll('finger', 'figaro').replaceAll('Finger', 'Figaro').replaceAll('FINGER', 'FIGARO');

const contributing = renamed(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'));

/** The modules that CONTRIBUTING shows, with their paths. */
const modules = [...contributing.matchAll(/`([\w/.-]+\.ts)`:\n\n```ts\n(.*?)```/gs)].map(
  ([, path = '', code = '']) => ({ path, code }),
);

/** The lines that CONTRIBUTING adds to registries, with the paths of the registries. */
const additions = [...contributing.matchAll(/`([\w/.-]+\.ts)`:\n\n```diff\n(.*?)```/gs)].map(
  ([, path = '', lines = '']) => ({ path, lines: lines.replace(/^\+/gm, '') }),
);

/** What a new scheme may break: tests that go through every scheme, and those of documents, layers and the build. */
const GENERIC_TESTS = [
  'test/contributing.test.ts',
  'test/documentation.test.ts',
  'test/readme.test.ts',
  'test/layers',
  'test/src/canonical-forms',
  'test/src/definitions.test.ts',
  'test/src/diagnostics.test.ts',
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
  'test/worker/links/slug.test.ts',
  'test/worker/pages/explorer.test.ts',
  'test/worker/pages/pages.test.ts',
  'test/worker/router.test.ts',
  'test/worker/settings',
];
const RECIPE_TEST = 'test/new-scheme/figaro.test.ts';

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

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'waypost-new-scheme-'));
  const excluded = new Set([
    'node_modules',
    '.git',
    '.wrangler/tests',
    '.wrangler/tmp',
    '.wrangler/state',
    'dist',
    'build/public/assets',
  ]);
  cpSync(root, copy, { recursive: true, filter: (path) => !excluded.has(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const { path, code } of modules) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), code);
  }
  for (const { path, lines } of additions) {
    const text = readFileSync(join(copy, path), 'utf8');
    writeFileSync(join(copy, path), withLines(text, lines));
  }
  writeFileSync(join(copy, RECIPE_TEST), renamed(readFileSync(join(import.meta.dirname, 'finger.ts'), 'utf8')));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Adds imports and exports before the existing ones, and an entry at the end of the list. */
function withLines(text: string, lines: string): string {
  const [entries = [], statements = []] = ['  ', ''].map((indent) =>
    lines.split('\n').filter((line) => line !== '' && line.startsWith('  ') === (indent !== '')),
  );
  return text
    .replace(/^(?=(?:import|export) \{)/m, statements.map((line) => `${line}\n`).join(''))
    .replace(/^(?=\] as const;)/m, entries.map((line) => `${line}\n`).join(''));
}

test('CONTRIBUTING shows a definition, a client, a gateway, their tests, and an addition to each registry', () => {
  expect(modules.map(({ path }) => path)).toEqual([
    'src/schemes/figaro/rules.ts',
    'src/schemes/figaro/definition.ts',
    'src/schemes/figaro/documentation.ts',
    'src/protocols/figaro/client.ts',
    'worker/gateway/figaro/figaro.ts',
    'test/src/figaro/url.test.ts',
    'test/worker/gateway/figaro/figaro.test.ts',
  ]);
  expect(additions.map(({ path, lines }) => [path, lines.trim().split('\n').length])).toEqual([
    // An import and an entry.
    ['src/schemes/registry.ts', 2],
    ['worker/gateway/open/registry.ts', 1],
  ]);
});

describe('in the copy', () => {
  test('the types are right', () => run(bin('tsc'), '--noEmit'));

  test('the linters find nothing', async () => {
    await run(bin('biome'), 'check', '--error-on-warnings', ...modules.map(({ path }) => path));
    await run(process.execPath, '--disable-warning=ExperimentalWarning', 'test/lint/run.ts');
  });

  test('the generic tests pass', async () => {
    await run(process.execPath, '--disable-warning=ExperimentalWarning', 'test/readme-tables.ts');
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
      ...modules.map(({ path }) => path).filter((path) => path.endsWith('.test.ts')),
      RECIPE_TEST,
    );
  }, 600_000);
});
