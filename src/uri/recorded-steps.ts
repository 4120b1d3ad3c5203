/** The steps of `explain`: it records each change of the input, before a pass reads it. */
import { DiagnosticList } from './diagnostic.ts';
import type { GenericDiagnosticCode } from './generic-diagnostics.ts';
import { Steps, type TraceStep } from './traced-text.ts';

/** Collects the changes of an input in their order; neighbours with the same code are one step. */
export class RecordedSteps extends Steps {
  readonly #steps = new DiagnosticList<TraceStep>(({ code }) => code);

  override get list(): readonly TraceStep[] {
    return this.#steps.items;
  }

  override get omitted(): number {
    return this.#steps.omitted;
  }

  override add(code: GenericDiagnosticCode, from: number, to: number, after = ''): void {
    if (from === to) return;
    const { last } = this.#steps;
    if (last?.code === code && last.at[1] === from) {
      this.#steps.replaceLast({ code, at: [last.at[0], to], after: last.after + after });
    } else {
      this.#steps.add({ code, at: [from, to], after });
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
