/**
 * The only error of the library: the input is not a URL, or it must not be repaired. {@link safely} returns it instead.
 */
import { checkArgument } from './arguments.ts';
import { UrlError as BareUrlError, catching, type ErrorContext, type UrlErrorOf } from './bare-error.ts';
import { type DiagnosticEntry, type DiagnosticTable, entryOf, type Specification } from './diagnostic.ts';
import { messageOfHost } from './host-defects.ts';

/**
 * Thrown by every function of the library if it cannot read its input. It has the members of the `UrlError` of
 * `waypost/canonical`, `code`, `index`, `input`, `at` and `toJSON()`, and the clause.
 *
 * @example
 * ```ts
 * try { canonicalize('gopher://h.example/0a%0D%0Ab'); }
 * catch (error) { (error as UrlError).code; } // 'gopher-cr-lf'
 * ```
 */
export class UrlError extends BareUrlError {
  /** The clause that the input breaks. */
  readonly spec: Specification;

  constructor({ code, message, spec }: DiagnosticEntry, index: number, input: string, context: ErrorContext = {}) {
    super(code, index, input, context, message);
    this.spec = context.spec ?? spec;
  }

  /** What `JSON.stringify` writes: also the message, which errors leave out. */
  override toJSON(): Pick<UrlError, 'name' | 'code' | 'message' | 'index' | 'input' | 'spec'> {
    return { ...super.toJSON(), spec: this.spec };
  }
}

/** Makes errors with the messages of a table. */
export function urlErrorsOf(table: DiagnosticTable): UrlErrorOf {
  return (code, index, input, context) => {
    const entry = entryOf(code, table);
    const message = messageOfHost(code, index, input, context?.end) ?? entry.message;
    return new UrlError({ ...entry, message }, index, input, context);
  };
}

/** The result of a function that does not throw. */
export type Safe<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: UrlError };

/**
 * Makes a function that returns the {@link UrlError} that another one throws. Errors of other kinds are faults of the
 * program, so they are still thrown.
 *
 * @param call - a function of `waypost`. Errors of `waypost/canonical` have no clause, so they are thrown; use the safe
 *   forms of that entry.
 * @example
 * ```ts
 * const { ok } = safely(canonicalize)('gopher://h.example/0a%0D%0Ab');
 * ok; // false
 * ```
 */
export function safely<Parameters extends readonly unknown[], Value>(
  call: (...parameters: Parameters) => Value,
): (...parameters: Parameters) => Safe<Value> {
  checkArgument('call', call, ['a function']);
  return catching(UrlError, call);
}
