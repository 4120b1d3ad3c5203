/**
 * Writes the static assets into `worker/public`. wrangler runs this by itself, before it serves or deploys.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi } from './openapi/document.ts';

const root = join(import.meta.dirname, '..');
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

write('openapi.json', `${JSON.stringify(describeApi(version), null, 2)}\n`);

/** Replaces a file in one step, if it is another one: others may be serving the folder, or building it too. */
function write(name: string, content: string): void {
  const path = join(root, 'worker/public', name);
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return;
  const drafts = join(root, '.wrangler');
  mkdirSync(drafts, { recursive: true });
  const draft = join(drafts, `${name}.${process.pid}`);
  writeFileSync(draft, content);
  renameSync(draft, path);
}
