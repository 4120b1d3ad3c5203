/** Counts pairs of answers, and writes each difference as it is found. */
import { type AnsweredRequest, blindSpots, blindSpotsOfRun, type PartCounts } from './blindness.ts';
import type { Difference } from './comparable.ts';

/** What one side did: succeeded after it had asked a server, succeeded by itself, or refused. */
export type Outcome = 'served' | 'answered' | 'refused';

/** Two answers to one request. */
export interface Pair {
  /** What was asked, in one line. */
  readonly what: string;
  /** How long both sides took together. */
  readonly milliseconds?: number;
  /** Absent for what is no answer, such as a log. */
  readonly outcomes?: readonly [before: Outcome, after: Outcome];
  /** Each thing that was compared, with its first difference or `null`. */
  readonly found: readonly (readonly [thing: string, Difference | null])[];
}

/** The longest part of a line that is shown, in characters. */
const SHOWN = 300;
/** How many differences of a part are shown; all are counted. */
const MOST_SHOWN = 200;
/** How many slow pairs are named. */
const SLOWEST = 10;

/** The counts of one part. */
class Part implements PartCounts {
  readonly name: string;
  readonly start: number = Date.now();
  readonly slow: (readonly [milliseconds: number, what: string])[] = [];
  readonly answers: AnsweredRequest[] = [];
  readonly refusals: string[] = [];
  total = 0;
  different = 0;

  constructor(name: string) {
    this.name = name;
  }

  get refused(): number {
    return this.refusals.length;
  }
}

export class Report {
  readonly #parts: Part[] = [];

  /** Begins a part of the comparison. */
  begin(name: string): void {
    this.#parts.push(new Part(name));
  }

  /** Counts a pair. */
  count({ what, milliseconds = 0, outcomes, found }: Pair): void {
    const part = this.#part;
    part.total += 1;
    part.slow.push([milliseconds, what]);
    if (outcomes !== undefined) this.#judge(what, outcomes);
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
    const { name, start, total, answers, refused, different } = this.#part;
    const served = answers.filter((answer) => answer.served).length;
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    const byServers = served > 0 ? ` (${served} by a server)` : '';
    const hidden = different > MOST_SHOWN ? ` (${different - MOST_SHOWN} of them not shown)` : '';
    const counts = `${total} pairs, ${answers.length} answered${byServers}, ${refused} refused`;
    return `${name}: ${counts}, ${different} differ${hidden}, ${seconds} s`;
  }

  /** What the current part cannot see, in sentences. */
  blindSpots(): readonly string[] {
    return blindSpots(this.#part);
  }

  /** What a run of all parts cannot see, in sentences. */
  blindSpotsOfRun(): readonly string[] {
    return blindSpotsOfRun(this.#parts);
  }

  /** The pairs of the current part that took longest, for those who want it to be quicker. */
  slowest(): readonly string[] {
    const longest = this.#part.slow.toSorted(([one], [other]) => other - one).slice(0, SLOWEST);
    return longest.map(([milliseconds, what]) => `${milliseconds} ms: ${shortened(what)}`);
  }

  /** The pairs of the current part that both sides refused. */
  refusals(): readonly string[] {
    return this.#part.refusals.map((what) => `refused: ${shortened(what)}`);
  }

  get total(): number {
    return this.#parts.reduce((sum, { total }) => sum + total, 0);
  }

  get differences(): number {
    return this.#parts.reduce((sum, { different }) => sum + different, 0);
  }

  #judge(what: string, [before, after]: readonly [Outcome, Outcome]): void {
    const { answers, refusals } = this.#part;
    if (before === 'refused' && after === 'refused') refusals.push(what);
    if (before === 'refused' || after === 'refused') return;
    answers.push({ what, served: before === 'served' && after === 'served' });
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
