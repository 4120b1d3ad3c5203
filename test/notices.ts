/** The notices beside a bundle, and the packages that it should name. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The packages that the modules of a program import, found without bundling them. */
async function packagesImportedBy(entries: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: entries.map((entry) => join(root, entry)),
    ...{
      bundle: true,
      write: false,
      metafile: true,
      packages: 'external',
      format: 'esm',
      outdir: root,
      logLevel: 'silent',
    },
    tsconfigRaw: { compilerOptions: { target: 'es2024', jsx: 'preserve', strict: true } },
  });
  const paths = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const names = paths.flatMap((path) => /^((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[\w/.-]+)?$/.exec(path)?.[1] ?? []);
  return [...new Set(names)]
    .filter((name) => globSync(name, { cwd: join(root, 'node_modules') }).length > 0)
    .toSorted();
}

/**
 * Expects that a file of notices has every package that some programs import, and of each package that it names the
 * version and the whole licence.
 *
 * @param entries - the modules that the programs begin with, from the root of the project
 * @param beside - the notices of modules that the programs import and do not contain
 */
export async function expectNotices(
  file: string,
  entries: readonly string[],
  beside: string | null = null,
): Promise<void> {
  const notices = noticesIn(file);
  const all = [...notices, ...(beside === null ? [] : noticesIn(beside))];
  const names = all.map(({ title }) => title.split(' ')[0] ?? '');
  const imported = await packagesImportedBy(entries);
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((name) => !names.includes(name))).toEqual([]);
  for (const { title, text } of notices) {
    const [name = '', version] = title.split(' ');
    // A package may have another version of one in a folder of its own.
    const folders = globSync(`{,*/,@*/*/}node_modules/${name}`, { cwd: join(root, 'node_modules') });
    const folder = [name, ...folders]
      .map((path) => join(root, 'node_modules', path))
      .find((path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')).version === version);
    if (folder === undefined) throw new Error(`${title} is not installed.`);
    const [licence = ''] = globSync('LICEN[CS]E*', { cwd: folder });
    expect(text).toBe(readFileSync(join(folder, licence), 'utf8').trim());
    expect(text).toMatch(/copyright/i);
  }
}

interface Notice {
  /** The name and the version of a package. */
  readonly title: string;
  readonly text: string;
}

function noticesIn(file: string): readonly Notice[] {
  const [first = '', ...rest] = readFileSync(file, 'utf8').split(`\n${'-'.repeat(80)}\n\n`);
  return [first.slice(first.indexOf('\n\n') + 2), ...rest].map((notice) => {
    const [title = '', ...text] = notice.split('\n\n');
    return { title, text: text.join('\n\n').trim() };
  });
}
