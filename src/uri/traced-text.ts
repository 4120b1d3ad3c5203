/** A text without some characters of the input, and their offsets there, of which diagnostics name ranges. */
import type { UrlFinding } from './diagnostic.ts';
import type { GenericDiagnosticCode } from './generic-diagnostics.ts';

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
  readonly code: GenericDiagnosticCode;
  /** A range of the input. */
  readonly at: readonly [from: number, to: number];
  /** The text that replaced it. */
  readonly after: string;
}

/** A step with the text that it replaced. */
export function findingOf({ code, at, after }: TraceStep, input: string): UrlFinding<GenericDiagnosticCode> {
  return { code, at, before: input.slice(at[0], at[1]), after };
}

/** The changes of an input in their order. These are of the fast path, which forgets them. */
export class Steps {
  get list(): readonly TraceStep[] {
    return [];
  }

  /** How many steps are not in the list. */
  get omitted(): number {
    return 0;
  }

  add(_code: GenericDiagnosticCode, _from: number, _to: number, _after = ''): void {}

  /** Steps of the same kind, without any yet. */
  fresh(): Steps {
    return this;
  }

  /** These steps and later ones, whose ranges are mapped. */
  joined(_later: Steps, _offset: (index: number) => number): Steps {
    return this;
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
        steps.add('lone-surrogate', at, at + 1, whole.charAt(at));
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
  const joined = steps.joined(second.steps, inputOffset);
  return { text: second.text, origin: second.origin?.map(inputOffset) ?? null, steps: joined };
}
