/** Spreads work over animation frames, so that keys and buttons are never kept waiting. */

/** Calls a function before the next animation frame, or after a moment. */
export type NextFrame = (run: () => void) => void;

/** What may be spent between two animation frames. */
export class FrameBudget {
  readonly #most: number;
  readonly #nextFrame: NextFrame;
  readonly #goOn: () => void;
  #left: number;
  #isWaiting = false;

  /** @param goOn - is called in the frame after each one in which something was spent */
  constructor(most: number, nextFrame: NextFrame, goOn: () => void) {
    this.#most = most;
    this.#left = most;
    this.#nextFrame = nextFrame;
    this.#goOn = goOn;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  spend(cost: number): void {
    this.#left -= cost;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#nextFrame(() => {
      this.#isWaiting = false;
      this.#left = this.#most;
      this.#goOn();
    });
  }
}

/** What the jobs of a frame may cost together. */
export const PACE_COST = 400;

/** Does something, and returns what it costs the browser until the next frame. */
type Job = () => number;

/** Jobs that change what the page shows, each in its turn. */
export class FramePace {
  readonly #budget: FrameBudget;
  readonly #jobs = new Map<string, Job>();
  #isRunning = false;

  constructor(nextFrame: NextFrame) {
    this.#budget = new FrameBudget(PACE_COST, nextFrame, () => this.#run());
  }

  /** @param name - a job that waits under this name is replaced, and keeps its turn */
  add(name: string, job: Job): void {
    this.#jobs.set(name, job);
    this.#run();
  }

  #run(): void {
    // A job may add others.
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (const [name, job] of this.#jobs) {
        if (this.#budget.isSpent) break;
        this.#jobs.delete(name);
        // The next frame goes on even if this job fails.
        this.#budget.spend(1);
        this.#budget.spend(job() - 1);
      }
    } finally {
      this.#isRunning = false;
    }
  }
}

/** Letters beyond those of Europe, but lines and blocks; and code points that are no letters yet, which no font has. */
const RARE_LETTERS = /[^\0-\u04ff\u2010-\u2026\u2500-\u259f]|\p{Cn}/gu;

/**
 * What a text costs a browser that lays it out: one for the text, and one for each letter that may need a font of its
 * own. If no font has it, Chromium asks another process, each time anew: 1,000 of them take 130 ms.
 */
export function layoutCost(text: string): number {
  return 1 + (text.match(RARE_LETTERS)?.length ?? 0);
}
