/** Counts comparisons, and writes each difference as it is found. */
import type { Difference } from './comparable.ts';

/** The longest part of a line that is shown, in characters. */
const SHOWN = 300;
/** How many slow comparisons are named. */
const SLOWEST = 10;

export class Report {
  #total = 0;
  #equal = 0;
  #group = '';
  #slowest: (readonly [milliseconds: number, what: string])[] = [];

  /** Begins a part of the comparison. */
  begin(group: string): void {
    this.#group = group;
    this.#slowest = [];
  }

  /** Counts a comparison; `parts` names each thing that is compared with its first difference. */
  count(
    what: string,
    milliseconds: number,
    parts: readonly (readonly [part: string, difference: Difference | null])[],
  ): void {
    this.#total += 1;
    this.#slowest.push([milliseconds, what]);
    const found = parts.flatMap(([part, difference]) => (difference === null ? [] : [{ part, difference }]));
    if (found.length === 0) {
      this.#equal += 1;
      return;
    }
    console.log(`\n[${this.#group}] ${shortened(what)}`);
    for (const { part, difference } of found) {
      const [before, after] = around(difference);
      console.log(`  ${part} differs at line ${difference.at + 1}`);
      console.log(`    before: ${before}`);
      console.log(`    after:  ${after}`);
    }
  }

  /** The comparisons of this part that took longest, for those who want it to be quicker. */
  get slowest(): readonly string[] {
    const longest = this.#slowest.toSorted(([one], [other]) => other - one).slice(0, SLOWEST);
    return longest.map(([milliseconds, what]) => `${milliseconds} ms: ${shortened(what)}`);
  }

  get differences(): number {
    return this.#total - this.#equal;
  }

  get total(): number {
    return this.#total;
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
