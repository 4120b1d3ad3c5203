/** The result of parsing a query: one URL with its explanation, an error, or a text with URLs in it. */
import { explain } from '../../../src/every-scheme.ts';
import type { Resolution, Specification } from '../../../src/index.ts';
import { UrlError } from '../../../src/uri/error.ts';
import { containsLink, isText } from './links-in-text.ts';
import { type ExplorerQuery, libraryOptions } from './query.ts';

/** Why a text is not a URL. */
export interface InputError {
  readonly code: string;
  readonly message: string;
  readonly spec: Specification;
  /** Whether the error is in the base. */
  readonly inBase: boolean;
  /** The text with the error. */
  readonly input: string;
  /** Where the error is in `input`, in UTF-16 code units. */
  readonly index: number;
}

export type ParseResult =
  | { readonly kind: 'empty' }
  | { readonly kind: 'url'; readonly resolution: Resolution }
  | { readonly kind: 'error'; readonly error: InputError }
  /**
   * The URLs in it are extracted by the caller: few texts are pasted, and a browser loads the code when it meets one.
   */
  | { readonly kind: 'text' };

/**
 * Parses a query. Input counts as a text if it contains URLs but is not a URL itself: lines of URLs, or words
 * around one.
 *
 * @example
 * ```ts
 * parseInput({ text: 'see gopher://h.example/', base: '', dialect: 'current', lax: false }).kind; // 'text'
 * ```
 */
export function parseInput(query: ExplorerQuery): ParseResult {
  const { text } = query;
  if (text.trim() === '' && query.base === '') return { kind: 'empty' };
  if (isText(text)) return { kind: 'text' };
  try {
    return { kind: 'url', resolution: explain(text, libraryOptions(query)) };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    if (containsLink(text)) return { kind: 'text' };
    return { kind: 'error', error: inputError(error) };
  }
}

function inputError(error: UrlError): InputError {
  // If the base is wrong, its error is the `cause`.
  const { code, index, input, message, spec } = error.cause instanceof UrlError ? error.cause : error;
  return { code, message, spec, inBase: error.cause instanceof UrlError, input, index };
}
