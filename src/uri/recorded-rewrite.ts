/** The pass of `explain`: for each change and each note it records a diagnostic, with its range in the input. */
import { DiagnosticList, type Finding } from './diagnostic.ts';
import type { GenericDiagnosticCode } from './generic-diagnostics.ts';
import { notesOfHost } from './host-notes.ts';
import { ABSENT, Rewrite } from './rewrite.ts';

/** `text[from, to)` became `[out, end)` of the output. */
interface Replacement {
  readonly out: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** The finding that was recorded last, which grows while its neighbours have the same code. */
interface Run extends Finding {
  readonly at: [start: number, end: number] | null;
  before: string;
  after: string;
}

/** A pass that also records what it changes and what it notes. */
export class RecordedRewrite extends Rewrite<string> {
  readonly findings = new DiagnosticList<Finding>(({ code }) => code);
  /** The replacements, from left to right. They map offsets of the output to offsets of `text`. */
  #replacements: Replacement[] = [];
  #last: Run | null = null;
  /** Where the output of the component begins that is being read. */
  #componentMark = 0;

  override get recording(): boolean {
    return true;
  }

  override replace(from: number, to: number, by: string, code: string): void {
    this.#keep(this.mark(from), from, to, by);
    super.replace(from, to, by, code);
    this.#record(code, from, to, by);
  }

  override note(code: string, from: number, to: number): void {
    this.#record(code, from, to, this.text.slice(from, to));
  }

  override noteScheme(codeOf: ((scheme: string) => string | null) | undefined, to: number): void {
    const code = codeOf?.(this.text.slice(0, to).toLowerCase()) ?? null;
    if (code !== null) this.note(code, 0, to);
  }

  override beginComponent(from: number): void {
    this.#componentMark = this.mark(from);
  }

  override noteComponent(note: ((pass: Rewrite<string>, mark: number) => void) | undefined): void {
    note?.(this, this.#componentMark);
  }

  override noteUserInfo(from: number, to: number, ignored: boolean): void {
    if (ignored) this.note('user-info-ignored', from, to);
    if (to > from) this.note('credentials-in-url', from, to);
  }

  override noteHost(host: string, from: number, to: number): void {
    for (const { note, from: start, to: end } of notesOfHost(this.text.slice(from, to), host, this.idna)) {
      this.note(note, from + start, from + end);
    }
  }

  override rewrite(mark: number, from: number, to: number, by: string, code: string): void {
    // Only what changes now is reported, not what earlier steps changed in the same range.
    const written = this.written(mark, to);
    const { start, end } = difference(written, by);
    const first = this.#textAt(mark + start, 'start');
    const last = Math.max(first, this.#textAt(mark + written.length - end, 'end'));
    this.#replacements = this.#replacements.filter((replaced) => replaced.to <= from && replaced.out < mark);
    this.#keep(mark, from, to, by);
    super.rewrite(mark, from, to, by, code);
    this.#record(code, first, last, by.slice(start, by.length - end));
  }

  #keep(out: number, from: number, to: number, by: string): void {
    this.#replacements.push({ out, end: out + by.length, from, to });
  }

  /** The offset in `text` for an offset of the output; inside a replacement, the edge of what was replaced. */
  #textAt(out: number, edge: 'start' | 'end'): number {
    let shift = 0;
    for (const replaced of this.#replacements) {
      if (replaced.out > out || (replaced.out === out && (edge === 'end' || replaced.end > out))) break;
      if (replaced.end > out) return edge === 'start' ? replaced.from : replaced.to;
      shift = replaced.to - replaced.end;
    }
    return out + shift;
  }

  #record(code: string, from: number, to: number, after: string): void {
    const at = this.#range(from, to);
    const last = this.#last;
    // Neighbours with the same diagnostic are merged, in place, because a path may have 20,000 of them.
    if (last?.code === code && at !== null && at[0] < at[1] && last.at?.[1] === at[0] && MERGED.has(code)) {
      last.at[1] = at[1];
      last.before = this.input.slice(last.at[0], at[1]);
      last.after += after;
      return;
    }
    const before = at === null ? this.text.slice(from, to) : this.input.slice(at[0], at[1]);
    this.#last = { code, at, before, after };
    this.findings.add(this.#last);
  }

  #range(from: number, to: number): [start: number, end: number] | null {
    if (this.origin === null) return [from, to];
    const origin = this.origin();
    const start = origin[from] ?? ABSENT;
    if (from === to) return start === ABSENT ? null : [start, start];
    const last = origin[to - 1] ?? ABSENT;
    return start === ABSENT || last === ABSENT ? null : [start, last + 1];
  }
}

/** How much two texts have in common at their beginnings and ends, counting only whole escapes. */
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

/** Diagnostics of single characters: a run of them is reported as one. */
const MERGED: ReadonlySet<string> = new Set<GenericDiagnosticCode>([
  'percent-encoded',
  'percent-encoded-latin1',
  'percent-case',
  'percent-unreserved',
]);
