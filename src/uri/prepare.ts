/**
 * A text made ready for the pass: unwrapped, cleaned where browsers clean, resolved where it is relative; with
 * the way back to the input and the steps that led here.
 */
import type { Canonical } from '../schemes/scheme.ts';
import { asBrowsersRead } from './as-browsers-read.ts';
import { UrlError } from './error.ts';
import { generic } from './generic-diagnostics.ts';
import { isBare, type Prepared, unwrap } from './unwrap.ts';

/** The longest input and the longest output, in UTF-16 code units. */
export const MAX_LENGTH = 65_536;

/** A text ready to be read. */
export interface Readable extends Prepared {
  readonly input: string;
  /** Computes `origin` on demand, where the fast path can do without. */
  readonly originOf: (() => Int32Array) | null;
  /** The base that a relative reference was resolved against. */
  readonly base: Canonical | null;
  /** Whether it has been cleaned as browsers read it. */
  readonly cleaned: boolean;
}

/** @throws {@link UrlError} where the input is no string, or is too long */
export function checkInput(url: string): void {
  if (typeof url !== 'string') throw new UrlError(generic['not-a-string'], 0, '');
  if (url.length > MAX_LENGTH) throw new UrlError(generic['too-long'], MAX_LENGTH, url);
}

/** Takes a URL out of its wrappers. */
export function prepare(input: string): Readable {
  return readableOf(isBare(input) ? { text: input, origin: null, steps: [] } : unwrap(input), input);
}

/** Cleans a text as browsers do. */
export function cleaned(ready: Readable): Readable {
  return { ...readableOf(asBrowsersRead(ready), ready.input), base: ready.base, cleaned: true };
}

function readableOf(prepared: Prepared, input: string): Readable {
  const { origin } = prepared;
  return { ...prepared, input, originOf: origin === null ? null : () => origin, base: null, cleaned: false };
}
