/**
 * `npm run compare -- FOLDER`: compares this checkout with another one, such as a worktree of the commit before. The
 * same requests go to both, against the same servers. Ends with status 1 if anything differs.
 */
import { parseArgs } from 'node:util';
import { Checkout } from './checkout.ts';
import { Report } from './report.ts';
import { groups } from './requests.ts';
import { Servers } from './servers.ts';
import { Session } from './session.ts';
import { Side } from './side.ts';

const USAGE = `npm run compare -- FOLDER [--only ${Object.keys(groups).join(',')}]

FOLDER is another checkout of this project with its packages, for instance a worktree of the commit before.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    slowest: { type: 'boolean', default: false },
    with: { type: 'string', default: new URL('../..', import.meta.url).pathname },
  },
});
const [folder] = positionals;
const names = values.only?.split(',') ?? Object.keys(groups);
const unknown = names.filter((name) => !Object.hasOwn(groups, name));
if (folder === undefined || unknown.length > 0) {
  console.error(unknown.length > 0 ? `There is no part ${unknown.join(', ')}.\n\n${USAGE}` : USAGE);
  process.exit(2);
}

const report = new Report();
const servers = await Servers.start();
const before = new Side(new Checkout(folder), servers);
const after = new Side(new Checkout(values.with), servers);
const session = new Session(servers, before, after, report);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().then(() => process.exit(1)));
try {
  for (const name of names) await run(name);
} finally {
  await stop();
}
console.log(`\n${report.total} comparisons: ${report.total - report.differences} equal, ${report.differences} differ.`);
process.exitCode = report.differences > 0 ? 1 : 0;

async function run(name: string): Promise<void> {
  const [start, counted, different] = [Date.now(), report.total, report.differences];
  report.begin(name);
  await groups[name]?.(session);
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`${name}: ${report.total - counted} comparisons, ${report.differences - different} differ, ${seconds} s`);
  if (values.slowest) console.log(report.slowest.join('\n'));
}

async function stop(): Promise<void> {
  await Promise.all([before.close(), after.close()]);
  await servers.close();
}
