/** Asks the judge, a program in Python, what `waypost rewrite` did to files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TextFormat } from '../../src/text/index.ts';

/** How the links of the corpus are rewritten. */
export type Mode = 'canonical' | 'gateway' | 'mirror';

/** A file that was rewritten. */
export interface Task {
  /** The path of the file before. */
  readonly before: string;
  /** The path of the file after. */
  readonly after: string;
  readonly format: TextFormat;
  readonly mode: Mode;
}

export interface Judgement {
  readonly changes: number;
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
  /** Links that the mode is about, and that stayed. */
  readonly missed: readonly string[];
}

/** Debian's own Python: the packages of parsers are built for it, and it has the fastest one of wikitext. */
export const PYTHON = '/usr/bin/python3';

/**
 * Judges files, in their order.
 *
 * @param modules - folders with the Python modules of parsers
 */
export async function judge(tasks: readonly Task[], modules: readonly string[]): Promise<readonly Judgement[]> {
  const python = spawn(PYTHON, [join(import.meta.dirname, 'judge/judge.py')], {
    env: { ...process.env, PYTHONPATH: modules.join(':'), PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  python.stdin.end(tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  const judgements: Judgement[] = [];
  for await (const line of createInterface(python.stdout)) judgements.push(JSON.parse(line));
  if (python.exitCode === null) await once(python, 'exit');
  if (judgements.length !== tasks.length) throw new Error('The judge did not judge every file.');
  return judgements;
}
