/** The commands on URLs as functions from URLs to text, JSON or NDJSON, and the messages of their errors. */

import { resolutionJson } from '../src/definition-of.ts';
import {
  canonicalize,
  diagnostics,
  explain,
  explainBehindGateway,
  linkBehindGateway,
  type Resolution,
  relativize,
  resolve,
  type Specification,
  UrlError,
} from '../src/index.ts';
import { keySource } from '../src/key-source.ts';
import { jsonText } from '../src/octets/controls.ts';
import { type SurtOptions, surtOf } from '../src/surt.ts';
import type { UrlInvocation } from './command-line.ts';
import { masked } from './masked.ts';
import { isEquivalent, LineError, pairOf, readPair, verdictLine, verdictOn } from './pairs.ts';
import { reportOn } from './report.ts';
import { paint, type StandardStreams, showControls, type TerminalStyle, terminalStyleOf } from './terminal.ts';

/** Why a line has no result. */
interface FailedResult {
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
type Result =
  /** With `ok`, the exit status stays 0. */
  | { readonly ok: boolean; readonly output: string; readonly failure: null }
  /** In JSON, the output has a record of the failure too. */
  | { readonly ok: false; readonly output: string | null; readonly failure: FailedResult };

/** Returns the result for the URLs of one line; `fault` is an error of the line itself. */
type CommandFunction = (urls: readonly string[], fault: LineError | null) => Result;

/** Makes the function of a command. `single` says whether there is one URL or pair, which gets a longer result. */
export function commandFunction(run: UrlInvocation, single: boolean, style: TerminalStyle): CommandFunction {
  const { options, format, lines, surt, unwrap } = run;
  const canonicalOf = (url: string): string =>
    (unwrap === null ? null : linkBehindGateway(url, { ...options, ...unwrap })) ?? canonicalize(url, options);
  const isFound = unwrap !== null || (options.base ?? null) !== null;
  const keyOf = (url: string, surt: SurtOptions): string =>
    surtOf(lines.field === 'cdxj' && unwrap === null ? url : keySource(url, canonicalOf(url), isFound), surt);
  const json = (value: object): string => jsonText(value, format === 'json' && single ? 2 : undefined);

  function answerWith<Result>(
    read: (urls: readonly string[]) => Result,
    { text, record, ok = () => true }: Rendering<Result>,
  ): CommandFunction {
    return (urls, fault) => {
      try {
        if (fault !== null) throw fault;
        const result = read(urls);
        return { ok: ok(result), output: format === 'text' ? text(result) : json(record(result, urls)), failure: null };
      } catch (error) {
        const failure = failureOf(error, urls);
        return { ok: false, output: format === 'text' ? null : json(failureRecord(failure)), failure };
      }
    };
  }

  switch (run.command) {
    case 'canonicalize':
      return answerWith(([url = '']) => (surt === null ? canonicalOf(url) : keyOf(url, surt)), {
        text: (result) => result,
        record: (result, [input]) => ({ input, [surt === null ? 'canonical' : 'surt']: result }),
      });
    case 'explain': {
      // The report for people cuts by itself what is too long for a line.
      const settings = { ...options, complete: format === 'text' };
      const read = ([url = '']: readonly string[]) =>
        unwrap === null ? explain(url, settings) : explainBehindGateway(url, { ...settings, ...unwrap });
      return answerWith<Resolution>(read, {
        text: (resolution) => reportOn(resolution, style),
        record: resolutionJson,
      });
    }
    case 'compare':
      return answerWith((urls) => readPair(urls, options, unwrap === null ? null : canonicalOf), {
        text: single ? verdictOn : verdictLine,
        record: ({ comparison }, input) => ({ ...comparison(), input }),
        ok: isEquivalent,
      });
    case 'relativize':
      return answerWith((urls) => relativize(...pairOf(urls), { dialect: options.dialect }), {
        text: (reference) => reference,
        record: (reference, input) => ({ input, reference }),
      });
    case 'resolve':
      return answerWith((urls) => resolve(...pairOf(urls), { dialect: options.dialect, lax: options.lax }), {
        text: (canonical) => canonical,
        record: (canonical, input) => ({ input, canonical }),
      });
  }
}

interface Rendering<Result> {
  readonly text: (result: Result) => string;
  readonly record: (result: Result, urls: readonly string[]) => object;
  /** Absent = every result is `ok`. */
  readonly ok?: (result: Result) => boolean;
}

/** Why a line has no result, from the error that was thrown for it. */
export function failureOf(error: unknown, urls: readonly string[]): FailedResult {
  if (error instanceof LineError)
    return { urls, which: null, at: [0, 0], spec: null, code: error.code, message: error.message };
  if (!(error instanceof UrlError)) throw error;
  const { code, at, message, spec, input } = error;
  return { urls, which: urls.indexOf(input), code, at, message, spec };
}

/** A failure as JSON. For a pair, `input` has both URLs and `which` is the index of the invalid one. */
function failureRecord({ urls, which, code, at, message, spec }: FailedResult): object {
  const error = { code, at: which === null ? null : at, message, spec };
  return urls.length === 1 ? { input: urls[0], error } : { input: urls, error: { which, ...error } };
}

/** What is wrong with the lines of a run, for standard error. */
export class LineMessages {
  failures = 0;
  #text = '';
  /** `null` = nobody looks at a terminal. */
  readonly #style: TerminalStyle | null;

