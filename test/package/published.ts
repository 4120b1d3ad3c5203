/**
 * The package as its users get it: built, packed, and installed into an empty folder without a network.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
const { resolve } = createRequire(import.meta.url);

export interface Published {
  /** What `npm run build` writes. */
  readonly dist: string;
  /** The file that `npm pack` writes. */
  readonly tarball: string;
  /** A folder with the package in its `node_modules`. */
  readonly consumer: string;
  readonly remove: () => void;
}

/** Runs a program and returns its output. */
export function output(command: string, args: readonly string[], cwd: string, input = ''): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** The folder of a package that is installed here. */
export function folderOf(name: string): string {
  return dirname(resolve(`${name}/package.json`));
}

/** Builds, packs and installs. */
export function publish(): Published {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-package-'));
  const dist = join(folder, 'dist');
  output(process.execPath, [join(root, 'worker/build/package/build.ts'), dist], root);
  const consumer = join(folder, 'consumer');
  mkdirSync(consumer);
  const pack = (from: string): string =>
    join(folder, output('npm', ['pack', from, '--silent', '--pack-destination', folder], folder).trim());
  const tarball = pack(dist);
  writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }');
  const { dependencies } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'));
  const needed = Object.keys(dependencies).map((name) => pack(folderOf(name)));
  output('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball, ...needed], consumer);
  return { dist, tarball, consumer, remove: () => rmSync(folder, { recursive: true }) };
}
