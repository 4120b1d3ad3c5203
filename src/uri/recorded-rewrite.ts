/**
 * What `explain` records: the changes of an input before a pass reads it, and the pass that names a diagnostic for each
 * change and each note, with its range in the input.
 */
import { DiagnosticList, type UrlFinding } from './diagnostic.ts';
import type { GenericDiagnosticCode } from './generic-diagnostics.ts';
import { notesOfHost } from './host-notes.ts';
import { ABSENT, Rewrite } from './rewrite.ts';
import { Steps, type TraceStep } from './traced-text.ts';

/** A step that grows while its neighbours have the same code. */
interface GrowingStep extends TraceStep {
  readonly at: [from: number, to: number];
  after: string;
}

/** Collects the changes of an input in their order; neighbours with the same code are one step. */
export class RecordedSteps extends Steps {
  readonly #steps = new DiagnosticList<TraceStep>(({ code }) => code);

  /** The code of the step that was added last, and its end. */
  #lastCode: string | null = null;
  #lastTo = 0;
  /** That step; `null` if it is not in the list. */
  #last: GrowingStep | null = null;

  override get list(): readonly TraceStep[] {
    return this.#steps.items;
  }

  override get omitted(): number {
    return this.#steps.omitted;
  }

  override add(code: GenericDiagnosticCode, from: number, to: number, after = ''): void {
    if (from === to) return;
    const isNext = code === this.#lastCode && from === this.#lastTo;
    this.#lastCode = code;
    this.#lastTo = to;
    if (isNext) {
      if (this.#last === null) return;
      this.#last.at[1] = to;
      this.#last.after += after;
    } else if (this.#steps.admits(code)) {
      this.#last = { code, at: [from, to], after };
      this.#steps.items.push(this.#last);
    } else {
      this.#last = null;
    }
  }

  override fresh(): RecordedSteps {
    return new RecordedSteps();
  }

  override joined(later: Steps, offset: (index: number) => number): RecordedSteps {
    const joined = new RecordedSteps();
    joined.#addAll(this, (index) => index);
    joined.#addAll(later, offset);
    return joined;
  }

  #addAll({ list, omitted }: Steps, offset: (index: number) => number): void {
    for (const { code, at, after } of list) {
      this.#steps.add({ code, at: [offset(at[0]), offset(at[1] - 1) + 1], after });
    }
    this.#steps.omitted += omitted;
  }
}

/** A finding that grows while its neighbours have the same code. */
class Run implements UrlFinding {
  readonly code: string;
  readonly at: [start: number, end: number] | null;
  after: string;
  readonly #text: string;

  /** @param text - what the finding is about or, with a range, the input */
  constructor(code: string, at: [start: number, end: number] | null, text: string, after: string) {
    this.code = code;
    this.at = at;
    this.after = after;
    this.#text = text;
  }

  grow(end: number, after: string): void {
    if (this.at !== null) this.at[1] = end;
    this.after += after;
  }

  get before(): string {
    return this.at === null ? this.#text : this.#text.slice(this.at[0], this.at[1]);
  }
}

/** A pass that also records what it changes and what it notes. */
export class RecordedRewrite extends Rewrite<string> {
  readonly findings = new DiagnosticList<UrlFinding>(({ code }) => code);
  readonly #replacements = new Replacements();
  /** The code of what was recorded last, and its end in the input. */
  #lastCode = '';
  #lastTo = ABSENT;
  /** The finding that was recorded last; `null` if it is not listed. */
  #last: Run | null = null;
  /** Where the output of the component begins that is being read. */
  #componentMark = 0;

  override get recording(): boolean {
    return true;
  }

  override replace(from: number, to: number, by: string, code: string): void {
    const out = this.mark(from);
    this.#replacements.add(out, out + by.length, from, to);
    super.replace(from, to, by, code);
    this.#record(code, from, to, by);
  }

  override note(code: string, from: number, to: number): void {
    this.#record(code, from, to, this.text.slice(from, to));
  }

