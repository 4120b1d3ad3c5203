/**
 * `npm run mutate [folder …] [-- --survivors] [--unit] [--sample=N]`: plants every mutant of the folders, one at a
 * time, and runs the tests of `npm test` that reach it. A mutant is seen if one of them fails, or does not end. What
 * survives is printed, unless it is listed as equivalent. `--survivors` tries only what survived the last time, or is
 * new, and `--sample=8` every eighth mutant: a folder of thousands takes hours.
 *
 * The mutants stand in a copy of the project, all at once, and a number selects one, so the Worker is built once.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { markdownOf } from '../bench/table.ts';
import { importsOf } from '../layers/graph.ts';
import { EQUIVALENT } from './equivalent.ts';
import { instrumented, type Numbered } from './instrument.ts';
import { mutantsOf } from './mutants.ts';
import { changeOf, lineOf } from './planted.ts';
import type { Outcome, Task } from './runner.ts';
import { keepScores, type Score, scoresTable } from './scores.ts';

const root = join(import.meta.dirname, '../..');
const place = join(root, '.wrangler/mutate');
const copy = join(place, 'project');
const memory = join(place, 'reached.json');
const lastRun = join(place, 'last-run.json');

/** The folders that are tried unless others are named. */
const FOLDERS = [
  ...['src/egress', 'src/net', 'src/webhooks', 'src/guarded-fetch'],
  ...['worker/net', 'worker/webhooks', 'worker/http'],
];

/** Milliseconds in which a runner starts, and that files may take in addition to several times their usual time. */
const PATIENCE = 10_000;

/**
 * So many files are tried, those near the module first. A fault that is seen only far away counts as not seen, so the
 * scores are lower bounds.
 */
const MOST_FILES = 12;

/** How files end that do not. */
const HUNG: Outcome = { failed: true, time: 0 };

/** A mutant in its module. */
interface Planted extends Numbered {
  readonly path: string;
  /** The number of its line, and its text. */
  readonly line: number;
  readonly lineText: string;
  /** What stood there → what it becomes. */
  readonly change: string;
  /** How many places of the module before this one have the same change. */
  readonly place: number;
}

/** A test file that was run without a mutant. */
interface Reach {
  readonly project: string;
  readonly time: number;
  /** The numbers of the mutants that it reaches, by their modules. */
  readonly reached: ReadonlyMap<string, ReadonlySet<number>>;
}

/** The same in the memory of the last run. */
interface Remembered extends Omit<Reach, 'reached'> {
  readonly ids: readonly number[];
}

const names = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const folders = names.length > 0 ? names.map((name) => name.replace(/\/$/, '')) : FOLDERS;
const projects = process.argv.includes('--unit') ? ['unit'] : ['unit', 'worker'];
const onlySurvivors = process.argv.includes('--survivors');
const [sample = 1] = process.argv.flatMap((name) => (name.startsWith('--sample=') ? [Number(name.slice(9))] : []));
if (!Number.isInteger(sample) || sample < 1) stopWith('--sample takes a whole number: 8 tries every eighth mutant.');

const planted = plant();
if (planted.length === 0) stopWith(`There are no modules in ${folders.join(', ')}: name folders such as src/egress.`);
const chosen = planted.filter(({ id }) => id % sample === 0);
const before = readLastRun();
report(await tryMutants(await reachOfAll()));
process.exit();

function stopWith(message: string): never {
  console.error(message);
  process.exit(2);
}

/** What the last runs planted, and what of it survived, by `keyOf`. */
interface LastRun {
  readonly planted: readonly string[];
  readonly survivors: readonly string[];
}

function readLastRun(): LastRun {
  if (existsSync(lastRun)) return JSON.parse(readFileSync(lastRun, 'utf8'));
  return onlySurvivors ? stopWith('--survivors needs a run before.') : { planted: [], survivors: [] };
}

/** A mutant as it is known to the next run, which may find it in another line. */
function keyOf({ path, place, change }: Planted): string {
  return `${path} ${place} ${change}`;
}

/** Keeps what this run found, beside what others found in other folders. */
function keepRun(survivors: readonly Planted[]): void {
  const isOther = (key: string): boolean => !folders.some((folder) => key.startsWith(`${folder}/`));
  const run: LastRun = {
    planted: [...before.planted.filter(isOther), ...chosen.map(keyOf)],
    survivors: [...before.survivors.filter(isOther), ...survivors.map(keyOf)],
  };
  writeFileSync(lastRun, JSON.stringify(run));
}

