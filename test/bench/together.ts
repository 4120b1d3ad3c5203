/**
 * The library and the platform's `URL` in one process, taking turns, as in a program that uses both. Engines optimize
 * less here than for one candidate alone. CPU time is measured, so that a busy machine disturbs it less.
 */
import { readFileSync } from 'node:fs';
import { canonicalize, resolve } from '../../src/index.ts';
import { makeCitations, makeCorpus } from './corpus.ts';
import type { Table } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 45);
const WARM_UP_ROUNDS = 15;

/** The links of a file in Latin-1, one on each line. */
const linesOf = (file: string): readonly string[] =>
  readFileSync(file, 'latin1')
    .split('\n')
    .filter((line) => line !== '');

/** Strings whose hash and shape nothing has prepared. */
const fresh = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => Buffer.from(text, 'latin1').toString('latin1'));

interface Task {
  readonly name: string;
  readonly size: number;
  readonly native: (index: number) => string;
  readonly own: (index: number) => string;
}

function canonicalizing(name: string, links: readonly string[]): Task {
  const urls = fresh(links);
  return {
    name,
    size: urls.length,
    native: (index) => new URL(urls[index] ?? '').href,
    own: (index) => canonicalize(urls[index] ?? ''),
  };
}

function tasks(): readonly Task[] {
  const corpus = makeCorpus().map(({ url }) => url);
  const citations = makeCitations();
  const archive = process.env.BENCH_CORPUS;
  return [
    canonicalizing('canonicalize, mixed', corpus),
    ...(archive === undefined ? [] : [canonicalizing('canonicalize, the links of `BENCH_CORPUS`', linesOf(archive))]),
    canonicalizing(
      'canonicalize, already canonical',
      corpus.map((url) => canonicalize(url)),
    ),
    {
      name: 'resolve',
      size: citations.length,
      native: (index) => new URL(citations[index]?.reference ?? '', citations[index]?.base).href,
      own: (index) => resolve(citations[index]?.reference ?? '', citations[index]?.base ?? ''),
    },
  ];
}

/** Nanoseconds of CPU for one call. */
function costOf(size: number, call: (index: number) => string): number {
  const before = process.cpuUsage();
  let length = 0;
  for (let index = 0; index < size; index++) {
    try {
      length += call(index).length;
    } catch {
      // Each refuses some links.
    }
  }
  const { user, system } = process.cpuUsage(before);
  if (length === 0) throw new Error('nothing was measured');
  return ((user + system) * 1000) / size;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Measures all tasks. */
export async function benchTogether(): Promise<Table> {
  const rows = tasks().map(({ name, size, native, own }) => {
    const pairs: { native: number; own: number }[] = [];
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      const pair = { native: costOf(size, native), own: costOf(size, own) };
      if (round >= 0) pairs.push(pair);
    }
    const ratio = median(pairs.map(({ native, own }) => own / native)).toFixed(2);
    return [
      name,
      ratio,
      median(pairs.map(({ own }) => own)).toFixed(0),
      median(pairs.map((pair) => pair.native)).toFixed(0),
    ];
  });
  return {
    about: 'Waypost and native `URL` in one process, taking turns: CPU time, medians.',
    head: ['task', '× native', 'Waypost, ns', 'native, ns'],
    rows,
  };
}
