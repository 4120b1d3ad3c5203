/**
 * Imports of short links, in lines a second: exports of Waypost beside CSV of another shortener, in turns in one
 * workerd, set up as on self-host. Also the export, and the size of the store. `node test/bench/import.ts` prints the
 * table.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf, HASH_LENGTH } from '../../src/links/slug.ts';
import { built } from '../worker/built.ts';
import { type RunningWorkerd, startWorkerd } from '../worker/workerd.ts';
import { figure, markdownOf, type Table } from './table.ts';

const LINKS = Number(process.env.BENCH_LINKS ?? 100_000);
/** The lines of one request, as README advises for Cloudflare. */
const LINES = 10_000;
const TOKEN = 'bench-0123456789abcdef';
const METRICS_TOKEN = 'metrics-0123456789';
const AT = '2026-01-31T12:00:00.000Z';
const CSV_HEADER = 'keyword,url,title,timestamp,ip,clicks\n';

const urlOf = (index: number) => `https://www.rfc-editor.org/rfc/rfc${index}`;

/** The line of an export for a link. */
export async function recordLine(index: number): Promise<string> {
  const slug = (await digestOf(urlOf(index))).slice(0, HASH_LENGTH);
  const claims = [{ owner: 'bench', createdAt: AT, expiresAt: null, title: null, note: null }];
  const record = { slug, url: urlOf(index), createdAt: AT, clicks: 7, lastClickAt: AT, blocked: null, claims };
  return `${JSON.stringify(record)}\n`;
}

const rowOf = (index: number) =>
  `k${index.toString(36)}X,${urlOf(index)},Title ${index},2012-03-04 05:06:07,192.0.2.1,7\n`;

async function importTo({ ports }: RunningWorkerd, name: string, type: string, body: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${ports.get(name)}/v1/links/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': type },
    body,
  });
  const created = (await response.text()).split('"outcome":"created"').length - 1;
  if (created !== LINES) throw new Error(`${created} of ${LINES} lines of ${name} were imported`);
  return performance.now() - began;
}

/** Measures, and returns the table. */
export async function benchImport(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-import-'));
  const vars = { LINK_TOKENS: `bench:${TOKEN}:admin`, METRICS_TOKEN };
  const stores = { lines: join(folder, 'lines'), csv: join(folder, 'csv') };
  for (const store of Object.values(stores)) mkdirSync(store);
  try {
    const path = (await built()).module;
    const workerd = await startWorkerd({
      lines: { path, vars, links: stores.lines, selfHost: true },
      csv: { path, vars, links: stores.csv, selfHost: true },
    });
    const times = { lines: 0, csv: 0 };
    for (let from = 0; from < LINKS; from += LINES) {
      const indices = Array.from({ length: LINES }, (_, index) => from + index);
      const lines = (await Promise.all(indices.map(recordLine))).join('');
      times.lines += await importTo(workerd, 'lines', 'application/x-ndjson', lines);
      times.csv += await importTo(workerd, 'csv', 'text/csv', CSV_HEADER + indices.map(rowOf).join(''));
    }
    const exporting = await exportFrom(workerd);
    const size = await storeSize(workerd);
    await workerd.kill();
    return tableOf(times, exporting, size);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds of an export. */
async function exportFrom({ ports }: RunningWorkerd): Promise<number> {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${ports.get('lines')}/v1/links/export`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  const lines = (await response.text()).split('\n').length - 1;
  if (lines !== LINKS) throw new Error(`${lines} of ${LINKS} links were exported`);
  return performance.now() - began;
}

/** The octets of all stores, as they count them: the files also have what SQLite has not written back yet. */
async function storeSize({ ports }: RunningWorkerd): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${ports.get('lines')}/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const [, octets] = /^waypost_store_bytes (\d+)$/m.exec(await response.text()) ?? [];
  if (octets === undefined) throw new Error('/metrics does not have the octets of the stores');
  return Number(octets);
}

function tableOf(times: { lines: number; csv: number }, exporting: number, size: number): Table {
  const rate = (milliseconds: number) => figure((LINKS / milliseconds) * 1000);
  return {
    about: `${figure(LINKS)} short links moved on self-host, in requests of ${figure(LINES)} lines that take turns.`,
    head: ['what', 'lines/s', 'relative to lines of Waypost'],
    rows: [
      ['import of an export of Waypost', rate(times.lines), '1'],
      ['import of CSV as YOURLS writes it', rate(times.csv), (times.lines / times.csv).toFixed(2)],
      ['export', rate(exporting), (times.lines / exporting).toFixed(2)],
      ['octets of the store for each link', figure(size / LINKS), ''],
    ],
  };
}

if (import.meta.main) console.log(markdownOf(await benchImport()));
