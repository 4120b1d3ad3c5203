/** Unified diffs (POSIX, `diff -u`) of a text whose changes are known, so that nothing has to be compared. */
import { LongTextError } from '../files/pieces.ts';

/** New text for a range. */
export interface Replacement {
  readonly range: readonly [from: number, to: number];
  readonly text: string;
}

/** Lines around a change that show where it is. */
const CONTEXT = 3;

/** The longest hunk, in UTF-16 code units: its header counts its lines, so all of it is kept until its end. */
const LONGEST_HUNK = 64 * 1024 * 1024;

/** Lines that change together, because a replacement begins in one and ends in another, or two share one. */
interface Region {
  readonly old: readonly string[];
  readonly fresh: readonly string[];
}

/** Lines of output that belong together. */
interface Hunk {
  readonly oldFrom: number;
  readonly newFrom: number;
  oldLines: number;
  newLines: number;
  /** In UTF-16 code units. */
  size: number;
  readonly body: string[];
  /** Unchanged lines behind the last change. */
  trail: string[];
}

/** Writes the diff of a file whose text comes in pieces, each of whole lines. */
export class DiffWriter {
  readonly #name: string;
  #isEmpty = true;
  /** The numbers of the next lines, from 1. */
  #oldLine = 1;
  #newLine = 1;
  /** Unchanged lines before the next change. */
  #before: string[] = [];
  #hunk: Hunk | null = null;

  constructor(name: string) {
    // `patch` takes a name with a blank up to a tab.
    this.#name = /\s/.test(name) ? `${name}\t` : name;
  }

  /**
   * Takes the next piece of the old text, and returns the hunks that are complete.
   *
   * @param replacements - in the order of the text, without overlaps
   * @throws LongTextError
   */
  next(text: string, replacements: readonly Replacement[]): string {
    let output = '';
    for (const item of itemsOf(text, replacements)) {
      if (typeof item === 'string') output += this.#keep(item);
      else this.#change(item);
    }
    return output;
  }

  /** The last hunk. */
  end(): string {
    return this.#close();
  }

  #keep(line: string): string {
    this.#oldLine++;
    this.#newLine++;
    if (this.#hunk === null) {
      this.#before = [...this.#before, line].slice(-CONTEXT);
      return '';
    }
    const { trail } = this.#hunk;
    trail.push(line);
    // The contexts of this hunk and of the next one would meet.
    if (trail.length <= 2 * CONTEXT) return '';
    const output = this.#close();
    this.#before = trail.slice(-CONTEXT);
    return output;
  }

  #change({ old, fresh }: Region): void {
    this.#hunk ??= {
      oldFrom: this.#oldLine - this.#before.length,
      newFrom: this.#newLine - this.#before.length,
      ...{ oldLines: 0, newLines: 0, size: 0, body: [], trail: this.#before },
    };
    const hunk = this.#hunk;
    addContext(hunk, hunk.trail);
    hunk.trail = [];
    for (const line of [...old, ...fresh]) hunk.size += line.length;
    if (hunk.size > LONGEST_HUNK) throw new LongTextError(TOO_LONG);
    hunk.body.push(...old.map((line) => marked('-', line)), ...fresh.map((line) => marked('+', line)));
    hunk.oldLines += old.length;
    hunk.newLines += fresh.length;
    this.#oldLine += old.length;
    this.#newLine += fresh.length;
  }

  #close(): string {
    const hunk = this.#hunk;
    this.#hunk = null;
    this.#before = [];
    if (hunk === null) return '';
    addContext(hunk, hunk.trail.slice(0, CONTEXT));
    const header = this.#isEmpty ? `--- ${this.#name}\n+++ ${this.#name}\n` : '';
    this.#isEmpty = false;
    const { oldFrom, oldLines, newFrom, newLines, body } = hunk;
    return `${header}@@ -${oldFrom},${oldLines} +${newFrom},${newLines} @@\n${body.join('')}`;
  }
}

const TOO_LONG = 'more than 64 million characters change without a gap, too many for a diff; --check lists the changes';

function addContext(hunk: Hunk, lines: readonly string[]): void {
  hunk.body.push(...lines.map((line) => marked(' ', line)));
  hunk.oldLines += lines.length;
  hunk.newLines += lines.length;
}

function marked(mark: string, line: string): string {
  return line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`;
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The unchanged lines of a text, and its regions, in their order. */
function* itemsOf(text: string, replacements: readonly Replacement[]): Generator<string | Region> {
  let at = 0;
  for (let index = 0; index < replacements.length; ) {
    const first = replacements[index]?.range[0] ?? 0;
    const from = first === 0 ? 0 : text.lastIndexOf('\n', first - 1) + 1;
    yield* linesOf(text.slice(at, from));
    let to = from;
    let copied = from;
    let fresh = '';
    for (let next = replacements[index]; next !== undefined; next = replacements[++index]) {
      if (to > from && next.range[0] >= to) break;
      fresh += text.slice(copied, next.range[0]) + next.text;
      copied = next.range[1];
      const end = text.indexOf('\n', copied);
      to = end === -1 ? text.length : end + 1;
    }
    yield { old: linesOf(text.slice(from, to)), fresh: linesOf(fresh + text.slice(copied, to)) };
    at = to;
  }
  yield* linesOf(text.slice(at));
}