  constructor({ stderr, env }: StandardStreams) {
    this.#style = stderr.isTTY === true ? terminalStyleOf(stderr, env) : null;
  }

  /** @param file - `null` = standard input, or arguments */
  failure(file: string | null, failure: FailedResult, position: InputPosition): void {
    this.failures++;
    this.#text += `${prefixOf(file)}${errorLine(failure, position)}\n`;
    if (this.#style !== null) this.#text += excerptOf(failure, this.#style);
  }

  /** An argument that is no URL and the name of a file. */
  fileName(command: string, name: string): void {
    this.#text += `waypost: ${masked(name)} is a file; waypost ${command} < ${masked(name)} reads its lines, and waypost links its links\n`;
  }

  /** A URL that is likely none. */
  driveLetter(file: string | null, line: number): void {
    this.#text += `${prefixOf(file)}${line}:1: warning: ${diagnostics['drive-letter'].message} (drive-letter)\n`;
  }

  /** The messages since the last call. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

const prefixOf = (file: string | null): string => (file === null ? '' : `${file}:`);

/** The position of the URLs in the input. */
interface InputPosition {
  /** The line of the first URL, from 1. */
  readonly line: number;
  /** Whether each URL counts as a line, as arguments do; else they share one line, separated by tabs. */
  readonly separate: boolean;
  /** What stands before the URLs in the line. */
  readonly before: string;
}

/** `line:column: message (code)`, both counted from 1, columns in characters. */
function errorLine(
  { urls, which, at: [index], message, code }: FailedResult,
  { line, separate, before: inFront }: InputPosition,
): string {
  const before = urls.slice(0, which ?? 0);
  const inUrl = (urls[which ?? 0] ?? '').slice(0, index);
  const inLine = separate ? inUrl : inFront + [...before, inUrl].join('\t');
  return `${separate ? line + before.length : line}:${[...inLine].length + 1}: ${message} (${code})`;
}

/** How many characters of the URL are shown on each side of the error. */
const CONTEXT = 30;

/** For terminals, the URL around the error with a mark under it; empty if the error is not in a URL. */
function excerptOf({ urls, which, at: [index] }: FailedResult, style: TerminalStyle): string {
  if (which === null) return '';
  const url = urls[which] ?? '';
  const before = [...showControls(url.slice(0, index))].slice(-CONTEXT).join('');
  const after = [...showControls(url.slice(index))].slice(0, CONTEXT).join('');
  return `    ${before}${after}\n    ${' '.repeat([...before].length)}${paint(style, 'red', '^')}\n`;
}
