/** The one temporary folder of a run of the tests. */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

/** The variable that names the folder: programs that ask for the temporary folder of the machine get this one. */
const VARIABLE = 'TMPDIR';

const PREFIX = 'waypost-tests-';

/** Makes the folder for this process and all that it starts, and removes it at its end; unless there is one. */
export function makeFolder(): void {
  if (isFolderOfTests(tmpdir())) return;
  const folder = mkdtempSync(join(realpathSync(tmpdir()), PREFIX));
  // Some tests start servers as another user, who must reach the files that they are given.
  chmodSync(folder, 0o711);
  process.env[VARIABLE] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

/** Whether a path is in the folder, or is the folder. */
export function isFolderOfTests(path: string): boolean {
  const folder = process.env[VARIABLE];
  return folder?.includes(PREFIX) === true && (path === folder || path.startsWith(folder + sep));
}
