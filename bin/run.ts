/**
 * One run of the command line. It reads queries, writes results as fast as they are read, and returns the exit status.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Command, type Format, type Invocation, readCommandLine, USAGE, UsageError } from './command-line.ts';
import { errorLine, excerptOf } from './error-message.ts';
import { type Line, readLines } from './lines.ts';
import { Progress } from './progress.ts';
import { commandFunction, LineError } from './result.ts';
import { type OutputStream, terminalStyleOf } from './terminal.ts';

/** The streams and variables that a run uses. */
export interface Streams {
  readonly stdin: Readable & OutputStream;
  readonly stdout: Writable & OutputStream;
  readonly stderr: Writable & OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Exit statuses, as the usage explains them. */
const status = { ok: 0, failures: 1, failed: 2 } as const;
export type Status = (typeof status)[keyof typeof status];

/** Characters of output that are collected before a write. */
const WRITE_SIZE = 64 * 1024;

type Run = Extract<Invocation, { kind: 'run' }>;

/**
 * Runs the program.
 *
 * @param argv - the arguments after the name of the program
 */
export async function run(argv: readonly string[], streams: Streams): Promise<Status> {
  const { stdout, stderr } = streams;
  // A failed write rejects its promise; the error event repeats that and would end the process.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  try {
    const invocation = readCommandLine(argv);
    if (invocation.kind === 'run') return await answerAll(invocation, streams);
    await write(stdout, invocation.kind === 'help' ? USAGE : `waypost ${versionOf()}\n`);
    return status.ok;
  } catch (error) {
    if (error instanceof UsageError) return fail(stderr, `${error.message}\nTry "waypost --help".`);
    if (!isSystemError(error)) throw error;
    // The reader closed the pipe, as `head` does.
    return error.code === 'EPIPE' ? status.ok : fail(stderr, error.message);
  }
}

async function fail(stderr: Writable, message: string): Promise<Status> {
  // If standard error is closed too, the exit status has to be enough.
  await write(stderr, `waypost: ${message}\n`).catch(() => undefined);
  return status.failed;
}

/** The URLs of one line, and their position in the input. */
interface Query {
  readonly urls: readonly string[];
  readonly line: number;
  readonly fault: LineError | null;
}

async function answerAll({ command, urls, options, format }: Run, streams: Streams): Promise<Status> {
  const { stdin, stdout, stderr, env } = streams;
  if (urls === null && stdin.isTTY) throw new UsageError('no URLs, and standard input is a terminal');
  const single = urls !== null && (urls.length === 1 || command === 'compare');
  const answer = commandFunction(command, { options, format, single, style: terminalStyleOf(stdout, env) });
  const layout = layoutOf(command, format, single);
  const progress = new Progress(stdout, stderr);
  let results = 0;
  let failures = 0;
  let ok = true;
  for await (const queries of urls === null ? queriesOf(command, stdin) : [argumentsOf(command, urls)]) {
    let output = '';
    let errors = '';
    for (const { urls: lineUrls, line, fault } of queries) {
      const result = answer(lineUrls, fault);
      ok &&= result.ok;
      if (result.output !== null)
        output += `${results++ === 0 ? layout.first : layout.next}${result.output}${layout.end}`;
      if (result.failure !== null) {
        failures++;
        if (format === 'text') {
          errors += `${errorLine(result.failure, { line, separate: urls !== null })}\n`;
          if (stderr.isTTY) errors += excerptOf(result.failure, terminalStyleOf(stderr, env));
        }
      }
      if (output.length < WRITE_SIZE) continue;
      await write(stdout, output);
      output = '';
    }
    await write(stdout, output);
    await write(stderr, errors === '' ? '' : progress.clear() + errors);
    await write(stderr, urls === null ? progress.report(queries.at(-1)?.line ?? 0, failures) : '');
  }
  await write(stdout, results === 0 ? layout.empty : layout.close);
  await write(stderr, progress.clear());
  return ok ? status.ok : status.failures;
}

/** The arguments as queries; each counts as a line. */
function argumentsOf(command: Command, urls: readonly string[]): readonly Query[] {
  if (command === 'compare') return [{ urls, line: 1, fault: null }];
  return urls.map((url, index) => ({ urls: [url], line: index + 1, fault: null }));
}

async function* queriesOf(command: Command, stdin: Readable): AsyncGenerator<readonly Query[]> {
  let before = 0;
  for await (const lines of readLines(stdin)) {
    yield lines.flatMap((line, index) => (isBlank(line) ? [] : queryOf(command, line, before + index + 1)));
    before += lines.length;
  }
}

function isBlank({ text }: Line): boolean {
  return text === '' || text.trim() === '';
}

function queryOf(command: Command, { text, utf8 }: Line, line: number): Query {
  const urls = command === 'compare' ? text.split('\t') : [text];
  return { urls, line, fault: utf8 ? null : new LineError('line-not-utf-8', 'The line is not UTF-8.') };
}

/** The text around and between the results of a run. */
interface Layout {
  readonly first: string;
  readonly next: string;
  readonly end: string;
  readonly close: string;
  /** The whole output of a run without results. */
  readonly empty: string;
}

const layouts = {
  lines: { first: '', next: '', end: '\n', close: '', empty: '' },
  reports: { first: '', next: '\n', end: '\n', close: '', empty: '' },
  array: { first: '[\n', next: ',\n', end: '', close: '\n]\n', empty: '[]\n' },
} as const satisfies Record<string, Layout>;

function layoutOf(command: Command, format: Format, single: boolean): Layout {
  if (format === 'json' && !single) return layouts.array;
  return format === 'text' && command === 'explain' ? layouts.reports : layouts.lines;
}

/** Writes, and waits until the stream has taken the text, so that output for a slow reader does not pile up. */
function write(stream: Writable, text: string): Promise<void> {
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
