/**
 * A million lines: `canonicalizeLines` and `waypost canonicalize` beside Node loops over `new URL()` and
 * `canonicalize`, and beside a loop that only copies lines. Each way has a process of its own; they take turns. CPU
 * time counts, because the machine may do other things. `npm run bench -- lines` prints the table.
 *
 * The loops and the function are measured warm. The command line starts for each file, so it is compared with a program
 * that starts too, and has nothing but the function of the package: the same octets in, the same octets out.
 */
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { forkCompiled } from './compiled.ts';
import { makeCorpus } from './corpus.ts';
import { median } from './download.ts';
import { figure, type Table } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const LINES = 1_000_000;
const ROOT = join(import.meta.dirname, '../..');

/** The built program; the package is made for the bench, because the sources take time to compile. */
const PROGRAM = join(ROOT, 'dist/bin/waypost.js');
/** The function in the package, in its smallest entry. */
const FUNCTION = join(ROOT, 'dist/src/canonical.js');

/** The least program around it. It is JavaScript, because Node takes long to start with TypeScript. */
const LEAST_PROGRAM = `import { writeSync } from 'node:fs';
import { stdin, stdout } from 'node:process';
import { canonicalizeLines } from ${JSON.stringify(pathToFileURL(FUNCTION).href)};
for await (const octets of canonicalizeLines(stdin)) writeSync(stdout.fd, octets);
`;

/** The programs that start for the file. They read standard input and write standard output. */
const PROGRAMS = ['least', 'program'] as const;

const WAYS = ['url', 'copy', 'canonicalize', 'canonicalizeLines'] as const;
const NAMES: Readonly<Record<(typeof WAYS | typeof PROGRAMS)[number], string>> = {
  copy: 'a loop that copies lines',
  url: 'a loop over `new URL()`',
  canonicalize: 'a loop over `canonicalize`',
  canonicalizeLines: '`canonicalizeLines`',
  least: 'a program of `canonicalizeLines` alone, start included',
  program: '`waypost canonicalize`, start included',
};

/** Dot segments, addresses, user names, transfer types, queries: what is more than case, port and escapes. */
const INTRICATE = /\/(?:\.|%2e)|\[|\/\/[\d.]+[:/]|@|;|\?|^(?:file|wais|mailto)/i;

/** The links of the file in `BENCH_CORPUS`, one on each line; by default our own corpus. */
function linesOf(isUsed: (line: string) => boolean): string {
  const file = process.env.BENCH_CORPUS;
  const corpus =
    file === undefined ? makeCorpus(LINES, 11).map(({ url }) => url) : readFileSync(file, 'utf8').split('\n');
  const used = corpus.filter((line) => line !== '' && isUsed(line));
  return Array.from({ length: LINES }, (_, index) => `${used[index % used.length]}\n`).join('');
}

/** Measures both files, and returns the table. */
export async function benchLines(): Promise<Table> {
  execFileSync(process.execPath, [join(ROOT, 'worker/build/package/build.ts')], { cwd: ROOT, stdio: 'ignore' });
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
  const file = join(folder, 'lines.txt');
  const rows: string[][] = [];
  try {
    for (const [about, isUsed] of [
      ['mixed', () => true],
      ['case, port and escapes', (line: string) => !INTRICATE.test(line)],
    ] as const) {
      writeFileSync(file, linesOf(isUsed));
      rows.push(...(await measure(about, file)));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return {
    about: `A million lines, CPU time; medians of ${ROUNDS} rounds, Node ${process.version}. The rate is relative to a Node loop over \`new URL()\` in the same round.`,
    head: ['lines', 'with', '× the rate of `new URL()`', 'lines per CPU second'],
    rows,
  };
}

async function measure(about: string, file: string): Promise<string[][]> {
  const children = WAYS.map((way) => ({ way, child: childOf(way, file), seconds: [] as number[] }));
  const least = join(dirname(file), 'least.mjs');
  writeFileSync(least, LEAST_PROGRAM);
  const commands = { least: [least], program: [PROGRAM, 'canonicalize'] };
  const programs = PROGRAMS.map((way) => ({ way, command: commands[way], seconds: [] as number[] }));
  // The first round lets the engine compile.
  for (let round = -1; round < ROUNDS; round++) {
    for (const { child, seconds } of children) {
      const taken = await ask(child);
      if (round >= 0) seconds.push(taken);
    }
    if (round >= 0) for (const { command, seconds } of programs) seconds.push(runProgram(command, file));
  }
  for (const { child } of children) child.disconnect();
  const native = children.find(({ way }) => way === 'url')?.seconds ?? [];
  return [...children, ...programs].map(({ way, seconds }) => [
    about,
    NAMES[way],
    median(seconds.map((time, round) => (native[round] ?? Number.NaN) / time)).toFixed(2),
    figure(LINES / median(seconds)),
  ]);
}

function childOf(way: string, file: string): ChildProcess {
  return forkCompiled('line-loops.ts', [way, file]);
}

function ask(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`the measuring process ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (seconds: number) => {
      child.off('exit', ended);
      resolve(seconds);
    });
    child.send('pass');
  });
}

/** The CPU seconds of a program, with its start. */
function runProgram(args: readonly string[], file: string): number {
  const [input, output] = [openSync(file, 'r'), openSync('/dev/null', 'w')];
  try {
    const before = childTime();
    const { status } = spawnSync(process.execPath, args, { stdio: [input, output, 'ignore'] });
    if (status === null || status > 1) throw new Error(`${args[0]} ended with ${status}`);
    return childTime() - before;
  } finally {
    for (const descriptor of [input, output]) closeSync(descriptor);
  }
}

/** The CPU seconds of all children that have ended: `cutime` and `cstime` of proc(5), in ticks of 10 ms. */
function childTime(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

if (import.meta.main) console.log(await benchLines());
