/**
 * Canonicalizes a stream of lines, octets in and octets out. Most lines take the octet pass and never become strings;
 * the others go through `canonicalize`, and both give the same.
 */
import { isAscii, latin1Of, utf8Of } from '../octets/octets.ts';
import { UrlError, type UrlErrorOf } from '../uri/bare-error.ts';
import { MAX_LENGTH } from '../uri/prepare.ts';
import { GROWTH } from './component-pass.ts';
import type { OctetPass } from './octet-pass.ts';
import type { LineEnd } from './tables.ts';

/** Octets in memory of their own, as streams and `Response` take them. */
export type Octets = Uint8Array<ArrayBuffer>;

/** How lines are read and written. */
export interface LineSettings<Failure extends UrlError = UrlError> {
  /** The octet after each line: `\n`, before which a CR is dropped, or `\0`; `\n` by default. */
  readonly lineEnd?: LineEnd | undefined;
  /** Whether a line that is not a URL is written as it came. By default it becomes an empty line. */
  readonly keep?: boolean | undefined;
  /**
   * Called for each line that is not a URL; blank lines are no errors.
   *
   * @param error - what is wrong with the line; `line-not-utf-8` if it is not UTF-8
   * @param line - its number, from 1
   * @param octets - the line without its end, only until the call returns; the first 262,144 octets of a longer one
   */
  onError?(error: Failure, line: number, octets: Uint8Array): void;
  /**
   * Called for each line whose scheme has one letter: it is more likely a Windows path than a URL.
   *
   * @param line - its number, from 1
   */
  onDriveLetter?(line: number): void;
}

/** Canonicalizes lines that come in pieces. */
export interface LineCanonicalizer {
  /**
   * Takes octets of the input, which may end anywhere, and returns the lines that they complete.
   *
   * @param octets - the next piece of the input, in UTF-8; it may be reused after the call
   * @returns new octets, in ASCII unless `keep` is set: one line for each line of the input, each with a line end
   */
  push(octets: Uint8Array): Octets;
  /** Returns the last line, if it has no line end. The next `push` begins a new input. */
  end(): Octets;
  /** How many lines of the input have been read. */
  readonly lines: number;
}

const CR = 0x0d;
const LF = 0x0a;
const COLON = 0x3a;

/** Lines are read in windows of about this many octets, for which there is room in the output before they are read. */
const WINDOW = 8192;

/** The octets of a line that are kept until its end: always more than the UTF-16 code units of the longest URL. */
const LONGEST_KEPT = 4 * MAX_LENGTH;

/** U+FEFF in UTF-8, which some editors write at the start of a file. */
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

const lenientUtf8 = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/** The lines of one input after another. */
export class OctetLines implements LineCanonicalizer {
  readonly #pass: OctetPass | null;
  readonly #canonicalize: (url: string) => string;
  readonly #terminator: number;
  readonly #keep: boolean;
  readonly #errorOf: UrlErrorOf;
  readonly #onError: LineSettings['onError'];
  readonly #onDriveLetter: LineSettings['onDriveLetter'];
  /** The output; its room is reused. */
  #target: Octets = new Uint8Array(GROWTH * WINDOW);
  #written = 0;
  /** The octets of a mark at the start of the input that have been read; all of them if there is no mark. */
  #marked = 0;
  /** The unfinished line, up to `#kept`. */
  #line: Octets = new Uint8Array(1024);
  #kept = 0;
  /** Whether the unfinished line is too long, and has been reported: its rest is only copied, or dropped. */
  #overlong = false;
  /** Whether the copy of such a line waits with a CR, which may belong to the end of the line. */
  #heldCr = false;
  /** Lines that were read. */
  #number = 0;
  /** Whether the next octets begin a new input. */
  #ended = false;

  /**
   * @param pass - `null` = every line goes through `canonicalize`
   * @param canonicalize - the function of the library, with its options
   */
  constructor(
    pass: OctetPass | null,
    canonicalize: (url: string) => string,
    errorOf: UrlErrorOf,
    settings: LineSettings,
  ) {
    this.#pass = pass;
    this.#canonicalize = canonicalize;
    this.#terminator = (settings.lineEnd ?? '\n').charCodeAt(0);
    this.#keep = settings.keep === true;
    this.#errorOf = errorOf;
    this.#onError = settings.onError;
    this.#onDriveLetter = settings.onDriveLetter;
  }

