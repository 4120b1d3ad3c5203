/**
 * What a browser loads to show the explorer, as it comes over the network: the page, and all that it refers to,
 * each compressed. `node test/page-weight.ts` prints it and fails above the limit.
 */
import { gzipSync } from 'node:zlib';
import { startWorker } from './worker/harness.ts';

/** KiB after gzip. */
const LIMIT = 60;

const worker = await startWorker();
const load = async (path: string): Promise<Buffer> => {
  const response = await worker.fetch(path, { headers: { Accept: 'text/html' } });
  if (!response.ok) throw new Error(`${path} is a ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
};

const page = await load('/');
const loaded = page.toString().matchAll(/<(?:link rel="(?:stylesheet|icon)"|script)[^>]*? (?:href|src)="([^"]+)"/g);
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
if (parts.size < 3 || sum > LIMIT) process.exitCode = 1;
