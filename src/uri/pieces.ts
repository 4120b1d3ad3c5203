/**
 * The grammar of a component as data: pieces, from one delimiter to the next. The octet pass and the expressions of
 * canonical URLs are made from it, and the text pass reads components with it.
 *
 * ```
 *   go:Mercedes%20Benz;geography=iso3166,US-ga
 *      name            attribute typed   value        ";" leads to an attribute, "=" to typed, "," to a value
 * ```
 */
import type { CharacterSet } from './characters.ts';
import { type Excluded, type PieceCodes, type Policy, rewriteComponent } from './percent.ts';
import type { Rewrite } from './rewrite.ts';

/** A part of a component. Its policy says what is raw, decoded and escaped in it. */
export interface Piece {
  /** Absent = that of the component. */
  readonly policy?: Policy;
  /** The names of the pieces behind its delimiters. */
  readonly next?: Readonly<Record<string, string>>;
  /** The delimiter that is written behind it if another one follows, or none. */
  readonly missing?: string;
  /** Whether it is a number, of which the text pass drops the zeros before it. */
  readonly number?: boolean;
  /** Absent = its policy and its delimiters say everything. */
  readonly leaves?: Leaves;
}

/**
 * What a piece leaves to the scheme's own code. The octet pass and the expression do without that code, so they leave
 * such URLs to the text pass. They may leave too much, never too little.
 */
export interface Leaves {
  /** Octets, escaped or raw. Raw controls are always left. */
  readonly octets?: Excluded;
  /** Raw characters. */
  readonly raw?: string;
  /** Characters as escapes. */
  readonly escapes?: string;
  /** All raw characters but these. Escapes begin with `%`. */
  readonly allBut?: CharacterSet;
  /** The first characters of what is written; `%` = an escape that stays. */
  readonly beginning?: string;
  /** What is written, in lower case. */
  readonly text?: string;
  /** Whether an empty piece is left. */
  readonly empty?: boolean;
  /** Whether a piece that is not empty is left if the component ends with it. */
  readonly end?: boolean;
}

/** The pieces of a component by name, the first one first. */
export type Pieces = Readonly<Record<string, Piece>>;

/** Pieces that the text pass reads. */
export type ReadPieces = Readonly<Record<string, Piece & { readonly policy: Policy }>>;

/**
 * Makes `pass.text[from, to)` canonical piece by piece, and returns where the component ends.
 *
 * @param first - the name of the piece that begins at `from`
 * @param codes - the diagnostics of what changes between pieces
 */
export function rewritePieces<Code extends string>(
  pass: Rewrite<Code>,
  from: number,
  to: number,
  pieces: ReadPieces,
  first: string,
  codes: PieceCodes<Code>,
): number {
  const { text } = pass;
  let end = from;
  for (let piece = pieces[first]; piece !== undefined; ) {
    const { policy, next = {}, number = false, missing } = piece;
    if (number) end = dropZeros(pass, end, codes.delimiter);
    let limit = end;
    while (limit < to && !(text.charAt(limit) in next)) limit++;
    end = rewriteComponent(pass, end, limit, policy, codes);
    const delimiter = end === limit && limit < to ? text.charAt(limit) : '';
    if (missing !== undefined && missing !== delimiter) pass.replace(end, end, missing, codes.delimiter);
    piece = pieces[next[delimiter] ?? ''];
    if (piece !== undefined) end++;
  }
  return end;
}

/** Zeros before another digit, escaped or raw. */
const ZEROS = /(?:0|%30)+(?=[0-9]|%3[0-9])/y;

function dropZeros<Code extends string>(pass: Rewrite<Code>, from: number, code: Code): number {
  ZEROS.lastIndex = from;
  if (!ZEROS.test(pass.text)) return from;
  pass.replace(from, ZEROS.lastIndex, '', code);
  return ZEROS.lastIndex;
}
