/** Runs the command line in the process of the test, with streams in memory. */
import { Readable, Writable } from 'node:stream';
import { type ExitStatus, run } from '../../bin/run.ts';
import type { OutputStream, StandardStreams } from '../../bin/terminal.ts';

export interface Outcome {
  readonly status: ExitStatus;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StreamOptions {
  /** Chunks of standard input; `null` = a terminal without input. */
  readonly stdin?: string | readonly (string | Buffer)[] | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdout?: OutputStream;
  readonly stderr?: OutputStream;
}

/** A run and what comes of it. */
export interface Row {
  readonly name: string;
  readonly args: readonly string[];
  readonly streams?: StreamOptions;
  readonly expected: Partial<Outcome>;
}

/** What is said of input without a scheme. */
export const MISSING = 'The beginning is missing, such as gopher:// or https://.';

/** The streams of a run, and what it has written to them. */
export function memoryStreams({ stdin = [], env = {}, ...screens }: StreamOptions): {
  readonly streams: StandardStreams;
  readonly written: () => Pick<Outcome, 'stdout' | 'stderr'>;
} {
  const chunks = typeof stdin === 'string' ? [stdin] : (stdin ?? []);
  const source = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const [stdout, output] = capture(screens.stdout);
  const [stderr, errors] = capture(screens.stderr);
  return {
    streams: { stdin: Object.assign(source, { isTTY: stdin === null }), stdout, stderr, env },
    written: () => ({ stdout: output.join(''), stderr: errors.join('') }),
  };
}

/** Runs `waypost` with these arguments. */
export async function waypost(args: readonly string[], options: StreamOptions = {}): Promise<Outcome> {
  const { streams, written } = memoryStreams(options);
  const status = await run(args, streams);
  return { status, ...written() };
}

/** Runs `waypost` with these arguments, and returns the octets that it writes to standard output. */
export async function octetsWritten(args: readonly string[], input: Buffer = Buffer.alloc(0)): Promise<Buffer> {
  const written: Buffer[] = [];
  const stdout = new Writable({ write: (chunk, _, done) => done(void written.push(Buffer.from(chunk))) });
  const stderr = new Writable({ write: (_chunk, _, done) => done() });
  const stdin = Object.assign(Readable.from([input]), { isTTY: false });
  await run(args, { stdin, stdout, stderr, env: {} });
  return Buffer.concat(written);
}

function capture(screen: OutputStream = {}): [Writable & OutputStream, string[]] {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      written.push(chunk.toString());
      done();
    },
  });
  return [Object.assign(stream, screen), written];
}
