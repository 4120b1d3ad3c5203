/** Prepares an input for the pass: removes wrappers, cleans it as browsers do, and keeps the offsets in the input. */

import type { UrlErrorOf } from './bare-error.ts';
import type { Canonical } from './canonical-parts.ts';
import { joinTraces, keepRuns, Steps, type TracedText } from './traced-text.ts';
import { hrefOf, type UrlInput } from './url-object.ts';

/** The longest input and the longest output, in UTF-16 code units. */
export const MAX_LENGTH = 65_536;

/** A text that a pass can read. */
export interface PreparedInput extends TracedText {
  readonly input: string;
  /** Computes `origin` on demand: the fast path does without it. */
  readonly originOf: (() => Int32Array) | null;
  /** The base that a relative reference was resolved against. */
  readonly base: Canonical | null;
  /** Whether the text has been cleaned as browsers read it. */
  readonly cleaned: boolean;
}

/** The text of an input. Throws an error if it is neither a string nor a `URL` object, or is too long. */
export function textOf(url: UrlInput, errorOf: UrlErrorOf): string {
  const text = typeof url === 'string' ? url : hrefOf(url);
  if (text === null) throw errorOf('not-a-string', 0, '');
  if (text.length > MAX_LENGTH) throw errorOf('too-long', MAX_LENGTH, text);
  return text;
}

/** Removes the wrappers of a URL. `steps` has no steps yet. */
export function prepare(input: string, steps: Steps): PreparedInput {
  return preparedInput(isBare(input) ? { text: input, origin: null, steps } : unwrap(input, steps), input);
}

/** Cleans a prepared input as browsers do. */
export function cleanAsBrowsers(prepared: PreparedInput): PreparedInput {
  const { input, base } = prepared;
  return { ...preparedInput(asBrowsersRead(prepared), input), base, cleaned: true };
}

function preparedInput(traced: TracedText, input: string): PreparedInput {
  const { origin } = traced;
  return { ...traced, input, originOf: origin === null ? null : () => origin, base: null, cleaned: false };
}

/**
 * Takes the liberties of the WHATWG URL Standard with http, https, ftp and file: tab, CR and LF are dropped, and a
 * backslash before the query is a slash. So Waypost never disagrees on the host with the browser that it redirects.
 */
