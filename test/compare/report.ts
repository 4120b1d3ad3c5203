/** Counts comparisons, and writes each difference as it is found. */
import type { Difference } from './comparable.ts';

/** The longest part of a line that is shown, in characters. */
const SHOWN = 300;
/** How many differences of a part are shown; all are counted. */
const MOST_SHOWN = 200;
/** How many slow comparisons are named. */
const SLOWEST = 10;

/** The counts of one part. */
class Part {
  readonly name: string;
  readonly start: number = Date.now();
  readonly slow: (readonly [milliseconds: number, what: string])[] = [];
  total = 0;
  different = 0;

  constructor(name: string) {
    this.name = name;
  }
}

export class Report {
  readonly #parts: Part[] = [];

  /** Begins a part of the comparison. */
  begin(name: string): void {
    this.#parts.push(new Part(name));
  }

  /** Counts a comparison without a difference. */
  pass(): void {
    this.#part.total += 1;
  }

  /**
   * Counts a comparison.
   *
   * @param what - what was compared, in one line
   * @param milliseconds - how long both sides took together
   * @param found - each thing that was compared, with its first difference or `null`
   */
  count(what: string, milliseconds: number, found: readonly (readonly [thing: string, Difference | null])[]): void {
    const part = this.#part;
    part.total += 1;
    part.slow.push([milliseconds, what]);
    if (found.every(([, difference]) => difference === null)) return;
    part.different += 1;
    if (part.different > MOST_SHOWN) return;
    console.log(`\n[${part.name}] ${shortened(what)}`);
    for (const [thing, difference] of found) {
      if (difference === null) continue;
      const [before, after] = around(difference);
      console.log(`  ${thing} differs at line ${difference.at + 1}`);
      console.log(`    before: ${before}`);
      console.log(`    after:  ${after}`);
    }
  }

  /** The figures of the current part in one line. */
  summary(): string {
    const { name, start, total, different } = this.#part;
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    const hidden = different > MOST_SHOWN ? ` (${different - MOST_SHOWN} of them not shown)` : '';
    return `${name}: ${total} comparisons, ${different} differ${hidden}, ${seconds} s`;
  }

  /** The comparisons of the current part that took longest, for those who want it to be quicker. */
  slowest(): readonly string[] {
    const longest = this.#part.slow.toSorted(([one], [other]) => other - one).slice(0, SLOWEST);
    return longest.map(([milliseconds, what]) => `${milliseconds} ms: ${shortened(what)}`);
  }

  get total(): number {
    return this.#parts.reduce((sum, { total }) => sum + total, 0);
  }

  get differences(): number {
    return this.#parts.reduce((sum, { different }) => sum + different, 0);
  }

  get #part(): Part {
    const part = this.#parts.at(-1);
    if (part === undefined) throw new Error('no part has begun');
    return part;
  }
}

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Both lines from a little before the first character that differs. */
function around({ before, after }: Difference): readonly [string, string] {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const start = Math.max(0, same - SHOWN / 3);
  const cut = (line: string): string => shortened((start > 0 ? '…' : '') + line.slice(start));
  return [cut(before), cut(after)];
}