/** Makes the copy with all mutants in it. */
function plant(): readonly Planted[] {
  rmSync(copy, { recursive: true, force: true });
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const made: Planted[] = [];
  for (const path of globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  ).toSorted()) {
    const code = readFileSync(join(root, path), 'utf8');
    const places = new Map<string, number>();
    const own = mutantsOf(code, path).map((mutant, index) => {
      const change = changeOf(code, mutant);
      const place = places.get(change) ?? 0;
      places.set(change, place + 1);
      const line = code.slice(0, mutant.start).split('\n').length;
      return { ...mutant, id: made.length + index, path, line, lineText: lineOf(code, mutant), change, place };
    });
    made.push(...own);
    writeFileSync(join(copy, path), instrumented(code, own));
  }
  return made;
}

/** The test files of `npm test` that may reach a mutant: they import its module, or start the Worker. */
function candidates(): readonly (readonly [project: string, file: string])[] {
  const imports = new Map<string, readonly string[]>();
  const mutated = new Set(planted.map(({ path }) => path));
  const reaches = (path: string, seen: Set<string>): boolean => {
    if (mutated.has(path) || path === 'test/worker/built.ts') return true;
    if (seen.has(path) || !existsSync(join(root, path)) || !/\.tsx?$/.test(path)) return false;
    seen.add(path);
    if (!imports.has(path)) imports.set(path, importsOf(path, readFileSync(join(root, path), 'utf8')));
    return (imports.get(path) ?? []).some((next) => reaches(next, seen));
  };
  const listed = execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'list',
      '--filesOnly',
      '--json',
      '--project=unit',
      '--project=worker',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e8 },
  );
  const tests: { file: string; projectName: string }[] = JSON.parse(listed.slice(listed.indexOf('[')));
  return tests
    .map(({ file, projectName }) => [projectName, file.slice(root.length + 1)] as const)
    .filter(([project, file]) => projects.includes(project) && reaches(file, new Set()));
}

/** Runs each test file alone and without a mutant, and records what it reaches. A file that fails guards nothing. */
async function reachOfAll(): Promise<ReadonlyMap<string, Reach>> {
  const sources = createHash('sha256').update(JSON.stringify(planted)).digest('hex');
  const known: Record<string, Remembered> = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {};
  const found = new Map<string, Reach>();
  const fileKey = (file: string): string =>
    `${file} ${sources} ${createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex')}`;
  const files = candidates();
  const fresh = files.filter(([, file]) => known[fileKey(file)] === undefined);
  console.log(`${planted.length} mutants, ${files.length} test files, ${fresh.length} of them to be read`);
  await share(fresh, async (runner, [project, file]) => {
    const reached = join(copy, `.reached-${runner.name}`);
    writeFileSync(reached, '');
    const { failed, time } = await runner.perform({ project, files: [file], mutant: -1, reached }, 6 * PATIENCE);
    if (failed) console.log(`${file} fails without a mutant, so it is left out`);
    const ids = failed ? [] : [...new Set(readFileSync(reached, 'utf8').split('\n').filter(Boolean).map(Number))];
    known[fileKey(file)] = { project, time, ids };
  });
  for (const [, file] of files) {
    const reach = known[fileKey(file)];
    if (reach === undefined) continue;
    const reached = Map.groupBy(reach.ids, (id) => planted[id]?.path ?? '');
    found.set(file, { ...reach, reached: new Map([...reached].map(([path, ids]) => [path, new Set(ids)])) });
  }
  writeFileSync(memory, JSON.stringify(known));
  return found;
}

