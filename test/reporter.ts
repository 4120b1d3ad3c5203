/**
 * Writes a report of each project as its test files end, so that a run that is interrupted leaves one: a line of JSON
 * for each file in `.wrangler/reports/<project>.ndjson`.
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

const folder = join(import.meta.dirname, '../.wrangler/reports');
const root = join(import.meta.dirname, '..');

/** What a line of a report says about a test file. */
export interface FileReport {
  readonly file: string;
  /** Milliseconds, without the time in which it was loaded. */
  readonly time: number;
  /** The longest of its tests, in milliseconds. */
  readonly longest: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed, with the messages. */
  readonly failures: readonly string[];
}

export default class LineReporter implements Reporter {
  onInit({ projects }: Vitest): void {
    mkdirSync(folder, { recursive: true });
    for (const { name } of projects) writeFileSync(fileOf(name), '');
  }

  onTestModuleEnd(module: TestModule): void {
    appendFileSync(fileOf(module.project.name), `${JSON.stringify(reportOf(module))}\n`);
  }
}

function fileOf(project: string): string {
  return join(folder, `${project}.ndjson`);
}

/** The report of the last run of a project. */
export function readReport(project: string): readonly FileReport[] {
  const lines = readFileSync(fileOf(project), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function reportOf(module: TestModule): FileReport {
  const tests = [...module.children.allTests()];
  const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
  const failures = tests.flatMap((test) =>
    (test.result().errors ?? []).map(({ message, stack }) => `${test.fullName}\n${stack ?? message}`),
  );
  const broken = module.errors().map(({ message, stack }) => stack ?? message);
  return {
    file: relative(root, module.moduleId),
    time: Math.round(module.diagnostic().duration),
    longest: Math.round(Math.max(0, ...tests.map((test) => test.diagnostic()?.duration ?? 0))),
    passed: count('passed'),
    // A file that breaks outside of its tests has failed as well.
    failed: count('failed') + broken.length,
    skipped: count('skipped'),
    failures: [...broken, ...failures],
  };
}
