/**
 * One pass over one URL, from left to right. A component that is already canonical costs nothing: the text
 * is copied only from its first defect on, and a text without defects is returned unchanged.
 *
 * ```
 *   text   F T P : / / H o s t / a % 7 e b        out     "ftp://host/a~"
 *                                        ↑        copied  15: the text before it is in `out`, or was replaced
 * ```
 */
import { bareUrlError, type UrlErrorOf } from './bare-error.ts';
import type { GenericDiagnosticCode } from './generic-diagnostics.ts';
import type { IdnaToAscii } from './idna.ts';

/** The value of an absent offset. */
export const ABSENT = -1;

/**
 * A pass that only rewrites. This is the fast path, where a diagnostic costs an empty call.
 *
 * `Code` are the diagnostics that a scheme's rules may name besides the generic ones. The engine's pass takes any code;
 * the rules of a scheme see only their own, and the scheme's table of diagnostics must have them.
 */
export class Rewrite<in Code extends string = never> {
  readonly idna: IdnaToAscii;
  readonly #errorOf: UrlErrorOf;
  text = '';
  /** The input that `text` was prepared from. */
  input = '';
  /** Maps offsets of `text` to offsets of `input` (`ABSENT`: not from the input); `null` = they are the same. */
  origin: (() => Int32Array) | null = null;
  /** Whether the text has already been cleaned as browsers do. */
  cleaned = false;
  /** Whether escapes of U+0080…U+00FF are Latin-1 octets (dialect `url-1994`). */
  latin1 = false;
  protected out = '';
  protected copied = 0;

  // Where the components begin and end in `text`: see the picture in components.ts.
  schemeTo = 0;
  userFrom = ABSENT;
  userTo = ABSENT;
  passwordTo = ABSENT;
  /** The first control character in the user info. */
  userControl = ABSENT;
  hostFrom = ABSENT;
  hostTo = ABSENT;
  portFrom = ABSENT;
  portTo = ABSENT;
  pathFrom = 0;
  pathTo = 0;
  queryTo = 0;

  // What the last component scan found: offsets in `text`, `ABSENT` if it found nothing.
  /** A capital in the host. */
  capital = ABSENT;
  /** A dot at the start of a segment. */
  dotSegment = ABSENT;
  /** A character that the policy marks. */
  marked = ABSENT;
  /** An octet below 0x20, or 0x7F. */
  control = ABSENT;
  /** CR or LF. */
  lineBreak = ABSENT;

  /**
   * @param idna - maps international domain names
   * @param errorOf - makes the error of an input that is refused
   */
  constructor(idna: IdnaToAscii, errorOf: UrlErrorOf = bareUrlError) {
    this.idna = idna;
    this.#errorOf = errorOf;
  }

  /** Begins a pass over `text`, which was prepared from `input`. */
  begin(text: string, input: string, origin: (() => Int32Array) | null, cleaned = false): this {
    this.text = text;
    this.input = input;
    this.origin = origin;
    this.cleaned = cleaned;
    this.latin1 = false;
    this.out = '';
    this.copied = 0;
    this.userFrom = ABSENT;
    this.hostFrom = ABSENT;
    this.portFrom = ABSENT;
    return this;
  }

  /** Whether this pass records diagnostics. If so, the fast scans are skipped. */
  get recording(): boolean {
    return false;
  }

  /** Replaces `text[from, to)` by `by`. Calls come in ascending order. */
  replace(from: number, to: number, by: string, _code: GenericDiagnosticCode | Code): void {
    // Most URLs have their first defect in the scheme, where there is nothing to copy yet.
    this.out = from === 0 ? by : this.out + this.text.slice(this.copied, from) + by;
    this.copied = to;
  }

  /** Reports something about `text[from, to)` that changes nothing. */
  note(_code: GenericDiagnosticCode | Code, _from: number, _to: number): void {}

  /** Notes what the definition of a scheme says about every URL of it. */
  noteScheme(_codeOf: ((scheme: string) => string | null) | undefined, _to: number): void {}

  /** Begins a component at `text[from]`, of which `noteComponent` notes what the definition of the scheme says. */
  beginComponent(_from: number): void {}

  noteComponent(_note: ((pass: Rewrite<string>, mark: number) => void) | undefined): void {}

  /** Notes the user info `text[from, to)`, which clients perhaps ignore. */
  noteUserInfo(_from: number, _to: number, _ignored: boolean): void {}

  /** Notes what is unusual in the host `text[from, to)`, which is on the Internet. */
  noteHost(_host: string, _from: number, _to: number): void {}

  /** The offset in the output where `text[from]` is about to be written. */
  mark(from: number): number {
    return this.out.length + from - this.copied;
  }

  /** The output since `mark`, up to `text[to]`. */
  written(mark: number, to: number): string {
    if (this.out === '') return this.text.slice(this.copied + mark, to);
    // Kept, because engines join the pieces of a string when it is read, and would join these again at the end.
    if (to > this.copied) {
      this.out += this.text.slice(this.copied, to);
      this.copied = to;
    }
    return this.out.slice(mark);
  }

  /** Replaces the output since `mark`, which came from `text[from, to)`, by `by`. */
  rewrite(mark: number, from: number, to: number, by: string, _code: GenericDiagnosticCode | Code): void {
    this.out = (this.out + this.text.slice(this.copied, to)).slice(0, mark) + by;
    this.copied = to;
    // `from` matters only to RecordedRewrite.
    void from;
  }

  /** Whether anything was replaced since `mark` was made at `from`. */
  changedSince(mark: number, from: number): boolean {
    return this.out.length + from - this.copied !== mark || this.copied > from;
  }

  /** The result; the same string if nothing was replaced. */
  end(): string {
    if (this.copied === 0 && this.out === '') return this.text;
    return this.copied === this.text.length ? this.out : this.out + this.text.slice(this.copied);
  }

  /** Throws an error at `text[index]`, or about `text[index, to)`. */
  fail(code: GenericDiagnosticCode | Code, index: number, to = index): never {
    const end = to > index ? this.#inputOffset(to - 1) + 1 : this.#inputOffset(index);
    throw this.#errorOf(code, this.#inputOffset(index), this.input, { end });
  }

  #inputOffset(index: number): number {
    if (this.origin === null) return Math.min(index, this.input.length);
    const origin = this.origin();
    return Math.max(0, Math.min(origin[Math.min(index, origin.length - 1)] ?? 0, this.input.length));
  }
}
