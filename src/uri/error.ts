/**
 * The only error of the library: the input is not a URL, or it must not be repaired. {@link safely} returns it instead.
 */
import type { DiagnosticEntry, Specification } from './diagnostic.ts';

/**
 * Thrown by every function of the library if it cannot read its input.
 *
 * @example
 * ```ts
 * try { canonicalize('gopher://h.example/0a%0D%0Ab'); }
 * catch (error) { (error as UrlError).code; } // 'gopher-cr-lf'
 * ```
 */
export class UrlError extends Error {
  override readonly name = 'UrlError';
  /** The code of a diagnostic, from the library's table or from the table of a scheme that the program added. */
  readonly code: string;
  /** Offset of the defect in `input`, in UTF-16 code units. */
  readonly index: number;
  readonly input: string;
  /** The clause that the input breaks. */
  readonly spec: Specification;
  /** Where the defect ends, if it is more than one character or escape. */
  readonly #end: number;

  constructor(
    { code, message, spec }: DiagnosticEntry,
    index: number,
    input: string,
    { cause, end = index }: { readonly cause?: UrlError; readonly end?: number } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.index = index;
    this.input = input;
    this.spec = spec;
    this.#end = end;
  }

  /**
   * `[start, end)` of the defect in `input`: a label of the host, an escape, a character, or an empty range if
   * something is missing.
   */
  get at(): readonly [start: number, end: number] {
    if (this.#end > this.index) return [this.index, this.#end];
    const defect = /^(?:%[\da-f]{2}|.)/isu.exec(this.input.slice(this.index, this.index + '%00'.length));
    return [this.index, this.index + (defect?.[0].length ?? 0)];
  }

  /** What `JSON.stringify` writes: also the message, which errors leave out. */
  toJSON(): Pick<UrlError, 'name' | 'code' | 'message' | 'index' | 'input' | 'spec'> {
    const { name, code, message, index, input, spec } = this;
    return { name, code, message, index, input, spec };
  }
}

/** The result of a function that does not throw. */
export type Safe<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: UrlError };

/**
 * Makes a function that returns the {@link UrlError} that another one throws. Errors of other kinds are faults of the
 * program, so they are still thrown.
 *
 * @param call - a function of the library
 * @example
 * ```ts
 * const { ok } = safely(canonicalize)('gopher://h.example/0a%0D%0Ab');
 * ok; // false
 * ```
 */
export function safely<Parameters extends readonly unknown[], Value>(
  call: (...parameters: Parameters) => Value,
): (...parameters: Parameters) => Safe<Value> {
  return (...parameters) => {
    try {
      return { ok: true, value: call(...parameters) };
    } catch (error) {
      if (error instanceof UrlError) return { ok: false, error };
      throw error;
    }
  };
}
