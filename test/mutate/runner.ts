/**
 * A process that runs test files again and again, each time with another mutant. Vitest stays loaded in it, and starts
 * the files in a process of their own. Its parent kills it if they hang.
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';
import { built } from '../worker/built.ts';
import { selection } from './selection.ts';

/** What the parent asks for: files of one project, with a mutant (-1 = none). */
export interface Task {
  readonly project: string;
  readonly files: readonly string[];
  readonly mutant: number;
  /** The file that receives the numbers of the mutants that are reached; `null` = they are not recorded. */
  readonly reached: string | null;
}

/** How the files ended. */
export interface Outcome {
  readonly failed: boolean;
  /** Milliseconds. */
  readonly time: number;
}

const root = join(import.meta.dirname, '../..');
const runner = process.argv[2] ?? '0';
process.env.NODE_OPTIONS = `--import=${JSON.stringify(join(import.meta.dirname, 'activate.ts'))} --no-warnings`;

/** Runs the files in the order of the task: those that most probably see the mutant come first. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    run: true,
    bail: 1,
    sequence: { sequencer: InOrder },
    maxWorkers: 1,
    pool: 'forks',
    isolate: false,
    reporters: [{}],
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
  { logLevel: 'silent' },
);

/** The build of the Worker that has this mutant. */
async function selectBuild({ mutant, reached }: Task): Promise<void> {
  delete process.env.WAYPOST_TEST_BUILD;
  const { module, front, assets } = await built();
  const own = join(root, '.wrangler/tests', `runner-${runner}`);
  if (!existsSync(own)) cpSync(join(assets, '..'), own, { recursive: true });
  for (const file of [module, front]) {
    const text = selection(mutant, reached !== null) + readFileSync(file, 'utf8');
    writeFileSync(join(own, file.slice(file.lastIndexOf('/') + 1)), text);
  }
  process.env.WAYPOST_TEST_BUILD = own;
}

async function perform(task: Task): Promise<Outcome> {
  process.env.MUTANT = String(task.mutant);
  if (task.reached === null) delete process.env.MUTANTS_REACHED;
  else process.env.MUTANTS_REACHED = task.reached;
  if (task.project === 'worker') await selectBuild(task);
  const order = new Map(task.files.map((file, index) => [join(root, file), index]));
  const specifications = (await vitest.globTestSpecifications([...order.keys()]))
    .filter(({ project }) => project.name === task.project)
    .toSorted((a, b) => (order.get(a.moduleId) ?? 0) - (order.get(b.moduleId) ?? 0));
  // A process of its own for the files of each mutant.
  const pool: unknown = Reflect.get(vitest, 'pool');
  if (typeof pool === 'object' && pool !== null && 'close' in pool && typeof pool.close === 'function') {
    await pool.close();
    Reflect.set(vitest, 'pool', undefined);
  }
  // What failed in earlier runs would end this one at its first test (`bail`).
  vitest.state.idMap.clear();
  vitest.state.filesMap.clear();
  vitest.state.clearErrors();
  const start = Date.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  const failed = unhandledErrors.length > 0 || testModules.some((module) => !module.ok());
  return { failed: failed || testModules.length === 0, time: Date.now() - start };
}

process.on('message', async (task: Task) => {
  process.send?.(await perform(task));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
