/**
 * `npm run compare -- FOLDER`: compares this checkout with another one, such as a worktree of the commit before. The
 * same inputs and requests go to both, against the same servers. Ends with status 1 if anything differs.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Checkout } from './checkout.ts';
import { Comparison } from './comparison.ts';
import { parts } from './parts.ts';
import { Report } from './report.ts';

const USAGE = `npm run compare -- FOLDER [--only PART,PART] [--with FOLDER] [--slowest] [--refused]

FOLDER is another checkout of this project with its packages, such as a worktree of the commit before.
--with compares a third checkout with it instead of this one. --slowest names the slowest pairs, --refused those that
both sides refused. A part that is blind, such as one in which most pairs are refusals, is an error as a difference is.
Parts: ${[...parts.keys()].join(', ')}.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    refused: { type: 'boolean', default: false },
    slowest: { type: 'boolean', default: false },
    with: { type: 'string', default: join(import.meta.dirname, '../..') },
  },
});
const [folder] = positionals;
const names = values.only?.split(',') ?? [...parts.keys()];
const unknown = names.filter((name) => !parts.has(name));
if (folder === undefined || unknown.length > 0) {
  console.error(unknown.length > 0 ? `There is no part ${unknown.join(', ')}.\n\n${USAGE}` : USAGE);
  process.exit(2);
}

const report = new Report();
const blind: string[] = [];
const comparison = new Comparison(new Checkout(resolve(folder)), new Checkout(resolve(values.with)), report);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void comparison.close().finally(() => process.exit(1)));
}
try {
  for (const name of names) {
    report.begin(name);
    await parts.get(name)?.(comparison);
    console.log(report.summary());
    blind.push(...report.blindSpots());
    if (values.refused) console.log(report.refusals().join('\n'));
    if (values.slowest) console.log(report.slowest().join('\n'));
  }
} finally {
  await comparison.close();
}
if (names.length === parts.size) blind.push(...report.blindSpotsOfRun());
console.log(`\n${report.total} pairs: ${report.total - report.differences} equal, ${report.differences} differ.`);
for (const sentence of blind) console.error(sentence);
process.exitCode = report.differences > 0 || blind.length > 0 ? 1 : 0;
