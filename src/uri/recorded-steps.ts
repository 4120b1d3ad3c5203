/** The steps of `explain`: it records each change of the input, before a pass reads it. */
import { DiagnosticList } from './diagnostic.ts';
import type { GenericDiagnosticCode } from './generic-diagnostics.ts';
import { Steps, type TraceStep } from './traced-text.ts';

/** A step that grows while its neighbours have the same code. */
interface GrowingStep extends TraceStep {
  readonly at: [from: number, to: number];
  after: string;
}

/** Collects the changes of an input in their order; neighbours with the same code are one step. */
export class RecordedSteps extends Steps {
  readonly #steps = new DiagnosticList<TraceStep>(({ code }) => code);

  /** The code of the step that was added last, and its end. */
  #lastCode: string | null = null;
  #lastTo = 0;
  /** That step; `null` if it is not in the list. */
  #last: GrowingStep | null = null;

  override get list(): readonly TraceStep[] {
    return this.#steps.items;
  }

  override get omitted(): number {
    return this.#steps.omitted;
  }

  override add(code: GenericDiagnosticCode, from: number, to: number, after = ''): void {
    if (from === to) return;
    const isNext = code === this.#lastCode && from === this.#lastTo;
    this.#lastCode = code;
    this.#lastTo = to;
    if (isNext) {
      if (this.#last === null) return;
      this.#last.at[1] = to;
      this.#last.after += after;
    } else if (this.#steps.admits(code)) {
      this.#last = { code, at: [from, to], after };
      this.#steps.items.push(this.#last);
    } else {
      this.#last = null;
    }
  }

  override fresh(): RecordedSteps {
    return new RecordedSteps();
  }

  override joined(later: Steps, offset: (index: number) => number): RecordedSteps {
    const joined = new RecordedSteps();
    joined.#addAll(this, (index) => index);
    joined.#addAll(later, offset);
    return joined;
  }

  #addAll({ list, omitted }: Steps, offset: (index: number) => number): void {
    for (const { code, at, after } of list) {
      this.#steps.add({ code, at: [offset(at[0]), offset(at[1] - 1) + 1], after });
    }
    this.#steps.omitted += omitted;
  }
}
