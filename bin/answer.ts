/**
 * What the three commands answer, in the three formats.
 */
import {
  canonicalize,
  diagnostics,
  explain,
  type Options,
  type Resolution,
  type Specification,
  UrlError,
} from '../src/index.ts';
import { meetingRung, type Rung } from '../src/ladder.ts';
import type { Command, Format } from './command-line.ts';
import type { Look } from './look.ts';
import { reportOn } from './report.ts';

/** Why there is no answer. */
export interface Refusal {
  readonly urls: readonly string[];
  /** Which of the URLs is at fault; `null` where it is the line as a whole. */
  readonly which: number | null;
  readonly code: string;
  /** `[start, end)` in that URL, in UTF-16 code units. */
  readonly at: readonly [start: number, end: number];
  readonly message: string;
  readonly spec: Specification | null;
}

/** The answer about one URL, or about two that are compared. */
export type Answer =
  /** `agreed` keeps the exit status 0. */
  | { readonly agreed: boolean; readonly output: string; readonly refusal: null }
  /** In JSON the refusal is a record of the output too. */
  | { readonly agreed: false; readonly output: string | null; readonly refusal: Refusal };

/** Answers about the URLs of one line; `fault` is what is wrong with the line itself. */
export type Answering = (urls: readonly string[], fault: LineError | null) => Answer;

/** What `compare` finds. */
interface Comparison {
  readonly equivalent: boolean;
  readonly canonical: readonly [a: string, b: string];
  /** Computed on demand, since it costs more than the comparison. */
  readonly rung: () => Rung | null;
}

/** How an answer is asked for. */
export interface Manner {
  readonly options: Options;
  readonly format: Format;
  /** One URL (for `compare`, one pair) on the command line: there is room for a fuller answer. */
  readonly single: boolean;
  readonly look: Look;
}

/** The function that answers a command. */
export function answering(command: Command, manner: Manner): Answering {
  const { options, look } = manner;
  switch (command) {
    case 'canonicalize': {
      const read = ([url = '']: readonly string[]) => canonicalize(url, options);
      return answerWith(manner, read, {
        text: (canonical) => canonical,
        record: (canonical, [input]) => ({ input, canonical }),
      });
    }
    case 'explain': {
      const read = ([url = '']: readonly string[]) => explain(url, options);
      return answerWith<Resolution>(manner, read, {
        text: (resolution) => reportOn(resolution, look),
        record: (resolution) => resolution,
      });
    }
    case 'compare':
      return answerWith<Comparison>(manner, (urls) => compare(urls, options), {
        text: (comparison) => (manner.single ? verdictOn(comparison) : verdictLine(comparison)),
        record: comparisonRecord,
        agreed: ({ equivalent }) => equivalent,
      });
  }
}

interface Rendering<Result> {
  readonly text: (result: Result) => string;
  readonly record: (result: Result, urls: readonly string[]) => object;
  /** Absent = every result agrees. */
  readonly agreed?: (result: Result) => boolean;
}

function answerWith<Result>(
  { format, single }: Manner,
  read: (urls: readonly string[]) => Result,
  { text, record, agreed }: Rendering<Result>,
): Answering {
  const json = (value: object): string => JSON.stringify(value, null, format === 'json' && single ? 2 : undefined);
  return (urls, fault) => {
    try {
      if (fault !== null) throw fault;
      const result = read(urls);
      const output = format === 'text' ? text(result) : json(record(result, urls));
      return { agreed: agreed?.(result) ?? true, output, refusal: null };
    } catch (error) {
      const refusal = refusalOf(error, urls);
      return { agreed: false, output: format === 'text' ? null : json(refusalRecord(refusal)), refusal };
    }
  };
}

function refusalOf(error: unknown, urls: readonly string[]): Refusal {
  if (error instanceof LineError) return { urls, which: null, at: [0, 0], spec: null, ...error.reason };
  if (!(error instanceof UrlError)) throw error;
  const { code, at, message, input } = error;
  return { urls, which: urls.indexOf(input), code, at, message, spec: diagnostics[code].spec };
}

/** The record of a refusal; of a pair, `input` has both, and `which` says which one is at fault. */
function refusalRecord({ urls, which, code, at, message, spec }: Refusal): object {
  const error = { code, at: which === null ? null : at, message, spec };
  return urls.length === 1 ? { input: urls[0], error } : { input: urls, error: { which, ...error } };
}

/** A line that cannot be asked about. */
export class LineError extends Error {
  override readonly name = 'LineError';
  readonly reason: { readonly code: string; readonly message: string };

  constructor(code: string, message: string) {
    super(message);
    this.reason = { code, message };
  }
}

function compare(urls: readonly string[], options: Options): Comparison {
  const [a, b] = urls;
  if (a === undefined || b === undefined || urls.length > 2) {
    throw new LineError('not-a-pair', 'A line to compare has two URLs with a tab between them.');
  }
  const canonical = [canonicalize(a, options), canonicalize(b, options)] as const;
  const equivalent = canonical[0] === canonical[1];
  // The ladder is for URLs; references that meet have a base in common, and no rung.
  const rung = (): Rung | null => (equivalent && options.base === undefined ? meetingRung(a, b) : null);
  return { equivalent, canonical, rung };
}

/** As `/v1/compare` answers. */
function comparisonRecord({ equivalent, canonical, rung }: Comparison, input: readonly string[]): object {
  const met = rung();
  const spec = met && { document: 'RFC 3986', section: met.section };
  return { input, equivalent, canonical, because: met?.name ?? null, spec };
}

/** For a stream: the verdict and what it rests on, with tabs between. */
function verdictLine({ equivalent, canonical: [a, b] }: Comparison): string {
  return equivalent ? `equivalent\t${a}` : `different\t${a}\t${b}`;
}

/** For one pair: by which rung of RFC 3986 §6.2 they are the same, or the canonical forms and where they part. */
function verdictOn({ equivalent, canonical: [a, b], rung }: Comparison): string {
  const met = rung();
  if (equivalent) return `equivalent${met === null ? '' : `: ${met.name} (RFC 3986 §${met.section})`}\n  ${a}`;
  let same = 0;
  while (a[same] === b[same]) same++;
  return `different\n  ${a}\n  ${b}\n  ${' '.repeat(same)}^`;
}
