/**
 * Measures what a browser loads for the explorer, each part compressed: the page and everything that it refers to, and
 * then what its script loads when somebody turns to it. And what the documentation loads beside its text, and when
 * somebody types in its search; and the script of the page for lists. `npm run page-weight` prints the sizes. It fails
 * if a sum is above its limit, or not what docs/explorer.md reports.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { assets } from '../worker/pages/parts/assets.ts';
import { startWorker } from './worker/harness.ts';

/** The limits of the sums, in KiB after gzip. */
const LIMITS = { page: 24, script: 59, docs: 4, search: 225, list: 68 };

// The runtime that tests share would not end.
const worker = await startWorker({}, { platform: true });
const load = async (path: string): Promise<Buffer> => {
  const response = await worker.fetch(path, { headers: { Accept: 'text/html' } });
  if (!response.ok) throw new Error(`${path} is a ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
};

const page = await load('/');
const linked = page
  .toString()
  .matchAll(/<(?:link rel="(?:stylesheet|icon|modulepreload)"|script)[^>]*? (?:href|src)="([^"]+)"/g);
const first = new Map([['/', page]]);
for (const [, path = ''] of linked) first.set(path, await load(path));

/** What the scripts of the page import when they are asked to, and what that needs. */
const later = new Map<string, Buffer>();
async function follow(script: Buffer, pattern: RegExp): Promise<void> {
  for (const [, name = ''] of script.toString().matchAll(pattern)) {
    const path = `/assets/${name}`;
    if (first.has(path) || later.has(path)) continue;
    const octets = await load(path);
    later.set(path, octets);
    await follow(octets, /\bfrom"\.\/([^"]+)"/g);
  }
}
for (const [path, octets] of first) if (path.includes('.js')) await follow(octets, /\bimport\("\.\/([^"]+)"\)/g);
const loadAll = async (paths: readonly string[]) =>
  new Map(await Promise.all(paths.map(async (path) => [path, await load(`/${path}`)] as const)));
const ofDocuments = await loadAll([assets.docsScript, assets.docsStylesheet]);
const ofSearch = await loadAll([assets.docsSearch, assets.docsIndex]);
const ofLists = await loadAll([assets.checkScript]);
await worker.close();

/** Prints the sizes of these parts, and returns their sum in KiB. */
function weigh(what: string, parts: ReadonlyMap<string, Buffer>, limit: number): number {
  let sum = 0;
  for (const [path, octets] of parts) {
    const weight = gzipSync(octets, { level: 9 }).length / 1024;
    sum += weight;
    console.log(`${weight.toFixed(1).padStart(6)} KiB  ${path.replace(/\?.*/, '')}`);
  }
  const isLight = sum <= limit;
  console.log(`${sum.toFixed(1).padStart(6)} KiB gzip ${what}, limit ${limit} KiB: ${isLight ? 'ok' : 'too heavy'}\n`);
  if (!isLight) process.exitCode = 1;
  return sum;
}

const sums = [weigh('for the page', first, LIMITS.page), weigh('more when somebody turns to it', later, LIMITS.script)];
weigh('of the documentation beside its text', ofDocuments, LIMITS.docs);
weigh('when somebody types in its search', ofSearch, LIMITS.search);
weigh('of the script for lists', ofLists, LIMITS.list);
const text = readFileSync(join(import.meta.dirname, '../docs/explorer.md'), 'utf8');
const reported = (/\bThe page\s+weighs\s+(\d+)\s+KiB,\s+and its script[^.]*?\s(\d+)\s+KiB more/.exec(text) ?? [])
  .slice(1)
  .map(Number);
if (!sums.every((sum, at) => Math.abs(sum - (reported[at] ?? 0)) < 1)) {
  console.log(`docs/explorer.md reports ${reported.join(' and ')} KiB`);
  process.exitCode = 1;
}
if (first.size < 4 || later.size < 2) process.exitCode = 1;
