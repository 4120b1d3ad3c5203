/**
 * The URLs of a whole text, duplicates grouped by their canonical form: what the table of a text shows, and what
 * its exports hold.
 */
import { canonicalize, type Options, UrlError } from '../../../src/index.ts';
import { picksOf } from './pick.ts';

/** One URL of a text, in all its spellings. */
export interface Found {
  /** `null` where it cannot be understood. */
  readonly canonical: string | null;
  readonly scheme: string;
  /** Why it cannot be understood. */
  readonly fault: string | null;
  /** How often it stands in the text. */
  times: number;
  /** The lines where it stands, from 1; the first few. */
  readonly lines: number[];
  /** How it is written; the first few. */
  readonly spellings: string[];
}

/** So many lines and spellings of one URL are kept. */
export const KEPT = 5;
/** After so many URLs the collection rests, for others to have a turn. */
const TURN = 500;

/** Counts of a text, whole or as far as it has been read. */
export interface Tally {
  /** Of all that the text has, from 0 to 1. */
  readonly progress: number;
  /** URLs, each as often as it stands there. */
  readonly urls: number;
  /** How many of them are different. */
  readonly different: number;
  readonly lines: number;
  /** Different URLs by scheme, the most frequent first. */
  readonly schemes: readonly (readonly [scheme: string, count: number])[];
}

export class Harvest {
  readonly #groups = new Map<string, Found>();
  readonly #schemes = new Map<string, number>();
  #urls = 0;
  #lines = 1;
  #progress = 0;

  /**
   * Everything in a text at once.
   *
   * @example
   * ```ts
   * Harvest.of('go:x and GO:x').rows().length; // 1
   * ```
   */
  static of(text: string, options: Options): Harvest {
    const harvest = new Harvest();
    for (const _ of harvest.collect(text, options));
    return harvest;
  }

  /** Collects what is in a text; between two turns others may have theirs. */
  *collect(text: string, options: Options): Generator<Tally> {
    let readTo = 0;
    for (const { text: spelling, at } of picksOf(text)) {
      this.#lines += countLines(text, readTo, at);
      readTo = at;
      this.#add(spelling, options);
      if (this.#urls % TURN !== 0) continue;
      this.#progress = at / text.length;
      yield this.tally;
    }
    this.#lines += countLines(text, readTo, text.length);
    this.#progress = 1;
    yield this.tally;
  }

  #add(spelling: string, options: Options): void {
    const found = this.#found(spelling, options);
    this.#urls++;
    found.times++;
    if (found.lines.length < KEPT && found.lines.at(-1) !== this.#lines) found.lines.push(this.#lines);
    if (found.spellings.length < KEPT && !found.spellings.includes(spelling)) found.spellings.push(spelling);
  }

  #found(spelling: string, options: Options): Found {
    const { canonical, fault } = understand(spelling, options);
    const key = canonical ?? spelling;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const scheme = /^<?(?:url:)?([a-z\d+.-]+):/i.exec(key)?.[1]?.toLowerCase() ?? '';
    const found: Found = { canonical, scheme, fault, times: 0, lines: [], spellings: [] };
    this.#groups.set(key, found);
    this.#schemes.set(scheme, (this.#schemes.get(scheme) ?? 0) + 1);
    return found;
  }

  get tally(): Tally {
    return {
      progress: this.#progress,
      urls: this.#urls,
      different: this.#groups.size,
      lines: this.#lines,
      schemes: [...this.#schemes].sort(([, a], [, b]) => b - a),
    };
  }

  /** The different URLs in the order of the text; of one scheme, if it is named. */
  rows(scheme: string | null = null): readonly Found[] {
    const all = [...this.#groups.values()];
    return scheme === null ? all : all.filter((found) => found.scheme === scheme);
  }
}

function understand(spelling: string, { dialect }: Options): Pick<Found, 'canonical' | 'fault'> {
  try {
    return { canonical: canonicalize(spelling, { dialect }), fault: null };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    return { canonical: null, fault: error.message };
  }
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
