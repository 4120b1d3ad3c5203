/**
 * `npm run conformance`: writes docs/conformance.md from the suites that this repository and its packages carry, and
 * compares the library with the test suites of other projects, if they are there. For each suite it prints how many
 * rows pass, differ on purpose, show a known gap, or miss, and how many other libraries read right. It exits with 1 if
 * a row misses.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { carriedSuites } from './carried.ts';
import { type Difference, differences } from './differences.ts';
import { compared, conformanceDocument, tableOf } from './document.ts';
import { gaps } from './gaps.ts';
import { groupOf, type Judgement, judge } from './judges.ts';
import { COMPARED } from './libraries.ts';
import { runProspero } from './prospero.ts';
import { type Row, readSuites } from './rows.ts';
import { runScreens, SCREENS } from './screens.ts';
import { runWais } from './wais.ts';

const folder = process.env.SUITES ?? '../shared/suites';

interface Count {
  pass: number;
  difference: number;
  gap: number;
  miss: number;
}

function run(rows: readonly Row[]): number {
  const counts = new Map<string, Count>();
  const reasons = new Map<string, number>([...differences, ...gaps].map(({ reason }) => [reason, 0]));
  const misses: { row: Row; judgement: Judgement }[] = [];
  for (const row of rows) {
    const judgement = judge(row);
    const group = groupOf(row);
    const count = counts.get(group) ?? { pass: 0, difference: 0, gap: 0, miss: 0 };
    counts.set(group, count);
    const known = ({ covers }: Difference): boolean => covers(row, judgement);
    const difference = judgement.pass ? undefined : differences.find(known);
    const gap = judgement.pass || difference ? undefined : gaps.find(known);
    const reason = (difference ?? gap)?.reason;
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (judgement.pass) count.pass++;
    else if (difference) count.difference++;
    else if (gap) count.gap++;
    else {
      count.miss++;
      misses.push({ row, judgement });
    }
  }
  printCounts(counts);
  printReasons(reasons);
  for (const { row, judgement } of misses) printMiss(row, judgement);
  const idle = [...reasons].filter(([, rows]) => rows === 0);
  for (const [reason] of idle) console.log(`\nNo row needs this difference or gap: ${reason}`);
  return misses.length + idle.length;
}

function printCounts(counts: ReadonlyMap<string, Count>): void {
  const width = Math.max(...[...counts.keys()].map((group) => group.length));
  const line = (group: string, ...cells: readonly (string | number)[]): string =>
    group.padEnd(width) + cells.map((cell) => String(cell).padStart(12)).join('');
  console.log(line('suite', 'pass', 'difference', 'gap', 'miss'));
  const total: Count = { pass: 0, difference: 0, gap: 0, miss: 0 };
  for (const [group, { pass, difference, gap, miss }] of counts) {
    console.log(line(group, pass, difference, gap, miss));
    total.pass += pass;
    total.difference += difference;
    total.gap += gap;
    total.miss += miss;
  }
  console.log(line('total', total.pass, total.difference, total.gap, total.miss));
}

function printReasons(reasons: ReadonlyMap<string, number>): void {
  console.log('\nDeliberate differences, and what is not done yet:');
  for (const [reason, rows] of reasons) if (rows > 0) console.log(`${String(rows).padStart(5)}  ${reason}`);
}

function printMiss({ suite, op, input, base, other, expect, valid, note }: Row, { got, codes }: Judgement): void {
  const asked = { input, ...(base === undefined ? {} : { base }), ...(other === undefined ? {} : { other }) };
  const wanted = op === 'validate' ? (valid ? 'valid' : 'some notice') : JSON.stringify(expect);
  console.log(`\nmiss  ${suite} ${op}${note === undefined ? '' : ` (${note.slice(0, 40)})`}  ${JSON.stringify(asked)}`);
  console.log(`      got     ${JSON.stringify(got)}${codes.length > 0 ? ` with ${codes.join(', ')}` : ''}`);
  console.log(`      wanted  ${wanted}`);
}

/** How other libraries read the rows that all of them can read. */
function printOthers(rows: readonly Row[]): void {
  const suites = Map.groupBy(
    // Lax resolution is an option, which each library spells in its own way.
    rows.filter(({ op, spec = '' }) => COMPARED.has(op) && !spec.includes('lax')),
    groupOf,
  );
  const comparisons = [...suites].map(([name, rows]) => compared({ name, version: '', rows }));
  console.log(`\nThe same rows, each library by its own normal form:\n\n${tableOf(comparisons).join('\n')}`);
}

writeFileSync(join(import.meta.dirname, '../../docs/conformance.md'), conformanceDocument(carriedSuites()));
console.log('docs/conformance.md is written.\n');

if (existsSync(folder)) {
  const { rows, otherLines } = readSuites(folder);
  const misses = run(rows);
  printOthers(rows);
  process.exitCode = misses + runScreens(folder) + runProspero(folder) + runWais(folder) > 0 ? 1 : 0;
  for (const [name, count] of otherLines)
    if (name !== SCREENS) console.log(`\nNot judged: ${count} lines of ${name}, which have no "op".`);
} else {
  console.log(
    `The suites of other projects were NOT checked: there is no folder ${folder}. Set SUITES to a folder with *.jsonl test suites.`,
  );
}