  /** As `note`, after later places have been noted: what is noted stays in the order of the input. */
  noteEarlier(code: string, from: number, to: number): void {
    const { items } = this.findings;
    this.note(code, from, to);
    const noted = items.at(-1);
    const start = noted?.code === code ? noted.at?.[0] : undefined;
    const later = start === undefined ? ABSENT : items.findIndex(({ at }) => at !== null && at[0] > start);
    if (later !== ABSENT) items.splice(later, 0, ...items.splice(-1));
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
    const first = this.#replacements.textAt(mark + start, 'start');
    const last = Math.max(first, this.#replacements.textAt(mark + written.length - end, 'end'));
    this.#replacements.dropAfter(mark, from);
    this.#replacements.add(mark, mark + by.length, from, to);
    super.rewrite(mark, from, to, by, code);
    this.#record(code, first, last, by.slice(start, by.length - end));
  }

  #record(code: string, from: number, to: number, after: string): void {
    const start = this.#inInput(from);
    const last = from === to ? start : this.#inInput(to - 1);
    const isThere = start !== ABSENT && last !== ABSENT;
    const end = from === to ? start : last + 1;
    // Neighbours with the same diagnostic are merged, in place, because a path may have 20,000 of them.
    const isNext = code === this.#lastCode && isThere && start < end && start === this.#lastTo && MERGED.has(code);
    this.#lastCode = code;
    this.#lastTo = isThere ? end : ABSENT;
    if (isNext) {
      this.#last?.grow(end, after);
    } else if (this.findings.admits(code)) {
      this.#last = isThere
        ? new Run(code, [start, end], this.input, after)
        : new Run(code, null, this.text.slice(from, to), after);
      this.findings.items.push(this.#last);
    } else {
      this.#last = null;
    }
  }

  /** The offset in the input of `text[index]`; `ABSENT` if it is not from there. */
  #inInput(index: number): number {
    return this.origin === null ? index : (this.origin()[index] ?? ABSENT);
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

/** Where the numbers of a replacement stand: `text[from, to)` became `[out, end)` of the output. */
const OUT = 0;
const END = 1;
const FROM = 2;
const TO = 3;
const NUMBERS = 4;
const GROWTH = 4;
/** Room for the replacements of most URLs, in numbers. Engines keep so small an array beside its object. */
const USUAL = 16;
const NONE = new Int32Array();

/**
 * The replacements of one pass, from left to right. They map offsets of the output to offsets of the text, which
 * diagnostics need.
 */
class Replacements {
  /** As numbers, one after the other: a URL of 64 KiB may have 20,000 replacements, and as many objects are slow. */
  #numbers = NONE;
  #length = 0;

  add(out: number, end: number, from: number, to: number): void {
    const at = this.#length;
    if (at === this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    numbers[at + OUT] = out;
    numbers[at + END] = end;
    numbers[at + FROM] = from;
    numbers[at + TO] = to;
    this.#length = at + NUMBERS;
  }

  #grow(): void {
    const numbers = new Int32Array(Math.max(USUAL, GROWTH * this.#numbers.length));
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }

  /** Drops the last ones: those that reach beyond `from` in the text, or begin at `out` in the output or after it. */
  dropAfter(out: number, from: number): void {
    const numbers = this.#numbers;
    let last = this.#length - NUMBERS;
    while (last >= 0 && ((numbers[last + TO] ?? 0) > from || (numbers[last + OUT] ?? 0) >= out)) last -= NUMBERS;
    this.#length = last + NUMBERS;
  }

  /** The offset in the text for an offset of the output; inside a replacement, the edge of what was replaced. */
  textAt(out: number, edge: 'start' | 'end'): number {
    const numbers = this.#numbers;
    let shift = 0;
    for (let index = 0; index < this.#length; index += NUMBERS) {
      const begin = numbers[index + OUT] ?? 0;
      const end = numbers[index + END] ?? 0;
      if (begin > out || (begin === out && (edge === 'end' || end > out))) break;
      if (end > out) return numbers[index + (edge === 'start' ? FROM : TO)] ?? 0;
      shift = (numbers[index + TO] ?? 0) - end;
    }
    return out + shift;
  }
}