  push(octets: Uint8Array): Octets {
    requireOctets(octets);
    if (this.#ended) this.#number = 0;
    this.#ended = false;
    // A view of one class: engines are slower if they meet subclasses too, such as Buffer.
    const chunk = this.#withoutMark(new Uint8Array(octets.buffer, octets.byteOffset, octets.byteLength));
    const first = chunk.indexOf(this.#terminator);
    if (first === -1) {
      this.#keepRest(chunk);
      return this.#take();
    }
    const from = this.#kept > 0 || this.#overlong ? first + 1 : 0;
    if (from > 0) this.#finishLine(chunk.subarray(0, from));
    const to = chunk.lastIndexOf(this.#terminator) + 1;
    if (from < to) this.#readWindows(chunk, from, to);
    this.#keepRest(chunk.subarray(to));
    return this.#take();
  }

  end(): Octets {
    if (this.#marked < BYTE_ORDER_MARK.length) this.#rejectMark();
    if (this.#kept > 0 || this.#overlong) this.#finishLine(Uint8Array.of(this.#terminator));
    this.#ended = true;
    this.#marked = 0;
    return this.#take();
  }

  get lines(): number {
    return this.#number;
  }

  /** Drops a mark at the start of the input. If a piece ends within it, the next one tells whether it is a mark. */
  #withoutMark(octets: Uint8Array): Uint8Array {
    let from = 0;
    while (this.#marked < BYTE_ORDER_MARK.length && from < octets.length) {
      if (octets[from] !== BYTE_ORDER_MARK[this.#marked]) this.#rejectMark();
      else {
        this.#marked++;
        from++;
      }
    }
    return from === 0 ? octets : octets.subarray(from);
  }

  /** What was taken for the beginning of a mark is the beginning of the first line. */
  #rejectMark(): void {
    this.#append(BYTE_ORDER_MARK.subarray(0, this.#marked));
    this.#marked = BYTE_ORDER_MARK.length;
  }

  /** Reads the unfinished line, of which `rest` is the end. */
  #finishLine(rest: Uint8Array): void {
    if (this.#overlong) {
      this.#copy(rest.subarray(0, -1));
      this.#endLine();
      this.#overlong = false;
      this.#heldCr = false;
      return;
    }
    this.#append(rest);
    const length = this.#kept;
    this.#kept = 0;
    this.#readWindows(this.#line, 0, length);
  }

  /** Keeps the beginning of a line. */
  #keepRest(rest: Uint8Array): void {
    if (this.#overlong) {
      this.#copy(rest);
      return;
    }
    this.#append(rest);
    // One octet more may be the CR of the line end. If it is not, `#readLine` reports the line.
    if (this.#kept <= LONGEST_KEPT + 1) return;
    const line = this.#line.subarray(0, this.#kept);
    this.#kept = 0;
    this.#overlong = true;
    this.#report(tooLong(line, this.#errorOf), line);
    this.#copy(line);
  }

  #append(octets: Uint8Array): void {
    const length = this.#kept + octets.length;
    if (length > this.#line.length) this.#line = enlarged(this.#line, length);
    this.#line.set(octets, this.#kept);
    this.#kept = length;
  }

  /** Copies a part of a line that is too long. */
  #copy(part: Uint8Array): void {
    if (!this.#keep || part.length === 0) return;
    if (this.#heldCr) this.#writeOctets(Uint8Array.of(CR));
    this.#heldCr = this.#terminator === LF && part.at(-1) === CR;
    this.#writeOctets(this.#heldCr ? part.subarray(0, -1) : part);
  }

  /** Reads complete lines. */
  #readWindows(source: Uint8Array, from: number, to: number): void {
    let begin = from;
    while (begin < to) {
      let end = to;
      if (to - begin > WINDOW) {
        end = source.lastIndexOf(this.#terminator, begin + WINDOW - 1) + 1;
        // A line that is longer than the window.
        if (end <= begin) end = source.indexOf(this.#terminator, begin) + 1;
      }
      this.#readWindow(source, begin, end);
      begin = end;
    }
  }

  /** Reads complete lines, for which there is room in the output. */
  #readWindow(source: Uint8Array, begin: number, end: number): void {
    const pass = this.#pass;
    // If all lines become texts, it is faster to decode them at once.
    const text = pass === null ? asciiOf(source.subarray(begin, end)) : null;
    this.#reserve(GROWTH * (end - begin));
    for (let from = begin; from < end; ) {
      if (pass !== null) {
        this.#written = pass.rewriteLines(source, from, end, this.#target, this.#written);
        this.#number += pass.count;
        from = pass.next;
        if (from === end) return;
      }
      const next = source.indexOf(this.#terminator, from) + 1;
      const hasCr = this.#terminator === LF && next - from > 1 && source[next - 2] === CR;
      const to = next - (hasCr ? 2 : 1);
      this.#readLine(source.subarray(from, to), text?.slice(from - begin, to - begin));
      from = next;
      this.#reserve(GROWTH * (end - from));
    }
  }

  /** Reads a line; `text` = its text, if that is known. */
  #readLine(octets: Uint8Array, text?: string): void {
    try {
      if (octets.length > LONGEST_KEPT) throw tooLong(octets, this.#errorOf);
      const line = text ?? textOf(octets, this.#errorOf);
      if (line.trim() === '') {
        if (this.#keep) this.#writeOctets(octets);
      } else {
        const canonical = this.#canonicalize(line);
        if (canonical.charCodeAt(1) === COLON) this.#onDriveLetter?.(this.#number + 1);
        this.#write(canonical);
      }
    } catch (error) {
      if (!(error instanceof UrlError)) throw error;
      this.#report(error, octets);
      if (this.#keep) this.#writeOctets(octets);
    }
    this.#endLine();
  }

  #report(error: UrlError, octets: Uint8Array): void {
    this.#onError?.(error, this.#number + 1, octets.subarray(0, LONGEST_KEPT));
  }

  #endLine(): void {
    this.#number++;
    this.#writeOctets(Uint8Array.of(this.#terminator));
  }

  /** Writes ASCII text. */
  #write(text: string): void {
    this.#reserve(text.length);
    const target = this.#target;
    let written = this.#written;
    for (let index = 0; index < text.length; index++) target[written++] = text.charCodeAt(index);
    this.#written = written;
  }

  #writeOctets(octets: Uint8Array): void {
    this.#reserve(octets.length);
    this.#target.set(octets, this.#written);
    this.#written += octets.length;
  }

  #reserve(length: number): void {
    const needed = this.#written + length;
    if (needed > this.#target.length) this.#target = enlarged(this.#target, needed);
  }

  #take(): Octets {
    const output = this.#target.slice(0, this.#written);
    this.#written = 0;
    return output;
  }
}

/** @throws TypeError if a piece of the input is not octets */
export function requireOctets(piece: unknown): asserts piece is Uint8Array {
  if (!isOctets(piece)) throw new TypeError('The lines must be octets, in a Uint8Array.');
}

/** Also those of another realm: of a frame, of `node:vm`, of Jest. */
function isOctets(value: unknown): value is Uint8Array {
  if (value instanceof Uint8Array) return true;
  return ArrayBuffer.isView(value) && Reflect.get(value, Symbol.toStringTag) === 'Uint8Array';
}

function enlarged(octets: Uint8Array, length: number): Octets {
  const larger = new Uint8Array(Math.max(length, 2 * octets.length));
  larger.set(octets);
  return larger;
}

/** Octets as text; `null` if they are not ASCII. */
function asciiOf(octets: Uint8Array): string | null {
  const text = utf8Of(octets);
  return text?.length === octets.length ? text : null;
}

/** Octets as text. @throws the error of the library if they are not UTF-8 */
function textOf(octets: Uint8Array, errorOf: UrlErrorOf): string {
  // Most lines are ASCII, and calling the platform's decoder is slow.
  const text = isAscii(octets) ? latin1Of(octets) : utf8Of(octets);
  if (text !== null) return text;
  const readable = lenientUtf8.decode(octets);
  throw errorOf('line-not-utf-8', firstReplaced(readable, octets), readable);
}

/** U+FFFD in UTF-8, which stands for octets that are not UTF-8. */
const REPLACEMENT = [0xef, 0xbf, 0xbd] as const;

/** Where the readable text of octets has the first U+FFFD that is not in the octets themselves. */
function firstReplaced(readable: string, octets: Uint8Array): number {
  let from = 0;
  return readable.split('').findIndex((unit) => {
    const code = unit.charCodeAt(0);
    if (unit === '\ufffd' && REPLACEMENT.some((octet, index) => octets[from + index] !== octet)) return true;
    // A surrogate is half of a character of four octets.
    from += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
    return false;
  });
}

function tooLong(octets: Uint8Array, errorOf: UrlErrorOf): UrlError {
  return errorOf('too-long', MAX_LENGTH, lenientUtf8.decode(octets.subarray(0, LONGEST_KEPT)));
}
