/** Folders with files for a test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes a folder for a test file, which is removed at its end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-files-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files into a folder, and returns a function from a name to its path. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): (name: string) => string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return (name) => join(folder, name);
}
