/** What a build is made of, as a name for it: the same name means that nothing has to be built. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A hash of the names and octets of files of the project, by their patterns. */
export function fingerprint(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of globSync(inputs, { cwd: root }).toSorted()) {
    const file = join(root, path);
    if (!statSync(file).isFile()) continue;
    hash.update(`${path}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
