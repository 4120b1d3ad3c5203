/** Functions that return an error instead of throwing it. */
import { UrlError } from './error.ts';

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
