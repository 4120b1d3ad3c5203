/** placeholder, replaced below */
export type Severity = 'error' | 'warning' | 'info';
export interface Specification { readonly document: string; readonly section: string }
export type DiagnosticCode = string;
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** Range in the input, in UTF-16 code units: `[start, end)`; `null` where the input has no such place. */
  readonly at: readonly [start: number, end: number] | null;
  readonly before: string;
  readonly after: string;
  readonly message: string;
  readonly spec: Specification;
}
export const diagnostics: Record<string, { severity: Severity; message: string; spec: Specification }> = {};
