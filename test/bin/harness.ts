/** Runs the command line in the process of the test, with streams in memory. */
import { Readable, Writable } from 'node:stream';
import { run, type Status } from '../../bin/run.ts';
import type { OutputStream } from '../../bin/terminal.ts';

export interface Outcome {
  readonly status: Status;
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

/** Runs `waypost` with these arguments. */
export async function waypost(args: readonly string[], streams: StreamOptions = {}): Promise<Outcome> {
  const { stdin = [], env = {} } = streams;
  const chunks = typeof stdin === 'string' ? [stdin] : (stdin ?? []);
  const source = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const [stdout, written] = capture(streams.stdout);
  const [stderr, errors] = capture(streams.stderr);
  const status = await run(args, { stdin: Object.assign(source, { isTTY: stdin === null }), stdout, stderr, env });
  return { status, stdout: written.join(''), stderr: errors.join('') };
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
