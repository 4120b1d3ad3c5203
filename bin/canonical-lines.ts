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

/** A run that writes nothing but the canonical form of each line. */
type LineInvocation = UrlInvocation & { readonly source: { readonly kind: 'lines' } };

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
      const messages = output.takeMessages();
      await write(stdout, octets);
      await write(stderr, messages === '' ? '' : progress.clear() + messages);
      await write(stderr, progress.report(output.lines.lines, output.failures));
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
  failures = 0;
  readonly #place: string;
  #messages = '';

  constructor(
    { lines: { null: nul, keep }, options }: LineInvocation,
    { stderr, env }: StandardStreams,
    file: string | null,
  ) {
    const style = terminalStyleOf(stderr, env);
    this.#place = file === null ? '' : `${file}:`;
    this.lines = lineCanonicalizer({
      ...options,
      keep,
      lineEnd: nul ? '\0' : '\n',
      onError: (error, line) => {
        this.failures++;
        const failure = failureOf(error.code === 'line-not-utf-8' ? notUtf8() : error, [error.input]);
        const message = `${this.#place}${errorLine(failure, { line, separate: false, before: '' })}\n`;
        this.#messages += stderr.isTTY ? message + excerptOf(failure, style) : message;
      },
      onDriveLetter: (line) => {
        const { message } = diagnostics['drive-letter'];
        this.#messages += `${this.#place}${line}:1: warning: ${message} (drive-letter)\n`;
      },
    });
  }

  /** The errors and warnings about the lines since the last call. */
  takeMessages(): string {
    const messages = this.#messages;
    this.#messages = '';
    return messages;
  }
}
