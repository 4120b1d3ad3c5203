/**
 * A list of groups (RFC 3977 §7.6; RFC 6048 §2.2) as the text that a server sent, with the place of each line. Servers
 * have tens of thousands of groups: a group becomes an object only when it is asked for, so a list takes hardly more
 * memory than its text. The text comes in pieces, because one long text would be copied several times before it is
 * whole.
 */

/** A group with its line from LIST NEWSGROUPS. */
export interface ListedGroup extends GroupLine {
  readonly description: string | null;
}

interface GroupLines {
  readonly texts: readonly string[];
  /** Where each line begins, in the order of the names with which the lines begin: see {@link OFFSET_BITS}. */
  readonly starts: Uint32Array;
}

/** A place is the number of a piece and, in its lowest bits, an index in that piece. */
const OFFSET_BITS = 16;
const OFFSET = 2 ** OFFSET_BITS - 1;

/** The most characters of a piece of text. */
export const LONGEST_PIECE = 2 ** OFFSET_BITS;

const BLANK = 0x20;

/** Groups in the order of their names. */
export class GroupList implements Iterable<ListedGroup> {
  readonly #active: GroupLines;
  readonly #descriptions: GroupLines;
  /** Whether the server sent more lines than the list keeps. */
  readonly cut: boolean;

  private constructor(active: GroupLines, descriptions: GroupLines, cut: boolean) {
    this.#active = active;
    this.#descriptions = descriptions;
    this.cut = cut;
  }

  /**
   * Joins two lists of a server.
   *
   * @param active - the data block of LIST ACTIVE or LIST COUNTS: pieces of whole lines, each of `LONGEST_PIECE`
   *   characters at most
   * @param descriptions - the data block of LIST NEWSGROUPS, in the same form; empty if the server has none
   * @param most - the number of lines of `active` to keep
   * @example
   * ```ts
   * const list = GroupList.of(['b 1 1 y\r\na 2 1 y\r\n'], ['a\tTea\r\n'], 100);
   * [...list].map(({ name, description }) => [name, description]); // [['a', 'Tea'], ['b', null]]
   * ```
   */
  static of(active: readonly string[], descriptions: readonly string[], most: number): GroupList {
    const all = startsOf(active);
    const groups = all.slice(0, most).filter((start) => GROUP_LINE.test(lineAt(active, start)));
    const about = { texts: descriptions, starts: sorted(descriptions, startsOf(descriptions)) };
    return new GroupList({ texts: active, starts: sorted(active, groups) }, about, all.length > most);
  }

  get size(): number {
    return this.#active.starts.length;
  }

  /** Parses one group after the other. */
  *[Symbol.iterator](): Generator<ListedGroup> {
    const descriptionAt = this.#descriptionReader();
    const { texts, starts } = this.#active;
    for (const start of starts) {
      const group = parseGroupLine(lineAt(texts, start));
      if (group !== null) yield { ...group, description: descriptionAt(start) };
    }
  }

  /** The names alone. */
  *names(): Generator<string> {
    const { texts, starts } = this.#active;
    for (const start of starts) yield nameAt(texts, start);
  }

  /**
   * The groups with a word in their names or descriptions.
   *
   * @param word - in any case
   */
  matching(word: string): GroupList {
    const lower = word.toLowerCase();
    const descriptionAt = this.#descriptionReader();
    const { texts } = this.#active;
    const starts = this.#active.starts.filter((start) =>
      `${nameAt(texts, start)} ${descriptionAt(start) ?? ''}`.toLowerCase().includes(lower),
    );
    return new GroupList({ texts, starts }, this.#descriptions, this.cut);
  }

  /** Reads the descriptions of groups that are asked for in their order: both lists have the same one. */
  #descriptionReader(): (start: number) => string | null {
    const { texts } = this.#active;
    const { texts: about, starts } = this.#descriptions;
    let next = 0;
    return (start) => {
      let order = -1;
      for (; next < starts.length; next++) {
        order = compareNames(about, starts[next] ?? 0, texts, start);
        if (order >= 0) break;
      }
      return order === 0 ? (parseDescription(lineAt(about, starts[next] ?? 0))?.[1] ?? null) : null;
    };
  }
}

