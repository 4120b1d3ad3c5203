/**
 * Why a URL was refused, in plain words for standard error.
 */
import type { Refusal } from './answer.ts';
import { type Look, paint, visible } from './look.ts';

/** Where the URLs that were asked about came from. */
export interface Place {
  /** Line of the first one, from 1. */
  readonly line: number;
  /** Whether each URL is a line of its own, as arguments are, or all of them share one, with tabs between. */
  readonly separate: boolean;
}

/**
 * `line:column: message (code)`, both counted from 1, columns in characters.
 *
 * @example
 * ```ts
 * complaintOf({ urls: ['http://h:x'], which: 0, at: [9, 10], ...refusal }, { line: 3, separate: false }); // '3:10: …'
 * ```
 */
export function complaintOf({ urls, which, at: [index], message, code }: Refusal, { line, separate }: Place): string {
  const before = urls.slice(0, which ?? 0);
  const inUrl = (urls[which ?? 0] ?? '').slice(0, index);
  const inLine = separate ? inUrl : [...before, inUrl].join('\t');
  return `${separate ? line + before.length : line}:${[...inLine].length + 1}: ${message} (${code})`;
}

/** So much of a URL is shown on either side of its defect. */
const CONTEXT = 30;

/** The URL around its defect and a mark under that, for a person at a terminal; empty where it has no place. */
export function excerptOf({ urls, which, at: [index] }: Refusal, look: Look): string {
  if (which === null) return '';
  const url = urls[which] ?? '';
  const before = [...visible(url.slice(0, index))].slice(-CONTEXT).join('');
  const after = [...visible(url.slice(index))].slice(0, CONTEXT).join('');
  return `    ${before}${after}\n    ${' '.repeat([...before].length)}${paint(look, 'red', '^')}\n`;
}
