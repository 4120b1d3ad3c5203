/**
 * One pass over one URL, from left to right. A component that is already canonical costs nothing: the text
 * is copied only from its first defect on, and a text without defects is given back as it is.
 *
 * ```
 *   text   F T P : / / H o s t / a % 7 e b        out     "ftp://host/a~"
 *                                        ↑        copied  15: the text before it is in `out`, or was replaced
 * ```
 */
import type { DiagnosticEntry } from './diagnostic.ts';
import { UrlError } from './error.ts';

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