function asBrowsersRead(traced: TracedText): TracedText {
  const { text } = traced;
  const steps = traced.steps.fresh();
  const query = text.search(/[?#]/);
  const pathTo = query === -1 ? text.length : query;
  const slashed = text.slice(0, pathTo).replaceAll('\\', '/') + text.slice(pathTo);
  const kept = keepRuns(slashed, 0, text.length, steps, (index) => {
    const code = text.charCodeAt(index);
    if (code === 0x5c && index < pathTo) steps.add('backslash', index, index + 1, '/');
    if (code !== 0x09 && code !== 0x0a && code !== 0x0d) return index + 1;
    steps.add('tab-or-newline', index, index + 1);
    return -(index + 1);
  });
  return joinTraces(traced, kept);
}

/** Whether the text has no wrapper: it begins with a letter, but not with `url:`, and does not end in a blank. */
export function isBare(input: string): boolean {
  const first = input.charCodeAt(0) | 0x20;
  if (first < 0x61 || first > 0x7a || input.charCodeAt(input.length - 1) <= 0x20) return false;
  return first !== 0x75 || !/^url:/i.test(input);
}

/** One URL in angle brackets, which may contain blanks and be broken over lines. */
export const WRAPPED = /^\s*<[^<>]*>\s*$/;

/**
 * Removes blanks, `<…>` and `URL:…` (RFC 3986 Appendix C; draft-ietf-uri-url-03, "PrePrefix" and "Wrappers for URIs in
 * plain text") until nothing changes: when folded lines are joined, another wrapper may appear.
 */
export function unwrap(input: string, steps: Steps = new Steps()): TracedText {
  const outer = unwrapOnce(input, steps);
  if (outer.origin === null || isBare(outer.text)) return outer;
  const inner = unwrap(outer.text, steps.fresh());
  return inner.origin === null ? outer : joinTraces(outer, inner);
}

function unwrapOnce(input: string, steps: Steps): TracedText {
  let from = 0;
  let to = input.length;
  let angle = false;
  // No URL has angle brackets, so all that are within a wrapper begin before one ends: `<b>a</b>` is none.
  const nests = input.indexOf('>') > input.lastIndexOf('<');
  for (let changed = true; changed; ) {
    const [before, after] = [from, to];
    while (from < to && input.charCodeAt(from) <= 0x20) from++;
    while (to > from && input.charCodeAt(to - 1) <= 0x20) to--;
    steps.add('surrounding-blanks', before, from);
    steps.add('surrounding-blanks', to, after);
    if (nests && input[from] === '<' && input[to - 1] === '>') {
      steps.add('wrapper', from, ++from);
      steps.add('wrapper', to - 1, to--);
      angle = true;
    }
    if (/^url:/i.test(input.slice(from, Math.min(from + 4, to)))) {
      steps.add('wrapper', from, from + 4);
      from += 4;
    }
    changed = from !== before || to !== after;
  }
  if (from === 0 && to === input.length) return { text: input, origin: null, steps };
  return angle ? unfold(input, from, to, steps) : keepRuns(input, from, to, steps, (index) => index + 1);
}

/**
 * Inside angle brackets, a line break and the blanks around it come from the mail, not from the URL. If the URL has
 * blanks of its own, the line was broken at one of them: draft-ietf-uri-url-03 has a reference
 * `<gopher://…/00/Information⏎   About Gopher/About Gopher>`.
 */
function unfold(input: string, from: number, to: number, steps: Steps): TracedText {
  const runs = new Map<number, BlankRun>();
  const wrapped = input.slice(from, to);
  const [beginning = wrapped] = BEGINNING.exec(wrapped.replace(BLANKS, '')) ?? [];
  let blanks = 0;
  let hasBlanks = false;
  for (const { 0: text, index } of wrapped.matchAll(BLANKS)) {
    const [at, end] = [from + index, from + index + text.length];
    const fold = /[\r\n]/.test(text);
    const besideSlash = input[at - 1] === '/' || input[end] === '/';
    hasBlanks ||= !(fold || besideSlash);
    runs.set(at, { end, fold, besideSlash, mayBeBlank: fold && !besideSlash && index - blanks > beginning.length });
    blanks += text.length;
  }
  const isBlank = ({ mayBeBlank }: BlankRun): boolean => mayBeBlank && hasBlanks;
  const lastBlanks = new Set([...runs.values()].filter(isBlank).map(({ end }) => end - 1));
  const text = input.replace(/[\t\n\r]/g, (blank, at) => (lastBlanks.has(at) ? ' ' : blank));
  return keepRuns(text, from, to, steps, (index) => {
    const run = runs.get(index);
    if (run === undefined) return index + 1;
    if (isBlank(run)) {
      steps.add('folded-blank', index, run.end, ' ');
      return run.end - index === 1 ? run.end : 1 - run.end;
    }
    if (run.fold) steps.add('folded-line', index, run.end);
    else if (run.besideSlash) steps.add('blank-beside-slash', index, run.end, input.slice(index, run.end));
    return run.fold ? -run.end : run.end;
  });
}

const BLANKS = /[\t\n\r ]+/g;
/** Scheme and authority. */
const BEGINNING = /^(?:url:)*(?!url:)[^:]*:(?:\/\/[^/?#]*|\/?)/i;

/** Blanks within a wrapper. */
interface BlankRun {
  readonly end: number;
  /** Whether a line break is among them. */
  readonly fold: boolean;
  readonly besideSlash: boolean;
  /** Whether it is a fold behind the scheme and the authority, which have no blanks, and not beside a slash. */
  readonly mayBeBlank: boolean;
}
