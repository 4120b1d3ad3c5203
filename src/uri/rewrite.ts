/**
 * One pass over one URL, from left to right. A component that is already canonical costs nothing: the text
 * is copied only from its first defect on, and an untouched text is given back as it came.
 *
 * ```
 *   text   F T P : / / H o s t / a % 7 e b        out     "ftp://host/a~"
 *                                       ↑         copied  13: text before it is in `out` or was replaced
 * ```
 */
import type { Diagnostic, DiagnosticEntry } from './diagnostic.ts';
import { UrlError } from './error.ts';
import { generic } from './generic-diagnostics.ts';

/** The value of an offset that is not there. */
export const ABSENT = -1;

/** A pass that only rewrites: the fast path, where a diagnostic costs an empty call. */
export class Rewrite {
  text = '';
  /** The input that `text` was prepared from. */
  input = '';
  /** Maps offsets of `text` to offsets of `input` (`ABSENT`: not from the input); `null` = they are the same. */
  origin: (() => Int32Array) | null = null;
  /** Whether the text has been cleaned as browsers read it, so that nothing is left to clean. */
  cleaned = false;
  /** Whether escapes of U+0080…U+00FF are Latin-1 octets (dialect `url-1994`). */
  latin1 = false;
  /** Whether the path is that of a relative reference: something stands before it in its target. */
  relative = false;
  protected out = '';
  protected copied = 0;

  // Where the components begin and end in `text`; the picture is in components.ts.
  schemeTo = 0;
  userFrom = ABSENT;
  userTo = ABSENT;
  passwordTo = ABSENT;
  /** A control character in the user info. */
  userControl = ABSENT;
  hostFrom = ABSENT;
  hostTo = ABSENT;
  portFrom = ABSENT;
  portTo = ABSENT;
  pathFrom = 0;
  pathTo = 0;
  queryTo = 0;

  // What the last component scan came upon: offsets in `text`, `ABSENT` if nothing.
  /** A capital in the host. */
  capital = ABSENT;
  /** A dot at the start of a segment. */
  dotSegment = ABSENT;
  /** A character that the policy marks (`;` in ftp). */
  marked = ABSENT;
  /** An octet below 0x20, or 0x7F. */
  control = ABSENT;
  /** CR or LF. */
  lineBreak = ABSENT;

  /** Begins a pass over `text`, which was prepared from `input`. */
  begin(text: string, input: string, origin: (() => Int32Array) | null, cleaned = false): this {
    this.text = text;
    this.input = input;
    this.origin = origin;
    this.cleaned = cleaned;
    this.latin1 = false;
    this.relative = false;
    this.out = '';
    this.copied = 0;
    this.userFrom = ABSENT;
    this.hostFrom = ABSENT;
    this.portFrom = ABSENT;
    return this;
  }

  /** Whether diagnostics are wanted: the fast scans then give way to the complete ones. */
  get recording(): boolean {
    return false;
  }

  /** Puts `by` in the place of `text[from, to)`. Calls come in ascending order. */
  replace(from: number, to: number, by: string, _diagnostic: DiagnosticEntry): void {
    // Most URLs have their first defect in the scheme, where there is nothing to copy yet.
    this.out = from === 0 ? by : this.out + this.text.slice(this.copied, from) + by;
    this.copied = to;
  }

  /** Reports something about `text[from, to)` that changes nothing. */
  note(_diagnostic: DiagnosticEntry, _from: number, _to: number): void {}

  /** Leaves out `text[0, to)`, of which nothing has been read. */
  skip(to: number): void {
    this.copied = to;
  }

  /** The place in the output where `text[from]` is about to be written. */
  mark(from: number): number {
    return this.out.length + from - this.copied;
  }

  /** What is written since `mark`, up to `text[to]`. */
  written(mark: number, to: number): string {
    return this.out === ''
      ? this.text.slice(this.copied + mark, to)
      : (this.out + this.text.slice(this.copied, to)).slice(mark);
  }

  /** Puts `by` in the place of what is written since `mark`, which stands for `text[from, to)`. */
  rewrite(mark: number, from: number, to: number, by: string, _diagnostic: DiagnosticEntry): void {
    this.out = (this.out + this.text.slice(this.copied, to)).slice(0, mark) + by;
    this.copied = to;
    // Nothing is left of `text[from, to)`; a subclass reports it.
    void from;
  }

  /** Whether anything was replaced since `mark` was taken at `from`. */
  touched(mark: number, from: number): boolean {
    return this.out.length + from - this.copied !== mark || this.copied > from;
  }

  /** The result; the very same string where nothing was replaced. */
  end(): string {
    if (this.copied === 0 && this.out === '') return this.text;
    return this.copied === this.text.length ? this.out : this.out + this.text.slice(this.copied);
  }

