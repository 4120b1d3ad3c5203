/**
 * `waypost canonicalize` with lines in and lines out: octets go through `canonicalizeLines` of the library, and no line
 * becomes a text unless something is wrong with it.
 */
import { lineCanonicalizer } from '../src/index.ts';
import type { UrlInvocation } from './command-line.ts';
import { asUtf8 } from './lines.ts';
import { Progress, write } from './output.ts';
import { notUtf8 } from './queries.ts';
import { failureOf, LineMessages } from './result.ts';
import type { StandardStreams } from './terminal.ts';

/** Whether a run reads standard input, and writes nothing but the canonical form of each line. */
export function isLineInvocation({ command, source, lines, format, surt, unwrap }: UrlInvocation): boolean {
  const isPlain = lines.field === null && surt === null && unwrap === null;
  return command === 'canonicalize' && source.kind === 'lines' && format === 'text' && isPlain;
}

/** Writes the canonical lines and the errors. Returns whether every line was a URL. */
export async function answerLines({ lines, options }: UrlInvocation, streams: StandardStreams): Promise<boolean> {
  const { stdin, stdout, stderr } = streams;
  const progress = new Progress(stdout, stderr);
  const messages = new LineMessages(streams);
  const canonicalizer = lineCanonicalizer({
    ...options,
    keep: lines.keep,
    lineEnd: lines.null ? '\0' : '\n',
    onError(error, line) {
      const failure = failureOf(error.code === 'line-not-utf-8' ? notUtf8() : error, [error.input]);
      messages.failure(null, failure, { line, separate: false, before: '' });
    },
    onDriveLetter: (line) => messages.driveLetter(null, line),
  });
  const take = async (octets: Uint8Array): Promise<void> => {
    const errors = messages.take();
    await write(stdout, octets);
    await write(stderr, errors === '' ? '' : progress.clear() + errors);
    await write(stderr, progress.report(canonicalizer.lines, messages.failures));
  };
  for await (const octets of asUtf8(stdin, lines.encoding)) await take(canonicalizer.push(octets));
  await take(canonicalizer.end());
  await write(stderr, progress.clear());
  return messages.failures === 0;
}
