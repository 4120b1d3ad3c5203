/** Fetches Debian packages and unpacks them, without installing anything. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where packages are kept, outside of the checkout: `$WAYPOST_CORPUS`, or a folder of the user's cache. */
export const cache = process.env.WAYPOST_CORPUS ?? join(homedir(), '.cache/waypost-corpus');

/**
 * The folders of the packages, fetched if they are not there.
 *
 * @returns the packages that are there, and those that could not be fetched
 */
export function unpack(names: readonly string[]): {
  readonly folders: ReadonlyMap<string, string>;
  readonly missing: string[];
} {
  const folders = new Map<string, string>();
  const missing: string[] = [];
  for (const name of names) {
    const folder = join(cache, 'packages', name);
    if (existsSync(folder) || fetchInto(name, folder)) folders.set(name, folder);
    else missing.push(name);
  }
  return { folders, missing };
}

function fetchInto(name: string, folder: string): boolean {
  const download = join(cache, `download-${process.pid}`);
  rmSync(download, { recursive: true, force: true });
  mkdirSync(join(download, 'files'), { recursive: true });
  try {
    const fetched = spawnSync('apt-get', ['download', '-q', name], { cwd: download, stdio: 'ignore' });
    const file = readdirSync(download).find((file) => file.endsWith('.deb'));
    if (fetched.status !== 0 || file === undefined) return false;
    const files = join(download, 'files');
    if (spawnSync('dpkg-deb', ['-x', file, files], { cwd: download, stdio: 'ignore' }).status !== 0) return false;
    mkdirSync(join(folder, '..'), { recursive: true });
    renameSync(files, folder);
    return true;
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}