/** Plants the mutants one by one, and returns those that no test saw. */
async function tryMutants(reach: ReadonlyMap<string, Reach>): Promise<readonly Planted[]> {
  const [known, survived] = [new Set(before.planted), new Set(before.survivors)];
  const isOpen = (key: string): boolean => !known.has(key) || survived.has(key);
  const tried = chosen.filter((mutant) => !onlySurvivors || isOpen(keyOf(mutant)));
  const survivors: Planted[] = [];
  let hung = 0;
  let done = 0;
  await share(tried, async (runner, mutant) => {
    const files = filesFor(mutant, reach);
    let seen = false;
    // The nearest file first and alone, because it sees most, and a file that cannot be loaded does not end a run.
    const tasks = projects.flatMap((project) => {
      const own = files.filter(([, reach]) => reach.project === project);
      return [own.slice(0, 1), own.slice(1)].map((part) => [project, part] as const);
    });
    for (const [project, own] of tasks) {
      if (seen || own.length === 0) continue;
      const task = { project, files: own.map(([file]) => file), mutant: mutant.id, reached: null };
      const usual = own.reduce((sum, [, { time }]) => sum + time, 0);
      const outcome = await runner.perform(task, usual);
      if (outcome === HUNG) hung += 1;
      seen = outcome.failed;
    }
    if (!seen) {
      survivors.push(mutant);
      if (!isEquivalent(mutant)) console.log(nameOf(mutant));
    }
    done += 1;
    if (done % 100 === 0) console.error(`${done} of ${tried.length}, ${survivors.length} not seen`);
  });
  keepRun(survivors);
  console.log(`${hung} faults kept the tests from ending.`);
  return survivors;
}

/** The test files that reach a mutant, those first that most probably see it. */
function filesFor(
  { id, path }: Planted,
  all: ReadonlyMap<string, Reach>,
): readonly (readonly [file: string, reach: Reach])[] {
  const folder = `test/${dirname(path)}/`;
  const name = `${folder}${basename(path).replace(/\.tsx?$/, '')}.`;
  /** Tests mirror the code; beyond that, a file that reaches much of a module is about it. */
  const nearness = ([file, { reached }]: readonly [string, Reach]): number =>
    (file.startsWith(name) ? 2e6 : file.startsWith(folder) ? 1e6 : 0) + (reached.get(path)?.size ?? 0);
  return [...all]
    .filter(([, { reached }]) => reached.get(path)?.has(id))
    .toSorted((a, b) => nearness(b) - nearness(a) || a[1].time - b[1].time)
    .slice(0, MOST_FILES);
}

/** A mutant as it is printed: where it is, what stood there and what it becomes. */
function nameOf({ path, line, change }: Planted): string {
  return `${path}:${line} ${change}`;
}

function isEquivalent(mutant: Planted): boolean {
  return EQUIVALENT.some(
    ({ path, line, change }) => path === mutant.path && change === mutant.change && mutant.lineText.startsWith(line),
  );
}

function report(survivors: readonly Planted[]): void {
  const scores = Object.fromEntries(
    folders.map((folder): [string, Score] => {
      const of = (list: readonly Planted[]): number => list.filter(({ path }) => path.startsWith(`${folder}/`)).length;
      const [all, missed] = [of(chosen), of(survivors)];
      const equivalent = of(survivors.filter(isEquivalent));
      const measured = new Date().toISOString().slice(0, 10);
      return [folder, { planted: all, seen: all - missed, equivalent, measured, ...(sample > 1 && { sample }) }];
    }),
  );
  keepScores(scores);
  console.log(`\n${markdownOf(scoresTable(scores))}`);
}

/** A runner as its parent sees it. */
interface Runner {
  readonly name: number;
  /** Runs the files of a task, which usually take so many milliseconds. */
  perform(task: Task, usual: number): Promise<Outcome>;
}

/** Gives the items to one runner for each core, one by one. */
async function share<Item>(items: readonly Item[], work: (runner: Runner, item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: Math.max(1, Math.min(availableParallelism(), items.length)) }, async (_, name) => {
      const runner = startRunner(name);
      for (const item of queue) await work(runner, item);
      runner.stop();
    }),
  );
}

function startRunner(name: number): Runner & { readonly stop: () => void } {
  let child: ChildProcess | null = null;
  const stop = (): void => {
    // The runner is the leader of a group, in which are all programs of its tests.
    if (child?.pid !== undefined) {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
    child = null;
  };
  async function start(): Promise<ChildProcess> {
    const started = fork(join(copy, 'test/mutate/runner.ts'), [String(name)], {
      cwd: copy,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    await next(started, 6 * PATIENCE);
    return started;
  }
  return {
    name,
    stop,
    async perform(task, usual) {
      child ??= await start();
      child.send(task);
      const outcome = await next(child, PATIENCE + 4 * usual);
      if (outcome === HUNG) stop();
      return outcome;
    },
  };
}

/** The next message of a runner; that of one that hangs or ends is `HUNG`. */
function next(child: ChildProcess, limit: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(outcome);
    };
    const timer = setTimeout(() => finish(HUNG), limit);
    child.once('message', (message: Outcome) => finish(message));
    child.once('exit', () => finish(HUNG));
  });
}
