/** The npm package: its manifest and types, an installation in an empty folder, and the size of bundles. */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemes } from '../../src/index.ts';
import { folderOf, output, type Published, publish, root } from './published.ts';

let published: Published;
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

beforeAll(() => {
  published = publish();
});
afterAll(() => published.remove());

describe('the manifest', () => {
  test('agrees with the manifest of the repository', () => {
    const own = manifestOf(root);
    const { name, version, license, engines } = own;
    expect(manifestOf(published.dist)).toMatchObject({ name, version, license, engines, sideEffects: false });
    expect(manifestOf(published.dist)).not.toHaveProperty('private');
  });

  test('needs no other package', () => {
    expect(Object.keys(manifestOf(published.dist).dependencies)).toEqual([]);
  });

  test('publint finds nothing', async () => {
    const { messages, pkg } = await publint({ pkgDir: published.dist, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('the types are right in every kind of module resolution that reads `exports`', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(published.tarball)));
    if (!analysis.types) throw new Error('The package has no types.');
    // `node10` does not read `exports`; `node16-cjs` must call `import()`, as for any package of ES modules.
    const problems = analysis.problems.filter(
      (problem) =>
        !('resolutionKind' in problem && problem.resolutionKind === 'node10') && problem.kind !== 'CJSResolvesToESM',
    );
    expect(problems).toEqual([]);
    expect(Object.keys(analysis.entrypoints)).toHaveLength(schemes.size + 2);
  });

  test('only the command uses Node', () => {
    const library = globSync('src/**/*.js', { cwd: published.dist });
    expect(library.length).toBeGreaterThan(40);
    const impure = library.filter((file) => /node:|\bprocess\b|\bBuffer\b/.test(codeOf(join(published.dist, file))));
    expect(impure).toEqual([]);
  });
});

/** A module without its comments. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '');
}

describe('in an empty folder', () => {
  test('the library', () => {
    const script = `
      import { canonicalize, explain, UrlError } from 'waypost';
      import { gopher } from 'waypost/schemes/gopher';
      console.log(canonicalize('GOPHER://H.example:70/1'), explain('go:x').kind, gopher.name, UrlError.name);
    `;
    const printed = output(process.execPath, ['--input-type=module', '-e', script], published.consumer);
    expect(printed).toBe('gopher://h.example/ go gopher UrlError\n');
  });

  test('every scheme has an entry that exports it under its name', () => {
    const script = `
      import { schemes } from 'waypost';
      const definitions = [...schemes.values()];
      const same = await Promise.all(definitions.map(async (definition) => (await import('waypost/schemes/' + definition.name))[definition.name] === definition));
      console.log(same.every(Boolean), definitions.length);
    `;
    const printed = output(process.execPath, ['--input-type=module', '-e', script], published.consumer);
    expect(printed).toBe(`true ${schemes.size}\n`);
  });

  test('the command', () => {
    const command = join(published.consumer, 'node_modules/.bin/waypost');
    expect(output(command, ['canonicalize'], published.consumer, 'FTP://h:21\n')).toBe('ftp://h/\n');
    expect(output(command, ['--version'], published.consumer)).toBe(`waypost ${manifestOf(root).version}\n`);
  });

  test('the licence and README are there', () => {
    const folder = join(published.consumer, 'node_modules/waypost');
    expect(['LICENSE', 'README.md'].filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });

  test.each(['nodenext', 'bundler'])('the types, with moduleResolution %s', (moduleResolution) => {
    writeFileSync(join(published.consumer, 'consumer.ts'), CONSUMER);
    const settings = {
      compilerOptions: {
        ...{ strict: true, noEmit: true, target: 'es2022', lib: ['es2022'], types: [], skipLibCheck: false },
        ...{ module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext', moduleResolution },
      },
      files: ['consumer.ts'],
    };
    writeFileSync(join(published.consumer, 'tsconfig.json'), JSON.stringify(settings));
    output(process.execPath, [join(folderOf('typescript'), 'bin/tsc'), '-p', '.'], published.consumer);
  });
});

/** Compiles only if the types are as precise as in the source. */
const CONSUMER = `
  import { canonicalize, createWaypost, type Canonical, explain, type Resolution } from 'waypost';
  import { ftp } from 'waypost/schemes/ftp';
  import { gopher } from 'waypost/schemes/gopher';

  const canonical: Canonical = canonicalize('gopher://h');
  // @ts-expect-error not every string is canonical
  const wrong: Canonical = 'gopher://h/';
  const found: Resolution = explain(canonical);
  if (found.kind === 'gopher') {
    const search: string | null = found.details.search;
    // @ts-expect-error a gopher item has no message-id
    found.details.messageId;
  }
  const { explain: explainTwo } = createWaypost([gopher, ftp]);
  const two: 'gopher' | 'ftp' | 'unknown' = explainTwo('ftp://h').kind;
`;

describe('bundled', () => {
  /** Size after minification and gzip, in octets. */
  async function sizeOf(code: string): Promise<{ size: number; text: string }> {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: published.consumer },
      ...{ bundle: true, minify: true, write: false, format: 'esm', legalComments: 'none', logLevel: 'silent' },
    });
    const text = outputFiles[0]?.text ?? '';
    return { size: gzipSync(text, { level: 9 }).length, text };
  }

  const rows = {
    all: `export { canonicalize } from 'waypost';`,
    two: `import { createWaypost } from 'waypost';
          import { ftp } from 'waypost/schemes/ftp';
          import { gopher } from 'waypost/schemes/gopher';
          export const { canonicalize } = createWaypost([gopher, ftp]);`,
    international: `import { createWaypost, idna } from 'waypost';
          import { ftp } from 'waypost/schemes/ftp';
          import { gopher } from 'waypost/schemes/gopher';
          export const { canonicalize } = createWaypost([gopher, ftp], { idna });`,
    none: `import { createWaypost } from 'waypost'; export const { canonicalize } = createWaypost([]);`,
    error: `export { UrlError } from 'waypost';`,
    unused: `import 'waypost'; import 'waypost/schemes/gopher';`,
  } as const;

  /** The sizes that README reports, in KiB, in the order of its table. */
  const [, table = ''] =
    /^\| `canonicalize` in a browser.*?\n((?:\|.*\n)+)/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  const reported = [...table.matchAll(/^\| .+ \| (\d+\.\d) \|$/gm)].map(([, size]) => Number(size));
  /** How far a size may be from that in README, in KiB. */
  const TOLERANCE = 0.5;

  test('a bundle has only what is imported', async () => {
    const all = await sizeOf(rows.all);
    const two = await sizeOf(rows.two);
    const international = await sizeOf(rows.international);
    const none = await sizeOf(rows.none);
    const error = await sizeOf(rows.error);
    const unused = await sizeOf(rows.unused);
    const kib = ({ size }: { size: number }): string => `${(size / 1024).toFixed(1)} KiB`;
    console.log(
      `canonicalize, gzip: every scheme ${kib(all)}, gopher and ftp with international hosts ${kib(international)}, without ${kib(two)}, the engine alone ${kib(none)}`,
    );
    const measured = [all, international, two, none].map(({ size }) => size / 1024);
    expect(reported).toHaveLength(measured.length);
    measured.forEach((size, row) => {
      expect(Math.abs(size - (reported[row] ?? 0)), `README: ${reported[row]} KiB, measured: ${size}`).toBeLessThan(
        TOLERANCE,
      );
    });
    expect(all.text).toContain('prospero://');
    expect(two.text).not.toMatch(/prospero:\/\/|wais:\/\/|nntp:\/\//);
    expect(two.text).toContain('gopher://');
    expect(all.size).toBeLessThan(48 * 1024);
    expect(two.size).toBeLessThan(0.8 * international.size);
    expect(none.size).toBeLessThan(two.size);
    expect(error.size).toBeLessThan(4 * 1024);
    expect(unused.text.trim()).toBe('');
  });
});
