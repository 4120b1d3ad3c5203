/**
 * A question read: one URL with everything about it, what is wrong with it, or the URLs of a whole text.
 */
import { explain, type Resolution, type Specification, UrlError } from '../../../src/index.ts';
import { Harvest } from './harvest.ts';
import { picksOf } from './pick.ts';
import { optionsOf, type Question } from './question.ts';

/** Why a text is no URL. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly spec: Specification;
  /** Whether it is the base that is at fault. */
  readonly ofBase: boolean;
  /** The text at fault, and where in it. */
  readonly input: string;
  readonly index: number;
}

export type Reading =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'url'; readonly resolution: Resolution }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'text'; readonly harvest: Harvest };

/**
 * Reads what is asked. A text is a whole one where it has URLs in it and is none itself, as lines of them, or
 * words around one.
 *
 * @example
 * ```ts
 * read({ ...NOTHING_ASKED, text: 'see gopher://h.example/' }).kind; // 'text'
 * ```
 */
export function read(question: Question): Reading {
  const { text } = question;
  if (text.trim() === '' && question.base === '') return { kind: 'nothing' };
  if (isWholeText(text)) return { kind: 'text', harvest: Harvest.of(text, optionsOf(question)) };
  try {
    return { kind: 'url', resolution: explain(text, optionsOf(question)) };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    if (hasAny(text)) return { kind: 'text', harvest: Harvest.of(text, optionsOf(question)) };
    return { kind: 'refused', refusal: refusalOf(error) };
  }
}

/** What the library says against a text. */
function refusalOf(error: UrlError): Refusal {
  const { code, index, input, message, spec } = error.cause instanceof UrlError ? error.cause : error;
  return { code, message, spec, ofBase: error.cause instanceof UrlError, input, index };
}

/** Lines that are not folded in angle brackets, or more than one URL with blanks between. */
function isWholeText(text: string): boolean {
  const bare = text.trim();
  if (!/\s/.test(bare) || /^<[^<>]*>$/.test(bare)) return false;
  const [first, second] = picksOf(bare);
  if (first === undefined) return false;
  return second !== undefined || /[\r\n]/.test(bare);
}

function hasAny(text: string): boolean {
  const [first] = picksOf(text);
  return first !== undefined && first.text !== text.trim();
}
