/**
 * Error messages for standard error: the position of the error, the message and, on terminals, an excerpt of the URL.
 */
import type { FailedResult } from './result.ts';
import { paint, showControls, type TerminalStyle } from './terminal.ts';

/** The position of the URLs in the input. */
export interface InputPosition {
  /** The line of the first URL, from 1. */
  readonly line: number;
  /** Whether each URL counts as a line, as arguments do; else they share one line, separated by tabs. */
  readonly separate: boolean;
  /** What stands before the URLs in the line. */
  readonly before: string;
}

/**
 * `line:column: message (code)`, both counted from 1, columns in characters.
 *
 * @example
 * ```ts
 * const failure = { urls: ['http://h:x'], which: 0, at: [9, 10], message: 'Not a port.', code: 'port-invalid' };
 * errorLine(failure, { line: 3, separate: false, before: '' }); // '3:10: Not a port. (port-invalid)'
 * ```
 */
export function errorLine(
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
export function excerptOf({ urls, which, at: [index] }: FailedResult, style: TerminalStyle): string {
  if (which === null) return '';
  const url = urls[which] ?? '';
  const before = [...showControls(url.slice(0, index))].slice(-CONTEXT).join('');
  const after = [...showControls(url.slice(index))].slice(0, CONTEXT).join('');
  return `    ${before}${after}\n    ${' '.repeat([...before].length)}${paint(style, 'red', '^')}\n`;
}
