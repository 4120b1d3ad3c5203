/**
 * A URL in angle brackets, with or without `URL:` (RFC 3986 Appendix C; draft-ietf-uri-url-03, "Wrappers for URIs in
 * plain text"). It may be folded over lines, also over those of a quotation in mail.
 */
import { unwrap } from '../uri/prepare.ts';
import type { TextRange } from './link.ts';
import { warningsOfDelimited } from './url-warnings.ts';
import type { WarningCode } from './warnings.ts';

/** The longest URL in brackets, in UTF-16 code units. A reader of a stream waits this long for the end of one. */
export const LONGEST_WRAPPED = 4096;

/** A URL in brackets. */
export interface WrappedUrl {
  /** The end of the URL as written, without blanks before the bracket. */
  readonly to: number;
  /** Behind the closing bracket. */
  readonly after: number;
  readonly url: string;
  readonly warnings: readonly WarningCode[];
  readonly isPattern: boolean;
}

/** `> > ` at the beginning of a line. */
const QUOTE_MARKS = /^(?:[ \t]*>)+/;

/**
 * Reads a URL in brackets; `null` if no bracket closes it.
 *
 * @param at - where the URL begins, behind the bracket and `URL:`
 * @param limit - the end of the text that may belong to the URL
 */
export function readWrappedUrl(text: string, at: number, limit: number): WrappedUrl | null {
  const depth = depthOf(text, at);
  const most = Math.min(limit, at + LONGEST_WRAPPED);
  const lines: TextRange[] = [];
  let from = at;
  for (let index = at; index < most; index++) {
    const character = text[index];
    if (character === '<') return null;
    if (character === '>') return wrapped(text, [...lines, [from, index]], index + 1);
    if (character !== '\n') continue;
    lines.push([from, index]);
    const begin = startOfLine(text, index + 1, depth);
    if (begin === null || /^[ \t]*\r?(?:\n|$)/.test(text.slice(begin, begin + LONGEST_INDENT))) return null;
    index = begin - 1;
    from = begin;
  }
  return null;
}

/** How far a line is looked at for something else than blanks. */
const LONGEST_INDENT = 200;

/** The number of quote marks before a place in its line. */
function depthOf(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - LONGEST_INDENT), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return (QUOTE_MARKS.exec(line)?.[0].match(/>/g) ?? []).length;
}

/** The place behind as many quote marks; `null` if there are fewer. */
function startOfLine(text: string, at: number, depth: number): number | null {
  let index = at;
  for (let left = depth; left > 0; index++) {
    const character = text[index];
    if (character === '>') left--;
    else if (character !== ' ' && character !== '\t') return null;
  }
  return index;
}

/** @param lines - what is between the brackets, without quote marks */
function wrapped(text: string, lines: readonly TextRange[], after: number): WrappedUrl {
  const content = lines.map((line) => text.slice(...line)).join('\n');
  const url = unfolded(content);
  const warnings = [...(/-[ \t\r]*\n/.test(content) ? (['folded-hyphen'] as const) : []), ...warningsOfDelimited(url)];
  const [begin, end] = lines.findLast((line) => text.slice(...line).trim() !== '') ?? [after, after];
  const to = begin + text.slice(begin, end).trimEnd().length;
  return { to, after, url, warnings, isPattern: /^[^:]*:\/\/(?:[^/?#]*\{|[.:]+(?:[/?#]|$))/.test(url) };
}

/** The URL that brackets contain, as the library reads it in them. */
export function unfolded(content: string): string {
  return unwrap(`<${content}>`).text;
}
