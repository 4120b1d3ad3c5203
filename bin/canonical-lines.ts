/**
 * `waypost canonicalize` with lines in and lines out: octets go through `canonicalizeLines` of the library, and no line
 * becomes a text unless something is wrong with it.
 */
import { createReadStream } from 'node:fs';
import { diagnostics, type LineCanonicalizer, lineCanonicalizer } from '../src/index.ts';
import type { UrlInvocation } from './command-line.ts';
import { asUtf8 } from './lines.ts';
import { Progress, write } from './output.ts';
import { notUtf8 } from './queries.ts';
import { errorLine, excerptOf, failureOf } from './result.ts';
import { type StandardStreams, terminalStyleOf } from './terminal.ts';

const COLON = 0x3a;

/** A run that writes nothing but the canonical form of each line. */
export type LineInvocation = UrlInvocation & { readonly source: { readonly kind: 'lines' } };

export function isLineInvocation(run: UrlInvocation): run is LineInvocation {
  const { command, source, lines, format, surt, unwrap } = run;
  const isPlain = lines.field === null && surt === null && unwrap === null;
  return command === 'canonicalize' && source.kind === 'lines' && format === 'text' && isPlain;
}

/** Writes the canonical lines and the errors. Returns whether every line was a URL. */
export async function answerLines(run: LineInvocation, streams: StandardStreams): Promise<boolean> {
  const { stdin, stdout, stderr } = streams;
  const progress = new Progress(stdout, stderr);
  let ok = true;
  for (const name of run.source.files) {
    const file = name === '-' ? null : name;
    const output = new LineOutput(run, streams, file);
    const take = async (octets: Uint8Array): Promise<void> => {
      const errors = output.errorsOf(octets);
      await write(stdout, octets);
      await write(stderr, errors === '' ? '' : progress.clear() + errors);
      await write(stderr, progress.report(output.number, output.failures));
    };
    for await (const octets of asUtf8(file === null ? stdin : createReadStream(file), run.lines.encoding)) {
      await take(output.lines.push(octets));
    }
    await take(output.lines.end());
    ok &&= output.failures === 0;
  }
  await write(stderr, progress.clear());
  return ok;
}

/** The lines of one file, and what is wrong with them. */
class LineOutput {
  readonly lines: LineCanonicalizer;
  /** The lines that were written. */
  number = 0;
  failures = 0;
  readonly #terminator: number;
  readonly #place: string;
  /** Whether the last line that was written has no end yet. */
  #within = false;
  /** Messages by the numbers of their lines. */
  readonly #messages = new Map<number, string>();

  constructor(
    { lines: { null: nul, keep }, options }: LineInvocation,
    { stderr, env }: StandardStreams,
    file: string | null,
  ) {
    const style = terminalStyleOf(stderr, env);
    this.#terminator = nul ? 0 : 0x0a;
    this.#place = file === null ? '' : `${file}:`;
    this.lines = lineCanonicalizer({
      ...options,
      keep,
      lineEnd: nul ? '\0' : '\n',
      onError: (error, line) => {
        this.failures++;
        const failure = failureOf(error.code === 'line-not-utf-8' ? notUtf8() : error, [error.input]);
        const message = `${this.#place}${errorLine(failure, { line, separate: false, before: '' })}\n`;
        this.#messages.set(line, stderr.isTTY ? message + excerptOf(failure, style) : message);
      },
    });
  }

  /** The errors and warnings about lines that are being written, in the order of the lines. */
  errorsOf(octets: Uint8Array): string {
    for (let from = 0; from < octets.length; ) {
      if (!this.#within) this.#checkDrive(octets, from);
      const end = octets.indexOf(this.#terminator, from);
      this.#within = end === -1;
      if (this.#within) break;
      this.number++;
      from = end + 1;
    }
    const messages = [...this.#messages].sort(([a], [b]) => a - b).map(([, message]) => message);
    this.#messages.clear();
    return messages.join('');
  }

  /** Warns about the only URL that is likely none: `explain` has all other warnings. */
  #checkDrive(octets: Uint8Array, from: number): void {
    const line = this.number + 1;
    if (octets[from + 1] !== COLON || this.#messages.has(line)) return;
    if (!/[a-z]/.test(String.fromCharCode(octets[from] ?? 0))) return;
    const { message } = diagnostics['drive-letter'];
    this.#messages.set(line, `${this.#place}${line}:1: warning: ${message} (drive-letter)\n`);
  }
}
