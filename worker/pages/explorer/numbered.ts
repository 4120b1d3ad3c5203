/**
 * Diagnostics as numbered steps. What one rule did to one part is one step, however often it did it: a name with
 * thirty blanks in it has one thing to learn from.
 */
import type { PartName } from '../../../src/anatomy.ts';
import type { Diagnostic } from '../../../src/index.ts';

/** What a step did, as often as it did it. */
export interface Change {
  readonly before: string;
  readonly after: string;
  times: number;
}

export interface Step {
  /** The first of those that the step stands for. */
  readonly diagnostic: Diagnostic;
  readonly part: PartName | null;
  /** Different ones; none where the step only doubts. */
  readonly changes: Change[];
}

export interface Numbered {
  /** The first is number 1. */
  readonly steps: readonly Step[];
  /** The number of the step that each diagnostic belongs to. */
  readonly numbers: readonly number[];
}

/**
 * The steps of a list of diagnostics.
 *
 * @param touched - the part that each of them speaks of
 *
 * @example
 * ```ts
 * const { diagnostics } = explain('gopher://h/0a b c');
 * numbered(diagnostics, ['path', 'path']).steps[0].changes; // [{ before: ' ', after: '%20', times: 2 }]
 * ```
 */
export function numbered(diagnostics: readonly Diagnostic[], touched: readonly (PartName | null)[]): Numbered {
  const steps: Step[] = [];
  const known = new Map<string, number>();
  const made = new Map<string, Change>();
  const numbers = diagnostics.map((diagnostic, index) => {
    const part = touched[index] ?? null;
    const key = `${diagnostic.code} ${part} ${diagnostic.message}`;
    const number = known.get(key) ?? steps.push({ diagnostic, part, changes: [] });
    known.set(key, number);
    const { before, after } = diagnostic;
    if (before === after) return number;
    const change = made.get(`${number} ${before}\0${after}`) ?? { before, after, times: 0 };
    if (change.times++ === 0) steps[number - 1]?.changes.push(change);
    made.set(`${number} ${before}\0${after}`, change);
    return number;
  });
  return { steps, numbers };
}
