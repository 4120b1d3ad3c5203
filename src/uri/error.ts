/**
 * The one error of the library: an input that is no URL, or one that must not be repaired.
 * `code` is a key of the diagnostics table; `index` counts UTF-16 code units from the start of `input`.
 */
import { type DiagnosticCode, diagnostics } from '../diagnostics.ts';

/**
 * Thrown by every function of the library that is given something it cannot read.
 *
 * @example
 * ```ts
 * try { canonicalize('gopher://h.example/0a%0D%0Ab'); }
 * catch (error) { (error as UrlError).code; } // 'gopher-cr-lf'
 * ```
 */
export class UrlError extends Error {
  override readonly name = 'UrlError';
  readonly code: DiagnosticCode;
  /** Offset of the defect in `input`, in UTF-16 code units. */
  readonly index: number;
  readonly input: string;

  constructor(code: DiagnosticCode, index: number, input: string, cause?: UrlError) {
    super(diagnostics[code].message, { cause });
    this.code = code;
    this.index = index;
    this.input = input;
  }

  /** `[start, end)` of the defect in `input`: an escape, a character, or nothing where something is missing. */
  get at(): readonly [start: number, end: number] {
    const defect = /^(?:%[\da-f]{2}|.)/isu.exec(this.input.slice(this.index, this.index + '%00'.length));
    return [this.index, this.index + (defect?.[0].length ?? 0)];
  }
}
