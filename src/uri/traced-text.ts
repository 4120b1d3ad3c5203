/** A text without some characters of the input, and their offsets there, of which diagnostics name ranges. */
import { type Diagnostic, type DiagnosticEntry, DiagnosticList } from './diagnostic.ts';
import { generic } from './generic-diagnostics.ts';

/** A text, its origin, and the steps that led from the input to it. */
export interface TracedText {
  readonly text: string;
  /** For each offset of `text`, and its end, the offset in the input; `null` if they are the same. */
  readonly origin: Int32Array | null;
  /** What was removed or changed. */
  readonly steps: Steps;
}

/** One change of the input. */
export interface TraceStep {
  readonly diagnostic: DiagnosticEntry;
  /** A range of the input. */
  readonly at: readonly [from: number, to: number];
  /** The text that replaced it. */
  readonly after: string;
}

/** A step as a diagnostic. */
export function diagnosticOf({ diagnostic, at, after }: TraceStep, input: string): Diagnostic {
  const { code, severity, message, spec } = diagnostic;
  return { code, severity, at, before: input.slice(at[0], at[1]), after, message, spec };
}

/** Collects the changes of an input in their order; neighbours with the same diagnostic are one step. */
export class Steps {
  readonly #list = new DiagnosticList<TraceStep>(({ diagnostic }) => diagnostic.code);

  get list(): readonly TraceStep[] {
    return this.#list.items;
  }

  /** How many steps are not in the list. */
  get omitted(): number {
    return this.#list.omitted;
  }

  add(diagnostic: DiagnosticEntry, from: number, to: number, after = ''): void {
    if (from === to) return;
    const { last } = this.#list;
    if (last?.diagnostic === diagnostic && last.at[1] === from) {
      this.#list.replaceLast({ diagnostic, at: [last.at[0], to], after: last.after + after });
    } else {
      this.#list.add({ diagnostic, at: [from, to], after });
    }
  }

  /** Adds the steps of another list, with their ranges mapped. */
  addAll({ list, omitted }: Steps, offset: (index: number) => number = (index) => index): void {
    for (const { diagnostic, at, after } of list) {
      this.#list.add({ diagnostic, at: [offset(at[0]), offset(at[1] - 1) + 1], after });
    }
    this.#list.omitted += omitted;
  }
}

/**
 * Copies the characters of `text[from, to)` that `next` keeps. `steps` are the changes so far, to which this adds its
 * own. `next` returns the end of the run that begins at an index; negative = drop the run.
 */
export function keepRuns(
  text: string,
  from: number,
  to: number,
  steps: Steps,
  next: (index: number) => number,
): TracedText {
  // The halves of two surrogate pairs must not become one pair when the text between them is dropped.
  const whole = text.toWellFormed();
  const origin = new Int32Array(to - from + 1);
  let kept = '';
  for (let index = from; index < to; ) {
    const end = next(index);
    if (end < 0) {
      index = -end;
      continue;
    }
    for (let at = index; at < end; at++) {
      if (whole.charCodeAt(at) !== text.charCodeAt(at)) {
        steps.add(generic['lone-surrogate'], at, at + 1, whole.charAt(at));
      }
      origin[kept.length + at - index] = at;
    }
    kept += whole.slice(index, end);
    index = end;
  }
  origin[kept.length] = to;
  return { text: kept, origin: origin.subarray(0, kept.length + 1), steps };
}

/** Joins two traces, the second of which starts from the text of the first. */
export function joinTraces({ origin, steps }: TracedText, second: TracedText): TracedText {
  const inputOffset = (index: number): number => origin?.[index] ?? index;
  const joined = new Steps();
  joined.addAll(steps);
  joined.addAll(second.steps, inputOffset);
  return { text: second.text, origin: second.origin?.map(inputOffset) ?? null, steps: joined };
}
