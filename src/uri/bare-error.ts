/** The error of an input that is not a URL, without the texts of the diagnostics, which only the whole library has. */

import type { Specification } from './diagnostic.ts';

/** What else an error may know. */
export interface ErrorContext {
  readonly cause?: UrlError;
  /** Where the defect ends, if it is more than one character or escape. */
  readonly end?: number;
  /** The clause of the scheme, in place of the one that the code has. */
  readonly spec?: Specification;
}

/**
 * Thrown by the functions of `waypost/canonical`. Those of `waypost` throw a subclass with the message and the clause.
 */
export class UrlError extends Error {
  override readonly name = 'UrlError';
  /** The code of a diagnostic, from the library's table or from the table of a scheme that the program added. */
  readonly code: string;
  /** Offset of the defect in `input`, in UTF-16 code units. */
  readonly index: number;
  readonly input: string;
  readonly #end: number;

  constructor(
    code: string,
    index: number,
    input: string,
    { cause, end = index }: ErrorContext = {},
    message = `Not a URL: ${code}.`,
  ) {
    // An own property `cause` only if there is a cause: Node prints it.
    super(message, cause && { cause });
    this.code = code;
    this.index = index;
    this.input = input;
    this.#end = end;
  }

  /**
   * `[start, end)` of the defect in `input`: a label of the host, an IPv6 address, the number of a port, an escape, a
   * character, or an empty range if something is missing.
   */
  get at(): readonly [start: number, end: number] {
    if (this.#end > this.index) return [this.index, this.#end];
    const defect = /^(?:%[\da-f]{2}|.)/isu.exec(this.input.slice(this.index, this.index + '%00'.length));
    return [this.index, this.index + (defect?.[0].length ?? 0)];
  }

  /** What `JSON.stringify` writes: also the message, which errors leave out. */
  toJSON(): Pick<UrlError, 'name' | 'code' | 'message' | 'index' | 'input'> {
    const { name, code, message, index, input } = this;
    return { name, code, message, index, input };
  }
}

/** Makes the error of a library: {@link UrlError}, or a subclass that says more. */
export type UrlErrorOf = (code: string, index: number, input: string, context?: ErrorContext) => UrlError;

/** Makes an error that knows nothing but the code. */
export const bareUrlError: UrlErrorOf = (code, index, input, context) => new UrlError(code, index, input, context);

/** The result of a function that does not throw. */
export type Safe<Value, Failure extends UrlError = UrlError> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** Makes a function that returns errors of one class instead of throwing them. Other errors are still thrown. */
export function catching<Parameters extends readonly unknown[], Value, Failure extends UrlError>(
  failure: new (...parameters: never) => Failure,
  call: (...parameters: Parameters) => Value,
): (...parameters: Parameters) => Safe<Value, Failure> {
  return (...parameters) => {
    try {
      return { ok: true, value: call(...parameters) };
    } catch (error) {
      if (error instanceof failure) return { ok: false, error };
      throw error;
    }
  };
}
