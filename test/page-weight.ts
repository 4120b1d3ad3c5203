/**
 * Measures what a browser loads for the explorer: the page and everything that it refers to, each compressed.
 * `npm run page-weight` prints the sizes. It fails if their sum is above the limit, or not what README reports.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startWorker } from './worker/harness.ts';

/** The limit of the sum, in KiB after gzip. */
const LIMIT = 60;

// The runtime that tests share would not end.
const worker = await startWorker({}, { platform: true });
const load = async (path: string): Promise<Buffer> => {
  const response = await worker.fetch(path, { headers: { Accept: 'text/html' } });
  if (!response.ok) throw new Error(`${path} is a ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
};

const page = await load('/');
const loaded = page
  .toString()
  .matchAll(/<(?:link rel="(?:stylesheet|icon|modulepreload)"|script)[^>]*? (?:href|src)="([^"]+)"/g);
const parts = new Map([['/', page]]);
for (const [, path = ''] of loaded) parts.set(path, await load(path));
await worker.close();

let sum = 0;
for (const [path, octets] of parts) {
  const weight = gzipSync(octets, { level: 9 }).length / 1024;
  sum += weight;
  console.log(`${weight.toFixed(1).padStart(6)} KiB  ${path.replace(/\?.*/, '')}`);
}
console.log(`${sum.toFixed(1).padStart(6)} KiB gzip in all, limit ${LIMIT} KiB: ${sum <= LIMIT ? 'ok' : 'too heavy'}`);

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const reported = Number(/\bAll of it weighs (\d+) KiB \(limit/.exec(readme)?.[1]);
const isReported = Math.abs(sum - reported) < 1;
if (!isReported) console.log(`README reports ${reported} KiB`);
if (parts.size < 5 || sum > LIMIT || !isReported) process.exitCode = 1;
