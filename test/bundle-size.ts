/**
 * The size of the Worker as the platform counts it: bundled and minified by wrangler, then compressed.
 * `node test/bundle-size.ts` prints it and fails above the limit.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** KiB after gzip, by what the bundle holds. */
const LIMITS = {
  'library and JSON API': 40,
} as const;

const STAGE: keyof typeof LIMITS = 'library and JSON API';

const root = join(import.meta.dirname, '..');
const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin/wrangler.js');
const folder = mkdtempSync(join(tmpdir(), 'waypost-bundle-'));
try {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [wrangler, 'deploy', '--dry-run', '--outdir', folder],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' },
    },
  );
  if (status !== 0) throw new Error(`wrangler could not build the Worker:\n${stdout}${stderr}`);
  const bundle = readFileSync(join(folder, 'index.js'));
  const size = gzipSync(bundle, { level: 9 }).length / 1024;
  const limit = LIMITS[STAGE];
  const verdict = size <= limit ? 'ok' : 'too large';
  console.log(
    `${STAGE}: ${size.toFixed(1)} KiB gzip (${(bundle.length / 1024).toFixed(1)} KiB minified), limit ${limit} KiB: ${verdict}`,
  );
  if (size > limit) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
