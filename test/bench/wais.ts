/**
 * What the WAIS gateway costs: a document of 50 MB beside a bare Worker that pipes a socket into a response, in turns,
 * with records of two sizes; and the runtime's memory while half a gibibyte goes through.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Memory, measureMemory, median, ROUNDS, rateOf, startBoth, urlOf, WANTED } from './download.ts';
import { figure, type Table } from './table.ts';

const DOCUMENT = 50_000_000;
const LONG_DOCUMENT = 512 * 1024 * 1024;
/** As freeWAIS agrees to, and as much as the gateway asks for. */
const RECORDS = [100_000, 1024 * 1024];

interface Figures {
  readonly records: number;
  /** Megabytes a second, medians. */
  readonly gateway: number;
  readonly bare: number;
  readonly ratio: number;
  readonly memory: Memory;
}

/** Measures both sizes of records, one after the other. */
export async function benchWais(): Promise<Table> {
  const figures: Figures[] = [];
  for (const records of RECORDS) figures.push(await measure(records));
  return {
    about: `A document of 50 MB through the WAIS gateway, relative to a bare Worker (wanted: ${WANTED}); and memory while 512 MiB go through.`,
    head: ['records of', 'relative to a bare Worker', 'MB/s', 'bare, MB/s', 'memory before and at most, MiB'],
    rows: figures.map(({ records, gateway, bare, ratio, memory: { before, peak } }) => [
      ...[records.toLocaleString('en'), ratio.toFixed(2), figure(gateway), figure(bare)],
      `${before.toFixed(0)}, ${peak.toFixed(0)}`,
    ]),
  };
}

async function measure(records: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-wais-'));
  const source = fork(join(import.meta.dirname, 'wais-source.ts'), [String(records)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [port]: number[] = await once(source, 'message');
  const linkTo = (size: number): string => `/wais/127.0.0.1:${port}/db/PS/3=${size};`;
  const workerd = await startBoth(folder, port ?? 0, { EGRESS_ALLOW: `127.0.0.1:${port}` }, DOCUMENT);
  try {
    const rates: { gateway: number; bare: number }[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const gateway = await rateOf(urlOf(workerd, 'gateway', linkTo(DOCUMENT)), DOCUMENT);
      const bare = await rateOf(urlOf(workerd, 'bare'), DOCUMENT);
      if (round >= 0) rates.push({ gateway, bare });
    }
    return {
      records,
      gateway: median(rates.map(({ gateway }) => gateway)),
      bare: median(rates.map(({ bare }) => bare)),
      ratio: median(rates.map(({ gateway, bare }) => gateway / bare)),
      memory: await measureMemory(workerd, linkTo(LONG_DOCUMENT)),
    };
  } finally {
    workerd.close();
    source.disconnect();
    rmSync(folder, { recursive: true });
  }
}
