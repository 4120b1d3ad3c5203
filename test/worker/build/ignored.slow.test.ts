/** git and Docker ignore secrets. git itself reads the patterns. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

test.each([
  ['git', '.gitignore', (pattern: string) => pattern],
  // Without `**/`, a pattern of Docker is for the root alone.
  ['Docker', '.dockerignore', (pattern: string) => pattern.replace(/^(?!\*\*\/)/, '/')],
])('%s ignores files of secrets, settings and short links', (_, file, toGit) => {
  const secret = [
    ...[
      'waypost.env',
      'worker/self-host/waypost.env',
      '.env',
      '.env.local',
      'prod.env',
      '.dev.vars',
      '.dev.vars.staging',
    ],
    ...['wrangler.local.toml', 'wrangler.deploy.json', 'data/waypost-links/0123.sqlite'],
  ];
  const folder = mkdtempSync(join(tmpdir(), 'waypost-ignored-'));
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  writeFileSync(join(folder, '.gitignore'), lines.map((line) => (line === '' ? '' : toGit(line))).join('\n'));
  spawnSync('git', ['init', '--quiet'], options);
  // What the user of this machine ignores everywhere is not in the file.
  const own = ['-c', 'core.excludesFile=', 'check-ignore'];
  const { stdout } = spawnSync('git', [...own, ...secret, 'wrangler.toml', 'worker/build/deploy.ts'], options);
  rmSync(folder, { recursive: true });
  expect(stdout.trim().split('\n')).toEqual(secret);
});
