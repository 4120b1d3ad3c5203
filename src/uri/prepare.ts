/**
 * Prepares an input for the pass: unwraps it, cleans it if browsers do, and keeps the offsets in the input.
 */
import { asBrowsersRead } from './as-browsers-read.ts';
import type { Canonical } from './canonical-parts.ts';
import { UrlError } from './error.ts';
import { generic } from './generic-diagnostics.ts';
import { Steps, type TracedText } from './traced-text.ts';
import { isBare, unwrap } from './unwrap.ts';

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

/** @throws {@link UrlError} if the input is not a string, or is too long */
export function checkInput(url: string): void {
  if (typeof url !== 'string') throw new UrlError(generic['not-a-string'], 0, '');
  if (url.length > MAX_LENGTH) throw new UrlError(generic['too-long'], MAX_LENGTH, url);
}

/** Removes the wrappers of a URL. */
export function prepare(input: string): PreparedInput {
  return preparedInput(isBare(input) ? { text: input, origin: null, steps: new Steps() } : unwrap(input), input);
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
