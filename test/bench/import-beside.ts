/**
 * The rate of an import into a self-hosted server, alone and beside four clients that follow a link without pause:
 * `node test/bench/import-beside.ts`. They take turns in one workerd. It counts lines and follows.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { built } from '../worker/built.ts';
import { startWorkerd } from '../worker/workerd.ts';
import { median } from './download.ts';
import { startFollower } from './follower.ts';
import { recordLine } from './import.ts';
import { figure, markdownOf } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const LINES = Number(process.env.BENCH_LINES ?? 10_000);
const FOLLOWERS = 4;
/** Nobody else asks after this time. */
const QUIET_MS = 2500;
const TOKEN = 'bench-0123456789abcdef';

const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-beside-'));
const vars = { LINK_TOKENS: `bench:${TOKEN}:admin`, CLICK_DELAY: '1s', LOG: 'off' };
const workerd = await startWorkerd({
  waypost: { path: (await built()).module, vars, links: 'temporary', selfHost: true },
});
const origin = `http://127.0.0.1:${workerd.ports.get('waypost')}`;
let imported = 0;

async function send(path: string, body: string, type: string): Promise<string> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': type };
  const response = await fetch(origin + path, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  return response.text();
}

/** Lines a second of one import. */
async function importOnce(): Promise<number> {
  const indices = Array.from({ length: LINES }, (_, index) => imported + index);
  imported += LINES;
  const lines = (await Promise.all(indices.map(recordLine))).join('');
  const began = performance.now();
  const answer = await send('/v1/links/import', lines, 'application/x-ndjson');
  const rate = (LINES / (performance.now() - began)) * 1000;
  if (answer.split('"outcome":"created"').length - 1 !== LINES) throw new Error('not every line was imported');
  return rate;
}

try {
  await send(
    '/v1/links',
    JSON.stringify({ url: 'https://www.rfc-editor.org/', alias: 'neighbour' }),
    'application/json',
  );
  const rates = { alone: [] as number[], beside: [] as number[], ratio: [] as number[] };
  const follows = { idle: [] as number[], beside: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    await setTimeout(QUIET_MS);
    const alone = await importOnce();
    const followers = Array.from({ length: FOLLOWERS }, () => startFollower(`${origin}/neighbour`));
    for (const follower of followers) follower.enter('idle');
    await setTimeout(3000);
    for (const follower of followers) follower.enter('beside');
    const beside = await importOnce();
    for (const follower of followers) {
      const times = await follower.end();
      follows.idle.push(...(times.get('idle') ?? []));
      follows.beside.push(...(times.get('beside') ?? []));
    }
    rates.alone.push(alone);
    rates.beside.push(beside);
    rates.ratio.push(beside / alone);
  }
  const p = (times: readonly number[], part: number) =>
    figure(times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN);
  const row = (name: string, rate: readonly number[], times: readonly number[]) => [
    ...[name, figure(median(rate)), times.length === 0 ? '' : figure(times.length), p(times, 0.5), p(times, 0.99)],
  ];
  console.log(
    markdownOf({
      about: `Imports of ${figure(LINES)} lines, alone and beside ${FOLLOWERS} followers, at a load of ${figure(loadavg()[0] ?? 0)}. The rate beside them is ${median(rates.ratio).toFixed(2)} of that alone.`,
      head: ['', 'lines/s', 'follows', 'p50 (ms)', 'p99 (ms)'],
      rows: [
        row('an import alone', rates.alone, []),
        row('followers alone', [], follows.idle),
        row('an import beside followers', rates.beside, follows.beside),
      ],
    }),
  );
} finally {
  workerd.close();
  rmSync(folder, { recursive: true });
}
