/**
 * `npm run conformance`: compares the library with the test suites of other projects. For each suite it prints how many
 * rows pass, differ on purpose, or miss. It exits with 1 if a row misses.
 */
import { existsSync } from 'node:fs';
import { differences } from './differences.ts';
import { groupOf, type Judgement, judge } from './judges.ts';
import { runProspero } from './prospero.ts';
import { type Row, readSuites } from './rows.ts';
import { runScreens, SCREENS } from './screens.ts';
import { runWais } from './wais.ts';

const folder = process.env.SUITES ?? '../shared/suites';

interface Count {
  pass: number;
  difference: number;
  miss: number;
}

function run(rows: readonly Row[]): number {
  const counts = new Map<string, Count>();
  const reasons = new Map<string, number>(differences.map(({ reason }) => [reason, 0]));
  const misses: { row: Row; judgement: Judgement }[] = [];
  for (const row of rows) {
    const judgement = judge(row);
    const group = groupOf(row);
    const count = counts.get(group) ?? { pass: 0, difference: 0, miss: 0 };
    counts.set(group, count);
    const difference = judgement.pass ? undefined : differences.find(({ covers }) => covers(row, judgement));
    if (judgement.pass) count.pass++;
    else if (difference) {
      count.difference++;
      reasons.set(difference.reason, (reasons.get(difference.reason) ?? 0) + 1);
    } else {
      count.miss++;
      misses.push({ row, judgement });
    }
  }
  printCounts(counts);
  printReasons(reasons);
  for (const { row, judgement } of misses) printMiss(row, judgement);
  const idle = [...reasons].filter(([, rows]) => rows === 0);
  for (const [reason] of idle) console.log(`\nNo row needs this difference: ${reason}`);
  return misses.length + idle.length;
}

function printCounts(counts: ReadonlyMap<string, Count>): void {
  const width = Math.max(...[...counts.keys()].map((group) => group.length));
  const line = (group: string, ...cells: readonly (string | number)[]): string =>
    group.padEnd(width) + cells.map((cell) => String(cell).padStart(12)).join('');
  console.log(line('suite', 'pass', 'difference', 'miss'));
  const total: Count = { pass: 0, difference: 0, miss: 0 };
  for (const [group, { pass, difference, miss }] of counts) {
    console.log(line(group, pass, difference, miss));
    total.pass += pass;
    total.difference += difference;
    total.miss += miss;
  }
  console.log(line('total', total.pass, total.difference, total.miss));
}

function printReasons(reasons: ReadonlyMap<string, number>): void {
  console.log('\nDeliberate differences:');
  for (const [reason, rows] of reasons) if (rows > 0) console.log(`${String(rows).padStart(5)}  ${reason}`);
}

function printMiss({ suite, op, input, base, other, expect, valid, note }: Row, { got, codes }: Judgement): void {
  const asked = { input, ...(base === undefined ? {} : { base }), ...(other === undefined ? {} : { other }) };
  const wanted = op === 'validate' ? (valid ? 'valid' : 'some notice') : JSON.stringify(expect);
  console.log(`\nmiss  ${suite} ${op}${note === undefined ? '' : ` (${note.slice(0, 40)})`}  ${JSON.stringify(asked)}`);
  console.log(`      got     ${JSON.stringify(got)}${codes.length > 0 ? ` with ${codes.join(', ')}` : ''}`);
  console.log(`      wanted  ${wanted}`);
}

if (existsSync(folder)) {
  const { rows, otherLines } = readSuites(folder);
  process.exitCode = run(rows) + runScreens(folder) + runProspero(folder) + runWais(folder) > 0 ? 1 : 0;
  for (const [name, count] of otherLines)
    if (name !== SCREENS) console.log(`\nNot judged: ${count} lines of ${name}, which have no "op".`);
} else {
  console.log(
    `Conformance was NOT checked: there is no folder ${folder}. Set SUITES to a folder with *.jsonl test suites.`,
  );
}
