/**
 * A list of groups as the text that a server sent, with the place of each line. Servers have tens of thousands of
 * groups: a group becomes an object only when it is asked for, so a list takes hardly more memory than its text.
 */
import { type GroupLine, parseDescription, parseGroupLine } from './lists.ts';

/** A group with its line from LIST NEWSGROUPS. */
export interface ListedGroup extends GroupLine {
  readonly description: string | null;
}

/** The lines of a text. */
interface Lines {
  readonly text: string;
  /** Where each line begins, in the order of the names with which the lines begin. */
  readonly starts: Uint32Array;
}

const BLANK = 0x20;

/** Groups in the order of their names. */
export class GroupList implements Iterable<ListedGroup> {
  readonly #active: Lines;
  readonly #descriptions: Lines;
  /** Whether the server sent more lines than the list keeps. */
  readonly cut: boolean;

  private constructor(active: Lines, descriptions: Lines, cut: boolean) {
    this.#active = active;
    this.#descriptions = descriptions;
    this.cut = cut;
  }

  /**
   * Joins two lists of a server.
   *
   * @param active - the data block of LIST ACTIVE or LIST COUNTS
   * @param descriptions - the data block of LIST NEWSGROUPS; empty if the server has none
   * @param most - the number of lines of `active` to keep
   * @example
   * ```ts
   * const list = GroupList.of('b 1 1 y\r\na 2 1 y\r\n', 'a\tTea\r\n', 100);
   * [...list].map(({ name, description }) => [name, description]); // [['a', 'Tea'], ['b', null]]
   * ```
   */
  static of(active: string, descriptions: string, most: number): GroupList {
    const all = startsOf(active);
    const groups = all.slice(0, most).filter((start) => parseGroupLine(lineAt(active, start)) !== null);
    const about = { text: descriptions, starts: sorted(descriptions, startsOf(descriptions)) };
    return new GroupList({ text: active, starts: sorted(active, groups) }, about, all.length > most);
  }

  get size(): number {
    return this.#active.starts.length;
  }

  /** Parses one group after the other. */
  *[Symbol.iterator](): Generator<ListedGroup> {
    const descriptionAt = this.#descriptionReader();
    const { text, starts } = this.#active;
    for (const start of starts) {
      const group = parseGroupLine(lineAt(text, start));
      if (group !== null) yield { ...group, description: descriptionAt(start) };
    }
  }

  /** The names alone. */
  *names(): Generator<string> {
    const { text, starts } = this.#active;
    for (const start of starts) yield nameAt(text, start);
  }

  /**
   * The groups with a word in their names or descriptions.
   *
   * @param word - in any case
   */
  matching(word: string): GroupList {
    const lower = word.toLowerCase();
    const descriptionAt = this.#descriptionReader();
    const { text } = this.#active;
    const starts = this.#active.starts.filter((start) =>
      `${nameAt(text, start)} ${descriptionAt(start) ?? ''}`.toLowerCase().includes(lower),
    );
    return new GroupList({ text, starts }, this.#descriptions, this.cut);
  }

  /** Reads the descriptions of groups that are asked for in their order: both lists have the same one. */
  #descriptionReader(): (start: number) => string | null {
    const { text } = this.#active;
    const { text: about, starts } = this.#descriptions;
    let next = 0;
    return (start) => {
      let order = -1;
      for (; next < starts.length; next++) {
        order = compareNames(about, starts[next] ?? 0, text, start);
        if (order >= 0) break;
      }
      return order === 0 ? (parseDescription(lineAt(about, starts[next] ?? 0))?.[1] ?? null) : null;
    };
  }
}

/** The places of the lines that begin with a name. */
function startsOf(text: string): number[] {
  const starts: number[] = [];
  for (let from = 0; from < text.length; from = endOfLine(text, from) + 1) {
    if (text.charCodeAt(from) > BLANK) starts.push(from);
  }
  return starts;
}

/** Sorts lines by name. A line that repeats a name stays after the first. */
function sorted(text: string, starts: readonly number[]): Uint32Array {
  return Uint32Array.from(starts).sort((a, b) => compareNames(text, a, text, b) || a - b);
}

/** Compares two names, each of which ends before a blank, a control or the end of its text. */
function compareNames(a: string, fromA: number, b: string, fromB: number): number {
  for (let index = 0; ; index++) {
    // Past the end of a text this is NaN, which becomes 0.
    const left = a.charCodeAt(fromA + index) | 0;
    const right = b.charCodeAt(fromB + index) | 0;
    if (left <= BLANK || right <= BLANK) return Number(right <= BLANK) - Number(left <= BLANK);
    if (left !== right) return left - right;
  }
}

function endOfLine(text: string, from: number): number {
  const lineFeed = text.indexOf('\n', from);
  return lineFeed < 0 ? text.length : lineFeed;
}

function lineAt(text: string, start: number): string {
  return text.slice(start, endOfLine(text, start));
}

function nameAt(text: string, start: number): string {
  let end = start;
  while (text.charCodeAt(end) > BLANK) end++;
  return text.slice(start, end);
}
