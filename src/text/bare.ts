/**
 * Where a URL without delimiters ends, and what makes its end doubtful. RFC 3986 Appendix C asks for delimiters; most
 * writers leave them out.
 */

import { beginsLink } from './guesses.ts';
import { needsHost } from './schemes.ts';
import { DRIVE, warningsOfText } from './url-warnings.ts';
import type { WarningCode } from './warnings.ts';

/**
 * What ends a URL: blanks, controls, what RFC 3986 excludes, quotation marks, and ideographic and full-width
 * punctuation.
 */
const RUN =
  /[^\s\0-\x1f\x7f\xad\u200b-\u200f\u2060<>"`{}|\\^\u201c-\u201f\xab\xbb\u2039\u203a\u3001-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]+/y;

/** Punctuation of the sentence around a URL. */
const PUNCTUATION = /[.,:;!?'’‘…]/;
/** Marks around a word, as in `*word*`. They end a URL only if they stand before it, too. */
const MARKS = '*_~';

/** The beginning of a URL. */
export interface UrlStart {
  /** Where its scheme begins. */
  readonly at: number;
  /** In lower case. */
  readonly scheme: string;
  /** Where its host begins; `null` = it has none. */
  readonly hostAt: number | null;
}

/** A URL without delimiters. */
export interface BareUrl {
  /** Its end, exclusive. */
  readonly to: number;
  readonly warnings: readonly WarningCode[];
  /** Whether it is a template or a regular expression, of which no URL is known. */
  readonly isPattern: boolean;
}

/**
 * Finds the end of a URL.
 *
 * @param limit - the end of the text that may belong to the URL
 */
export function readBareUrl(text: string, start: UrlStart, limit: number): BareUrl {
  const warnings = new Set<WarningCode>();
  // A long word is not read again for each of its beginnings that has a limit.
  const run = endOfRun(text.slice(0, limit), start.at);
  const [balanced, isOpen] = balancedEnd(text, start.at, run);
  const to = withoutPunctuation(text, start.at, balanced);
  const url = text.slice(start.at, to);
  const isPattern = isCutPattern(text, run, limit, warnings) || !hasHost(text, start, to, warnings);
  if (isOpen) warnings.add('brackets');
  if (text.startsWith('..', to) || text[to] === '…') warnings.add('ellipsis');
  if (/[^\0-\x7f]/.test(url)) warnings.add('non-ascii');
  for (const code of warningsOfText(url, text.slice(start.at, to + 1))) warnings.add(code);
  checkLineEnd(text, start.at, to, warnings);
  return { to, warnings: [...warnings], isPattern };
}

function endOfRun(text: string, at: number): number {
  DRIVE.lastIndex = at;
  RUN.lastIndex = DRIVE.test(text) ? DRIVE.lastIndex : at;
  const from = RUN.lastIndex;
  return RUN.test(text) ? RUN.lastIndex : from;
}

/** Whether a URL may go on behind a bracket that closes nothing. */
function goesOn(text: string, at: number): boolean {
  return /[\w/%?=&#-]/.test(text[at] ?? ' ');
}

/** The end before the first bracket that closes nothing, and whether a bracket lacks its counterpart. */
function balancedEnd(text: string, at: number, to: number): readonly [end: number, isOpen: boolean] {
  const isQuoted = text[at - 1] === "'";
  let round = 0;
  let square = 0;
  for (let index = at; index < to; index++) {
    const character = text[index];
    if (character === '(') round++;
    else if (character === '[') square++;
    else if (character === ')' && round-- === 0) return [index, square > 0 || goesOn(text, index + 1)];
    else if (character === ']' && square-- === 0) return [index, round > 0 || goesOn(text, index + 1)];
    else if (character === "'" && isQuoted) return [index, false];
  }
  return [to, round > 0 || square > 0];
}

function withoutPunctuation(text: string, at: number, to: number): number {
  const before = text[at - 1] ?? ' ';
  const mark = MARKS.includes(before) ? before : null;
  let end = to;
  while (end > at && (PUNCTUATION.test(text[end - 1] ?? '') || text[end - 1] === mark)) end--;
  return end;
}

/** Whether the character that ends a URL shows that it is a template, a regular expression or an escaped text. */
function isCutPattern(text: string, to: number, limit: number, warnings: Set<WarningCode>): boolean {
  if (to >= limit) return false;
  const next = text[to + 1] ?? ' ';
  switch (text[to]) {
    case '{':
      return true;
    case '\\':
      // The line goes on in the next one, or a quotation mark ends a string of a program.
      if (/[\s"]/.test(next)) return false;
      warnings.add('backslash');
      return !/[a-z\\]/i.test(next);
    case '<':
      if (/[/=?&-]/.test(text[to - 1] ?? '') && /[a-z]/i.test(next)) warnings.add('placeholder');
      return false;
    case '|':
    case '^':
      if (text[to] === '^' || /[?=][^/]*$/.test(text.slice(Math.max(0, to - LONGEST_LOOK), to)))
        warnings.add('excluded-character');
      return false;
    default:
      return false;
  }
}

/** Whether a URL that needs a host has one. A host that no server has is a warning. */
function hasHost(text: string, { scheme, hostAt }: UrlStart, to: number, warnings: Set<WarningCode>): boolean {
  if (hostAt === null) return true;
  const [authority = ''] = /^[^/?#]*/.exec(text.slice(hostAt, Math.max(hostAt, to))) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host === '') return !needsHost(scheme) && to > hostAt;
  if (!HOST.test(host) || EMPTY_LABEL.test(host)) warnings.add('host');
  return /[^.:]/.test(host);
}

/** A name, an address in brackets, and a port. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%\u00a1-\uffff-]+)(?::\d*)?$/i;

/** What stands for a host in `http://...` or `http://.example`. */
const EMPTY_LABEL = /^\.|\.\./;

/** What the end of a line hides: folds, soft breaks, hyphens. */
function checkLineEnd(text: string, at: number, to: number, warnings: Set<WarningCode>): void {
  const end = text[to] === '\r' ? to + 1 : to;
  if (text[end] !== '\n') return;
  if (text[to - 1] === '=') warnings.add('soft-break');
  const [, next = ''] = /^(?:[ \t]*>)*[ \t]*(\S*)/.exec(text.slice(end + 1, end + 1 + LONGEST_LOOK)) ?? [];
  if (beginsLink(next)) return;
  const last = text[to - 1] ?? '';
  const isLong = to - (text.lastIndexOf('\n', Math.max(at, to - LONGEST_LOOK)) + 1) >= LONG_LINE;
  const looksCut = /[=&?%-]/.test(last) && /^\w/.test(next);
  if (looksCut || ((isLong || /[/_~]/.test(last)) && REST_OF_PATH.test(next))) warnings.add('may-continue');
}

/** A word with a slash, a dot or an escape inside. */
const REST_OF_PATH = /^[\w%~-]*(?:[/=&?%_]|\.[a-z\d])[\w%~./=&?#-]*[.,;:)>"']*$/i;

/** How much of the text around a place is looked at, and the length of a long line, in UTF-16 code units. */
const LONGEST_LOOK = 80;
const LONG_LINE = 60;
