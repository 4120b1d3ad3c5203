/**
 * One run of the command line: what is asked, answered question by question, as fast as the answers are taken.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { answering, LineError } from './answer.ts';
import { type Command, type Format, type Invocation, readCommandLine, USAGE, UsageError } from './command-line.ts';
import { complaintOf, excerptOf } from './complaint.ts';
import { type Line, linesOf } from './lines.ts';
import { lookOf, type Screen } from './look.ts';
import { Progress } from './progress.ts';

/** What a run touches of the world. */
export interface Surroundings {
  readonly stdin: Readable & Screen;
  readonly stdout: Writable & Screen;
  readonly stderr: Writable & Screen;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Exit statuses, as the usage explains them. */
const status = { ok: 0, refused: 1, failed: 2 } as const;
export type Status = (typeof status)[keyof typeof status];

/** So many characters of answers are gathered into one write. */
const WRITE_SIZE = 64 * 1024;

type Run = Extract<Invocation, { kind: 'run' }>;

/**
 * Runs the program.
 *
 * @param argv - what stands behind the program's name
 */
export async function run(argv: readonly string[], around: Surroundings): Promise<Status> {
  const { stdout, stderr } = around;
  // A write that fails rejects where it is awaited; the event that comes with it says nothing more.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  try {
    const invocation = readCommandLine(argv);
    if (invocation.kind === 'run') return await answerAll(invocation, around);
    await put(stdout, invocation.kind === 'help' ? USAGE : `waypost ${versionOf()}\n`);
    return status.ok;
  } catch (error) {
    if (error instanceof UsageError) return fail(stderr, `${error.message}\nTry "waypost --help".`);
    if (!isSystemError(error)) throw error;
    // Whoever reads has seen enough, as `head` has.
    return error.code === 'EPIPE' ? status.ok : fail(stderr, error.message);
  }
}

async function fail(stderr: Writable, message: string): Promise<Status> {
  // Where standard error is gone too, the status must do.
  await put(stderr, `waypost: ${message}\n`).catch(() => undefined);
  return status.failed;
}

/** URLs to be answered together, and where they stand. */
interface Question {
  readonly urls: readonly string[];
  readonly line: number;
  readonly fault: LineError | null;
}

async function answerAll({ command, urls, options, format }: Run, around: Surroundings): Promise<Status> {
  const { stdin, stdout, stderr, env } = around;
  if (urls === null && stdin.isTTY) throw new UsageError('no URLs, and standard input is a terminal');
  const single = urls !== null && (urls.length === 1 || command === 'compare');
  const answer = answering(command, { options, format, single, look: lookOf(stdout, env) });
  const frame = frameOf(command, format, single);
  const progress = new Progress(stdout, stderr);
  let answers = 0;
  let refused = 0;
  let agreed = true;
  for await (const questions of urls === null ? questionsOf(command, stdin) : [argumentsOf(command, urls)]) {
    let output = '';
    let complaints = '';
    for (const { urls: asked, line, fault } of questions) {
      const found = answer(asked, fault);
      agreed &&= found.agreed;
      if (found.output !== null) output += `${answers++ === 0 ? frame.first : frame.next}${found.output}${frame.end}`;
      if (found.refusal !== null) {
        refused++;
        if (format === 'text') {
          complaints += `${complaintOf(found.refusal, { line, separate: urls !== null })}\n`;
          if (stderr.isTTY) complaints += excerptOf(found.refusal, lookOf(stderr, env));
        }
      }
      if (output.length < WRITE_SIZE) continue;
      await put(stdout, output);
      output = '';
    }
    await put(stdout, output);
    await put(stderr, complaints === '' ? '' : progress.clear() + complaints);
    await put(stderr, urls === null ? progress.report(questions.at(-1)?.line ?? 0, refused) : '');
  }
  await put(stdout, answers === 0 ? frame.empty : frame.close);
  await put(stderr, progress.clear());
  return agreed ? status.ok : status.refused;
}

/** The arguments as questions: each is a line of its own. */
function argumentsOf(command: Command, urls: readonly string[]): readonly Question[] {
  if (command === 'compare') return [{ urls, line: 1, fault: null }];
  return urls.map((url, index) => ({ urls: [url], line: index + 1, fault: null }));
}

async function* questionsOf(command: Command, stdin: Readable): AsyncGenerator<readonly Question[]> {
  let before = 0;
  for await (const lines of linesOf(stdin)) {
    yield lines.flatMap((line, index) => (isBlank(line) ? [] : questionOf(command, line, before + index + 1)));
    before += lines.length;
  }
}

function isBlank({ text }: Line): boolean {
  return text === '' || text.trim() === '';
}

function questionOf(command: Command, { text, utf8 }: Line, line: number): Question {
  const urls = command === 'compare' ? text.split('\t') : [text];
  return { urls, line, fault: utf8 ? null : new LineError('line-not-utf-8', 'The line is not UTF-8.') };
}

/** What stands around the answers of a run. */
interface Frame {
  readonly first: string;
  readonly next: string;
  readonly end: string;
  readonly close: string;
  /** Stands for everything where there are no answers. */
  readonly empty: string;
}

const frames = {
  lines: { first: '', next: '', end: '\n', close: '', empty: '' },
  reports: { first: '', next: '\n', end: '\n', close: '', empty: '' },
  array: { first: '[\n', next: ',\n', end: '', close: '\n]\n', empty: '[]\n' },
} as const satisfies Record<string, Frame>;

function frameOf(command: Command, format: Format, single: boolean): Frame {
  if (format === 'json' && !single) return frames.array;
  return format === 'text' && command === 'explain' ? frames.reports : frames.lines;
}

/** Writes, and waits until it is written: whoever reads slowly is never flooded. */
function put(stream: Writable, text: string): Promise<void> {
  if (text === '') return Promise.resolve();
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

function versionOf(): string {
  const manifest = join(dirname(fileURLToPath(import.meta.url)), '../package.json');
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return version;
}
