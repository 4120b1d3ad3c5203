/**
 * Requests a second of `GET /{slug}`, which finds a link, counts the click on disk and redirects, beside a Worker that
 * redirects to a constant, taking turns in one workerd. `node test/bench/links.ts` prints the table.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, startWorkerd } from '../worker/workerd.ts';
import { burst } from './client.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const WARM_UP_ROUNDS = 5;
const TURN = 1000;
/** Links that are followed in turn, so that every shard has work. */
const LINKS = 64;

const TOKEN = 'bench-0123456789abcdef';

export interface Row {
  readonly name: string;
  /** Median over the rounds. */
  readonly requestsPerSecond: number;
  /** Relative to the constant in the same round, median; `null` for itself. */
  readonly ratio: number | null;
}

/** Measures, prints the table, and returns its rows. */
export async function benchLinks(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-links-'));
  const links = join(folder, 'links');
  mkdirSync(links);
  const constant = join(folder, 'constant.js');
  const path = bundle(folder);
  writeFileSync(
    constant,
    `export default { fetch: () => new Response(null, { status: 308, headers: { Location: 'https://h.example/' } }) };`,
  );
  const { ports, close } = await startWorkerd({
    waypost: { path, vars: { LINK_TOKENS: `bench:${TOKEN}`, LOG: 'off' }, links },
    constant: { path: constant, vars: {} },
  });
  try {
    const waypost = ports.get('waypost') ?? 0;
    const slugs = await Promise.all(Array.from({ length: LINKS }, (_, index) => make(waypost, index)));
    const targets = slugs.map((slug) => `/${slug}`);
    const own: number[] = [];
    const other: number[] = [];
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      const rates = [await burst(waypost, targets, TURN), await burst(ports.get('constant') ?? 0, targets, TURN)];
      if (round < 0) continue;
      own.push(rates[0] ?? Number.NaN);
      other.push(rates[1] ?? Number.NaN);
    }
    const rows = [
      {
        name: 'GET /{slug}',
        requestsPerSecond: median(own),
        ratio: median(own.map((rate, i) => rate / (other[i] ?? Number.NaN))),
      },
      { name: 'a constant redirect', requestsPerSecond: median(other), ratio: null },
    ];
    for (const { name, requestsPerSecond, ratio } of rows) {
      console.log(
        `${name.padEnd(24)} ${requestsPerSecond.toFixed(0).padStart(7)} requests/s ${ratio === null ? '' : ratio.toFixed(3)}`,
      );
    }
    return rows;
  } finally {
    close();
    rmSync(folder, { recursive: true });
  }
}

async function make(port: number, index: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/links`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `https://www.rfc-editor.org/rfc/rfc${index}` }),
  });
  const { slug }: { slug: string } = await response.json();
  return slug;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

if (import.meta.main) await benchLinks();
