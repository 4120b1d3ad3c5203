/**
 * `npm run real-links`: canonicalizes links that people wrote. Nothing but a `UrlError` may be thrown, each canonical
 * form must be stable, and `explain` must agree. Prints the refusals by code; with a code as its argument, the links
 * that it refuses. `REAL_LINKS` names the file: on each line a link, a tab, and how often it was found.
 */
import { existsSync, readFileSync } from 'node:fs';
import { canonicalize, diagnostics, explain, UrlError } from '../../src/index.ts';

const file = process.env.REAL_LINKS ?? '../shared/bench/real-links.tsv';
const [wanted] = process.argv.slice(2);

interface Row {
  readonly link: string;
  readonly count: number;
}

function readRows(): readonly Row[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => {
    const tab = line.lastIndexOf('\t');
    return { link: line.slice(0, tab), count: Number(line.slice(tab + 1)) };
  });
}

/** What is wrong with the library's answer; `null` if nothing is. A refusal is not. */
function faultOf(link: string, refuse: (code: string) => void): string | null {
  try {
    const canonical = canonicalize(link);
    if (canonicalize(canonical) !== canonical) return `${canonical} is not stable: ${canonicalize(canonical)}`;
    const explained = explain(link);
    if (explained.canonical !== canonical) return `explain has ${explained.canonical}`;
    const again = explain(canonical);
    if (JSON.stringify([again.details, again.request]) !== JSON.stringify([explained.details, explained.request]))
      return `${canonical} has another meaning`;
    return null;
  } catch (error) {
    if (!(error instanceof UrlError)) return String(error);
    if (error.index < 0 || error.index > link.length) return `${error.code} is at ${error.index}`;
    refuse(error.code);
    return null;
  }
}

function run(rows: readonly Row[]): number {
  const refused = new Map<string, { rows: number; count: number }>();
  let faults = 0;
  for (const { link, count } of rows) {
    const fault = faultOf(link, (code) => {
      const total = refused.get(code) ?? { rows: 0, count: 0 };
      refused.set(code, { rows: total.rows + 1, count: total.count + count });
      if (code === wanted) console.log(`${count}\t${link}`);
    });
    if (fault === null) continue;
    faults++;
    console.log(`fault  ${JSON.stringify(link)}: ${fault}`);
  }
  if (wanted === undefined) printRefusals(rows, refused);
  return faults;
}

function printRefusals(rows: readonly Row[], refused: ReadonlyMap<string, { rows: number; count: number }>): void {
  const messages = new Map<string, string>(Object.entries(diagnostics).map(([code, { message }]) => [code, message]));
  const all = [...refused.values()].reduce((sum, { rows }) => sum + rows, 0);
  console.log(`${rows.length} links, ${all} of them refused:`);
  console.log('  links   found  code');
  for (const [code, { rows, count }] of [...refused].sort(([, a], [, b]) => b.rows - a.rows))
    console.log(`${String(rows).padStart(7)}${String(count).padStart(8)}  ${code}: ${messages.get(code) ?? ''}`);
}

if (existsSync(file)) process.exitCode = run(readRows()) === 0 ? 0 : 1;
else console.log(`Real links were NOT tried: there is no file ${file}. Set REAL_LINKS to a list of links.`);