/** The places of the lines that begin with a name. */
function startsOf(texts: readonly string[]): number[] {
  const starts: number[] = [];
  for (const [index, text] of texts.entries()) {
    const first = index * LONGEST_PIECE;
    for (let from = 0; from < text.length; from = endOfLine(text, from) + 1) {
      if (text.charCodeAt(from) > BLANK) starts.push(first + from);
    }
  }
  return starts;
}

/** Sorts lines by name. A line that repeats a name stays after the first. */
function sorted(texts: readonly string[], starts: readonly number[]): Uint32Array {
  return Uint32Array.from(starts).sort((a, b) => compareNames(texts, a, texts, b) || a - b);
}

/** Compares two names, each of which ends before a blank, a control or the end of its piece. */
function compareNames(texts: readonly string[], start: number, otherTexts: readonly string[], other: number): number {
  const text = pieceAt(texts, start);
  const otherText = pieceAt(otherTexts, other);
  for (let at = start & OFFSET, otherAt = other & OFFSET; ; at++, otherAt++) {
    // Past the end of a piece this is NaN, which becomes 0.
    const left = text.charCodeAt(at) | 0;
    const right = otherText.charCodeAt(otherAt) | 0;
    if (left <= BLANK || right <= BLANK) return Number(right <= BLANK) - Number(left <= BLANK);
    if (left !== right) return left - right;
  }
}

function pieceAt(texts: readonly string[], start: number): string {
  return texts[start >>> OFFSET_BITS] ?? '';
}

function endOfLine(text: string, from: number): number {
  const lineFeed = text.indexOf('\n', from);
  return lineFeed < 0 ? text.length : lineFeed;
}

function lineAt(texts: readonly string[], start: number): string {
  const text = pieceAt(texts, start);
  const from = start & OFFSET;
  return text.slice(from, endOfLine(text, from));
}

function nameAt(texts: readonly string[], start: number): string {
  const text = pieceAt(texts, start);
  const from = start & OFFSET;
  let end = from;
  while (text.charCodeAt(end) > BLANK) end++;
  return text.slice(from, end);
}

/** The posting status of a group (RFC 6048 §3.1); `unknown` for a character that RFC 6048 does not define. */
export type GroupStatus = 'posting' | 'no-posting' | 'moderated' | 'junk' | 'closed' | 'alias' | 'unknown';

const STATUS: Readonly<Record<string, GroupStatus>> = {
  y: 'posting',
  n: 'no-posting',
  m: 'moderated',
  j: 'junk',
  x: 'closed',
};

export interface GroupLine {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  /** The number of articles from LIST COUNTS; `null` in other lists. */
  readonly count: number | null;
  readonly status: GroupStatus;
  /** The group that this name is an alias of. */
  readonly alias: string | null;
}

const GROUP_LINE = /^(\S+)\s+(\d{1,15})\s+(\d{1,15})\s+(?:(\d{1,15})\s+)?(\S+)\s*$/;

/**
 * Parses a line of LIST ACTIVE, `group high low status`, or of LIST COUNTS, `group high low count status`.
 * `parseGroupLine('misc.test 3002322 3000234 y')?.low` is `3000234`.
 */
export function parseGroupLine(line: string): GroupLine | null {
  const match = GROUP_LINE.exec(line);
  if (match === null) return null;
  const [, name = '', high, low, count, status = ''] = match;
  const alias = status.startsWith('=') && status.length > 1 ? status.slice(1) : null;
  return {
    name,
    low: Number(low),
    high: Number(high),
    count: count === undefined ? null : Number(count),
    status: alias === null ? (STATUS[status] ?? 'unknown') : 'alias',
    alias,
  };
}

/** Parses a line of LIST NEWSGROUPS: a name, blanks, a description. */
export function parseDescription(line: string): readonly [name: string, description: string] | null {
  const trimmed = line.trim();
  const blank = trimmed.search(/\s/);
  return blank < 0 ? null : [trimmed.slice(0, blank), trimmed.slice(blank).trimStart()];
}