  /** Throws the error that `text[index]` deserves. */
  fail(diagnostic: DiagnosticEntry, index: number): never {
    throw new UrlError(diagnostic, this.#originOf(index), this.input);
  }

  #originOf(index: number): number {
    if (this.origin === null) return Math.min(index, this.input.length);
    const origin = this.origin();
    return Math.max(0, Math.min(origin[Math.min(index, origin.length - 1)] ?? 0, this.input.length));
  }
}

/** `text[from, to)`, in whose place something stands in the output. */
interface Run {
  readonly out: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** A pass that also keeps a diagnostic for everything it changes or doubts. */
export class RecordedRewrite extends Rewrite {
  readonly diagnostics: Diagnostic[] = [];
  /** What was replaced, from left to right: the way back from the output to `text`. */
  #runs: Run[] = [];

  override get recording(): boolean {
    return true;
  }

  override replace(from: number, to: number, by: string, diagnostic: DiagnosticEntry): void {
    this.#keep(this.mark(from), from, to, by);
    super.replace(from, to, by, diagnostic);
    this.#record(diagnostic, from, to, by);
  }

  override note(diagnostic: DiagnosticEntry, from: number, to: number): void {
    this.#record(diagnostic, from, to, this.text.slice(from, to));
  }

  override rewrite(mark: number, from: number, to: number, by: string, diagnostic: DiagnosticEntry): void {
    // What changes now is told apart from what changed before.
    const written = this.written(mark, to);
    const { start, end } = difference(written, by);
    const first = this.#textAt(mark + start, 'start');
    const last = Math.max(first, this.#textAt(mark + written.length - end, 'end'));
    this.#runs = this.#runs.filter((run) => run.to <= from && run.out < mark);
    this.#keep(mark, from, to, by);
    super.rewrite(mark, from, to, by, diagnostic);
    this.#record(diagnostic, first, last, by.slice(start, by.length - end));
  }

  #keep(out: number, from: number, to: number, by: string): void {
    this.#runs.push({ out, end: out + by.length, from, to });
  }

  /** The place in `text` that a place in the output stems from; the edge of what was replaced where it is within. */
  #textAt(out: number, edge: 'start' | 'end'): number {
    let shift = 0;
    for (const run of this.#runs) {
      if (run.out > out || (run.out === out && (edge === 'end' || run.end > out))) break;
      if (run.end > out) return edge === 'start' ? run.from : run.to;
      shift = run.to - run.end;
    }
    return out + shift;
  }

  #record(diagnostic: DiagnosticEntry, from: number, to: number, after: string): void {
    const { code, severity, message, spec } = diagnostic;
    const at = this.#range(from, to);
    const before = at === null ? this.text.slice(from, to) : this.input.slice(at[0], at[1]);
    const last = this.diagnostics.at(-1);
    // A run of characters with one fate is one diagnostic.
    if (
      last?.code === code &&
      at !== null &&
      at[0] < at[1] &&
      last.at !== null &&
      last.at[1] === at[0] &&
      MERGED.has(diagnostic)
    ) {
      this.diagnostics[this.diagnostics.length - 1] = {
        ...last,
        at: [last.at[0], at[1]],
        before: last.before + before,
        after: last.after + after,
      };
      return;
    }
    this.diagnostics.push({ code, severity, at, before, after, message, spec });
  }

  #range(from: number, to: number): readonly [number, number] | null {
    if (this.origin === null) return [from, to];
    const origin = this.origin();
    const start = origin[from] ?? ABSENT;
    if (from === to) return start === ABSENT ? null : [start, start];
    const last = origin[to - 1] ?? ABSENT;
    return start === ABSENT || last === ABSENT ? null : [start, last + 1];
  }
}

/** How much two texts have in common at their beginnings and ends, whole escapes only. */
function difference(before: string, after: string): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  const percent = before.lastIndexOf('%', start);
  if (percent !== ABSENT && percent < start && start < percent + 3) start = percent;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  for (const text of [before, after]) {
    const triplet = text.lastIndexOf('%', text.length - end - 1);
    if (triplet >= start && text.length - end < triplet + 3) end = text.length - Math.min(triplet + 3, text.length);
  }
  return { start, end: Math.max(0, Math.min(end, shorter - start)) };
}

/** Diagnostics of single characters, of which a run makes one. */
const MERGED: ReadonlySet<DiagnosticEntry> = new Set<DiagnosticEntry>([
  generic['percent-encoded'],
  generic['percent-encoded-latin1'],
  generic['percent-case'],
  generic['percent-unreserved'],
]);
