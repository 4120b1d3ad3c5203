/**
 * Diagnostics, and tables of them. Each part of the library has its own table: the generic syntax in
 * generic-diagnostics.ts, each scheme in its own module.
 */

/** `error`: the input is refused. `warning`: it was repaired, or it may deceive. `info`: it was normalized. */
export type Severity = 'error' | 'warning' | 'info';

/** A place in a specification. */
export interface Specification {
  readonly document: string;
  readonly section: string;
}

/** Something that the library changed in one URL, or warns about. */
export interface Diagnostic<Code extends string = string> {
  readonly code: Code;
  readonly severity: Severity;
  /** `[start, end)` in the input, in UTF-16 code units; `null` if the input has no such place. */
  readonly at: readonly [start: number, end: number] | null;
  readonly before: string;
  readonly after: string;
  readonly message: string;
  readonly spec: Specification;
}

/** What all diagnostics with one code have in common. */
export interface DiagnosticEntry<Code extends string = string> extends Definition {
  readonly code: Code;
}

/** Entries by their codes. */
export type DiagnosticTable<Code extends string = string> = { readonly [Key in Code]: DiagnosticEntry<Key> };

/** An entry as it is written in a table, where its key is its code. */
interface Definition {
  readonly severity: Severity;
  /** One sentence for people. */
  readonly message: string;
  /** The clause that it is based on. */
  readonly spec: Specification;
}

/**
 * Makes a table of diagnostics.
 *
 * @param definitions - the entries by their codes
 * @example
 * ```ts
 * const diagnostics = defineDiagnostics({
 *   'finger-path': warning('Only the first segment names a user.', 'draft-ietf-uri-url-finger', '2'),
 * });
 * diagnostics['finger-path'].code; // 'finger-path'
 * ```
 */
export function defineDiagnostics<Code extends string>(
  definitions: Readonly<Record<Code, Definition>>,
): DiagnosticTable<Code> {
  const entries = Object.entries<Definition>(definitions).map(([code, definition]) => [code, { code, ...definition }]);
  // `Object.fromEntries` loses the types of the keys.
  return Object.fromEntries(entries) as DiagnosticTable<Code>;
}

/** Defines a diagnostic for an input that is refused. */
export function error(message: string, document: string, section: string): Definition {
  return { severity: 'error', message, spec: { document, section } };
}

/** Defines a diagnostic for an input that was repaired, or that may deceive. */
export function warning(message: string, document: string, section: string): Definition {
  return { severity: 'warning', message, spec: { document, section } };
}

/** Defines a diagnostic for an input that was normalized. */
export function info(message: string, document: string, section: string): Definition {
  return { severity: 'info', message, spec: { document, section } };
}
