/**
 * Output on its way to the screen. The screen gets a little at a time: it cannot give back what it has, and after an
 * interrupt the rest can be left out; and between two animation frames it gets what it can show by the next, so that
 * keys and buttons are never kept waiting.
 */
import { FrameBudget, type NextFrame } from './frame-pace.ts';
import { FRAME_COST, type OutputSlice } from './output-cost.ts';
import type { ShownPart } from './shown-output.ts';

interface OutputPart {
  readonly shown: ShownPart;
  readonly taken: () => void;
}

/** A part of which the screen has a beginning. */
interface BegunPart {
  readonly slices: Iterator<OutputSlice, undefined>;
  readonly taken: () => void;
}

/** What a queue writes to. */
interface OutputScreen {
  /** The text of a part, in slices that cost little. */
  slices(shown: ShownPart): Iterator<OutputSlice, undefined>;
  /** Calls `shown` once the screen has taken the text. */
  write(text: string, shown: () => void): void;
}

export class OutputQueue {
  readonly #screen: OutputScreen;
  readonly #budget: FrameBudget;
  #parts: OutputPart[] = [];
  #part: BegunPart | null = null;
  /** The cost of what the screen has and has not taken. */
  #written = 0;

  constructor(screen: OutputScreen, nextFrame: NextFrame) {
    this.#screen = screen;
    this.#budget = new FrameBudget(FRAME_COST, nextFrame, () => this.#flush());
  }

  /** Whether the screen has taken everything that was added. */
  get isEmpty(): boolean {
    return this.#written === 0 && this.#part === null && this.#parts.length === 0;
  }

  /** @param taken - is called when the screen has taken the part, or when it is left out */
  add(shown: ShownPart, taken: () => void): void {
    this.#parts.push({ shown, taken });
    this.#flush();
  }

  /** Leaves out what the screen does not have. Returns how many parts that are. */
  clear(): number {
    const parts = this.#part === null ? this.#parts : [this.#part, ...this.#parts];
    this.#part = null;
    this.#parts = [];
    for (const { taken } of parts) taken();
    return parts.length;
  }

  #flush(): void {
    while (!this.#budget.isSpent && this.#written < FRAME_COST) {
      this.#part ??= this.#nextPart();
      if (this.#part === null) return;
      const slice = this.#part.slices.next().value;
      if (slice === undefined) {
        this.#screen.write('', this.#part.taken);
        this.#part = null;
        continue;
      }
      const { text, cost } = slice;
      this.#budget.spend(cost);
      this.#written += cost;
      this.#screen.write(text, () => {
        this.#written -= cost;
        this.#flush();
      });
    }
  }

  #nextPart(): BegunPart | null {
    const part = this.#parts.shift();
    return part === undefined ? null : { slices: this.#screen.slices(part.shown), taken: part.taken };
  }
}
