/**
 * Pipes many lines through the command line in a separate process, and counts its output.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PAIR_COMMANDS } from '../../bin/usage/commands.ts';
import { makeCorpus } from '../bench/corpus.ts';

const root = join(import.meta.dirname, '../..');
export const program = join(root, 'bin/waypost.ts');

const PAIRS: ReadonlySet<string> = PAIR_COMMANDS;

/** The measurements of one run. */
export interface PipeRun {
  readonly status: number | null;
  readonly seconds: number;
  /** Lines and octets of standard output. */
  readonly lines: number;
  readonly octets: number;
  /** The peak memory of the process in octets: during the first tenth of the lines, and overall. */
  readonly early: number;
  readonly peak: number;
}

/**
 * Pipes the lines of the corpus repeatedly through `waypost`; for commands that take pairs, each line is one.
 *
 * @param args - the arguments
 * @param count - how many lines
 * @param heap - the heap that the process may have, in MiB; it dies if it needs more
 */
export async function pipeLines(args: readonly string[], count: number, heap = 4096): Promise<PipeRun> {
  const started = performance.now();
  const flags = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heap}`];
  const child = spawn(process.execPath, [...flags, program, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  const { pid } = child;
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let lines = 0;
  let octets = 0;
  let early = 0;
  let peak = 0;
  const sample = (): void => {
    peak = Math.max(peak, highWaterMark(pid));
    if (lines <= count / 10) early = peak;
  };
  child.stdout.on('data', (chunk: Buffer) => {
    octets += chunk.length;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) lines++;
  });
  const timer = setInterval(sample, 20);
  await pipeline(Readable.from(blocksOf(count, PAIRS.has(args[0] ?? ''))), child.stdin);
  const status = await ended;
  clearInterval(timer);
  return { status, seconds: (performance.now() - started) / 1000, lines, octets, early, peak };
}

/** `VmHWM` of proc(5), in octets; 0 after the process has ended, and on systems without that file. */
function highWaterMark(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function* blocksOf(count: number, pairs: boolean): Generator<string> {
  const corpus = makeCorpus().map(({ url }) => (pairs ? `${url}\t${url}` : url));
  for (let done = 0; done < count; done += corpus.length) yield `${corpus.slice(0, count - done).join('\n')}\n`;
}
