/**
 * The size of the Worker as the platform counts it: bundled and minified by wrangler, then compressed.
 * `node test/bundle-size.ts` prints it and fails above the limit.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundle } from './worker/workerd.ts';

/** KiB after gzip, by what the bundle holds. */
const LIMITS = {
  'library and JSON API': 40,
} as const;

const STAGE: keyof typeof LIMITS = 'library and JSON API';

const folder = mkdtempSync(join(tmpdir(), 'waypost-bundle-'));
const built = readFileSync(bundle(folder));
rmSync(folder, { recursive: true });

const size = gzipSync(built, { level: 9 }).length / 1024;
const limit = LIMITS[STAGE];
const verdict = size <= limit ? 'ok' : 'too large';
const minified = (built.length / 1024).toFixed(1);
console.log(`${STAGE}: ${size.toFixed(1)} KiB gzip (${minified} KiB minified), limit ${limit} KiB: ${verdict}`);
if (size > limit) process.exitCode = 1;
