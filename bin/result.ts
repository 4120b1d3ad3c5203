/**
 * The three commands as functions from URLs to text, JSON or NDJSON.
 */
import {
  canonicalize,
  explain,
  explainBehindGateway,
  linkBehindGateway,
  type Options,
  type Resolution,
  type Specification,
  UrlError,
} from '../src/index.ts';
import { meetingRung, type Rung } from '../src/ladder.ts';
import { type SurtOptions, surtOf } from '../src/surt.ts';
import type { OutputFormat, UrlInvocation } from './command-line.ts';
import type { UrlCommand } from './options.ts';
import { reportOn } from './report.ts';
import type { TerminalStyle } from './terminal.ts';

/** Why a line has no result. */
export interface FailedResult {
  readonly urls: readonly string[];
  /** The index of the invalid URL; `null` if the line as a whole is invalid. */
  readonly which: number | null;
  readonly code: string;
  /** `[start, end)` in that URL, in UTF-16 code units. */
  readonly at: readonly [start: number, end: number];
  readonly message: string;
  readonly spec: Specification | null;
}

/** The result for one URL, or for a pair to compare. */
export type Result =
  /** With `ok`, the exit status stays 0. */
  | { readonly ok: boolean; readonly output: string; readonly failure: null }
  /** In JSON, the output has a record of the failure too. */
  | { readonly ok: false; readonly output: string | null; readonly failure: FailedResult };

/** Returns the result for the URLs of one line; `fault` is an error of the line itself. */
export type CommandFunction = (urls: readonly string[], fault: LineError | null) => Result;

/** The result of `compare`. */
interface Comparison {
  readonly equivalent: boolean;
  readonly canonical: readonly [a: string, b: string];
  /** Computed on demand, because it costs more than the comparison. */
  readonly rung: () => Rung | null;
}

/** How results are written. */
export interface OutputSettings {
  readonly options: Options;
  readonly format: OutputFormat;
  /** How keys are made, which `canonicalize` then prints. */
  readonly surt: SurtOptions | null;
  readonly unwrap: UrlInvocation['unwrap'];
  /** Whether the command line has one URL (for `compare`, one pair), which gets a longer result. */
  readonly single: boolean;
  readonly style: TerminalStyle;
}

/** Returns the function that runs a command. */
export function commandFunction(command: UrlCommand, settings: OutputSettings): CommandFunction {
  const { options, style, unwrap } = settings;
  const canonicalOf = (url: string): string =>
    (unwrap === null ? null : linkBehindGateway(url, { ...options, ...unwrap })) ?? canonicalize(url, options);
  switch (command) {
    case 'canonicalize': {
      const { surt } = settings;
      if (surt !== null) {
        return answerWith(settings, ([url = '']) => surtOf(canonicalOf(url), surt), {
          text: (key) => key,
          record: (key, [input]) => ({ input, surt: key }),
        });
      }
      const read = ([url = '']: readonly string[]) => canonicalOf(url);
      return answerWith(settings, read, {
        text: (canonical) => canonical,
        record: (canonical, [input]) => ({ input, canonical }),
      });
    }
    case 'explain': {
      const read = ([url = '']: readonly string[]) =>
        unwrap === null ? explain(url, options) : explainBehindGateway(url, { ...options, ...unwrap });
      return answerWith<Resolution>(settings, read, {
        text: (resolution) => reportOn(resolution, style),
        record: (resolution) => resolution,
      });
    }
    case 'compare':
      return answerWith<Comparison>(
        settings,
        (urls) => compare(urls, canonicalOf, options.base === undefined && unwrap === null),
        {
          text: (comparison) => (settings.single ? verdictOn(comparison) : verdictLine(comparison)),
          record: comparisonRecord,
          ok: ({ equivalent }) => equivalent,
        },
      );
  }
}

interface Rendering<Result> {
  readonly text: (result: Result) => string;
  readonly record: (result: Result, urls: readonly string[]) => object;
  /** Absent = every result is `ok`. */
  readonly ok?: (result: Result) => boolean;
}

function answerWith<Result>(
  { format, single }: OutputSettings,
  read: (urls: readonly string[]) => Result,
  { text, record, ok }: Rendering<Result>,
): CommandFunction {
  const json = (value: object): string => JSON.stringify(value, null, format === 'json' && single ? 2 : undefined);
  return (urls, fault) => {
    try {
      if (fault !== null) throw fault;
      const result = read(urls);
      const output = format === 'text' ? text(result) : json(record(result, urls));
      return { ok: ok?.(result) ?? true, output, failure: null };
    } catch (error) {
      const failure = failureOf(error, urls);
      return { ok: false, output: format === 'text' ? null : json(failureRecord(failure)), failure };
    }
  };
}

function failureOf(error: unknown, urls: readonly string[]): FailedResult {
  if (error instanceof LineError) return { urls, which: null, at: [0, 0], spec: null, ...error.reason };
  if (!(error instanceof UrlError)) throw error;
  const { code, at, message, spec, input } = error;
  return { urls, which: urls.indexOf(input), code, at, message, spec };
}

/** A failure as JSON. For a pair, `input` has both URLs and `which` is the index of the invalid one. */
function failureRecord({ urls, which, code, at, message, spec }: FailedResult): object {
  const error = { code, at: which === null ? null : at, message, spec };
  return urls.length === 1 ? { input: urls[0], error } : { input: urls, error: { which, ...error } };
}

/** An error of a line, not of a URL in it. */
export class LineError extends Error {
  override readonly name = 'LineError';
  readonly reason: { readonly code: string; readonly message: string };

  constructor(code: string, message: string) {
    super(message);
    this.reason = { code, message };
  }
}

function compare(urls: readonly string[], canonicalOf: (url: string) => string, hasRung: boolean): Comparison {
  const [a, b] = urls;
  if (a === undefined || b === undefined || urls.length > 2) {
    throw new LineError('not-a-pair', 'A line must have two URLs, separated by a tab.');
  }
  const canonical = [canonicalOf(a), canonicalOf(b)] as const;
  const equivalent = canonical[0] === canonical[1];
  // The ladder compares absolute URLs as they are; references and links behind gateways have no rung.
  const rung = (): Rung | null => (equivalent && hasRung ? meetingRung(a, b) : null);
  return { equivalent, canonical, rung };
}

/** The same fields as the response of `/v1/compare`. */
function comparisonRecord({ equivalent, canonical, rung }: Comparison, input: readonly string[]): object {
  const met = rung();
  const spec = met && { document: 'RFC 3986', section: met.section };
  return { input, equivalent, canonical, because: met?.name ?? null, spec };
}

/** One line for a stream: the verdict and the canonical forms, separated by tabs. */
function verdictLine({ equivalent, canonical: [a, b] }: Comparison): string {
  return equivalent ? `equivalent\t${a}` : `different\t${a}\t${b}`;
}

/** For one pair: the rung of RFC 3986 §6.2 that makes them equivalent, or where the canonical forms differ first. */
function verdictOn({ equivalent, canonical: [a, b], rung }: Comparison): string {
  const met = rung();
  if (equivalent) return `equivalent${met === null ? '' : `: ${met.name} (RFC 3986 §${met.section})`}\n  ${a}`;
  let same = 0;
  while (a[same] === b[same]) same++;
  return `different\n  ${a}\n  ${b}\n  ${' '.repeat(same)}^`;
}
