/** The scores of the folders whose planted faults were tried. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Table } from '../bench/table.ts';

const FILE = join(import.meta.dirname, 'scores.json');

/** What became of the faults of a folder. */
export interface Score {
  readonly planted: number;
  readonly seen: number;
  /** Faults that no test can see, by `equivalent.ts`. */
  readonly equivalent: number;
  /** The day, in ISO 8601. */
  readonly measured: string;
  /** Every so many of the faults was tried. Absent = all. */
  readonly sample?: number;
}

function read(): Readonly<Record<string, Score>> {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
}

/** Keeps the scores of some folders. */
export function keepScores(scores: Readonly<Record<string, Score>>): void {
  const all = Object.entries({ ...read(), ...scores }).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/** The share of the faults that could be seen and were. */
export function shareOf({ planted, seen, equivalent }: Score): string {
  return `${((100 * seen) / (planted - equivalent)).toFixed(1)} %`;
}

/** All scores as a table. */
export function scoresTable(scores: Readonly<Record<string, Score>> = read()): Table {
  return {
    about:
      'Small faults that `npm run mutate` plants one by one, and how many of them the tests of `npm test` see. Each is ' +
      'tried with at most twelve test files near its module, so the shares are lower bounds.',
    head: ['folder', 'planted', 'seen', 'cannot be seen', 'share', 'measured'],
    rows: Object.entries(scores).map(([folder, score]) => [
      ...[
        `\`${folder}\`${score.sample === undefined ? '' : ` (1 of ${score.sample})`}`,
        ...[score.planted, score.seen, score.equivalent].map((count) => count.toLocaleString('en')),
      ],
      ...[shareOf(score), score.measured],
    ]),
  };
}
