/**
 * Splits an mbox (RFC 4155) into its articles, in memory for one article. A separator is a line that begins with
 * `From ` and has a header field after it. It has the date of `ctime`, or else an empty line before it and a time or a
 * long number. Other lines of bodies that begin like one stay in their article, with all octets as they are: nobody can
 * tell whether a `>` before `From` was added.
 */
import { archiveLimits } from '../../src/news-archive/format.ts';
import { Collector } from '../../src/octets/collector.ts';

/** A message of an mbox. */
interface MboxMessage {
  /** Its separator, without the line end. */
  readonly separator: string;
  /** From its header on, without the empty line before the next separator; `null` = it is too large to hold. */
  readonly octets: Buffer | null;
  /** Where its header begins in the mbox, in octets. */
  readonly offset: number;
}

const LF = 0x0a;
const CR = 0x0d;
const BEGINNING = 'From ';
const NEXT = Buffer.from(`\n${BEGINNING}`);
/** The octets of a separator and of the name of the field after it. What is longer is none. */
const [LONGEST_SEPARATOR, LONGEST_FIELD_NAME] = [1024, 128];
const LOOKAHEAD = LONGEST_SEPARATOR + LONGEST_FIELD_NAME;

/** A separator with the time when the message was received, or with the number of a message. */
const USUAL = /^From (?:-?\d{4,}|.*\b\d{1,2}:\d{2}\b.*)\s*$/;
/** A separator by itself: some archives have no empty line before it, and every writer hides such lines of bodies. */
const DATED =
  /^From .*\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) +(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} +\d{1,2}:\d{2}(?::\d{2})?(?: +[A-Z]{1,5}| +[+-]\d{4})? +(?:19|20)\d{2}\b/;
/** What begins a header: a field, a second separator of an old program, or the id of A News. */
const HEADER = /^(?:[!-9;-~]{1,100}[ \t]*:|>From |A[\w-]{1,60}\.\d{1,9}\r?\n)/;

/** An mbox that begins with something else. */
export class NoMboxError extends Error {
  override readonly name = 'NoMboxError';
}

export class MboxSplitter {
  /** Of the message that has begun, with its separator. */
  #pending = new Collector();
  /** Where `#pending` begins in the mbox. */
  #base = 0;
  /** How far `#pending` has no separator. */
  #searched = 0;
  #isTooLarge = false;
  /** Whether the separators of this mbox are the usual ones; `null` = nothing has come. */
  #isUsual: boolean | null = null;
  /** The separator and the offset of a message that is too large to hold. */
  #dropped: Pick<MboxMessage, 'separator' | 'offset'> | null = null;

  /** The messages that these octets complete. */
  *push(chunk: Uint8Array): Generator<MboxMessage> {
    this.#pending.add(chunk);
    yield* this.#complete(false);
  }

  /** The last message. */
  *end(): Generator<MboxMessage> {
    yield* this.#complete(true);
    if (this.#isUsual !== null) yield this.#message(this.#octets());
  }

  #octets(): Buffer {
    const { buffer, byteOffset, byteLength } = this.#pending.octets;
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  *#complete(isEnd: boolean): Generator<MboxMessage> {
    if (!this.#begin(isEnd)) return;
    const all = this.#octets();
    let octets = all;
    for (;;) {
      const at = octets.indexOf(NEXT, this.#searched);
      if (at < 0) {
        this.#searched = Math.max(0, octets.length - NEXT.length + 1);
        break;
      }
      if (!isEnd && octets.length < at + 1 + LOOKAHEAD) {
        this.#searched = at;
        break;
      }
      if (!this.#isSeparator(octets, at)) {
        this.#searched = at + 1;
        continue;
      }
      yield this.#message(octets.subarray(0, at + 1));
      octets = octets.subarray(at + 1);
      this.#base += at + 1;
      this.#searched = 0;
      this.#isTooLarge = false;
    }
    if (octets !== all) this.#hold(octets);
    if (octets.length > archiveLimits.article + LOOKAHEAD) this.#drop(octets);
  }

  /** Reads the first separator. Returns whether it is there. */
  #begin(isEnd: boolean): boolean {
    if (this.#isUsual !== null) return true;
    const octets = this.#octets();
    let from = 0;
    while (octets[from] === LF || octets[from] === CR) from++;
    if (octets.length < from + LOOKAHEAD && !isEnd) return false;
    if (from === octets.length) return false;
    const separator = separatorAt(octets, from);
    if (separator === null) throw new NoMboxError();
    this.#isUsual = USUAL.test(separator.text);
    this.#hold(octets.subarray(from));
    this.#base += from;
    return true;
  }

  /** Holds these octets alone. */
  #hold(octets: Buffer): void {
    this.#pending = new Collector();
    this.#pending.add(octets);
  }

  /** Forgets a message that is too large, but for its end, in which a separator may begin. */
  #drop(octets: Buffer): void {
    const separator = separatorAt(octets, 0);
    this.#dropped ??= { separator: separator?.text ?? '', offset: this.#base + (separator?.end ?? 0) };
    const searched = this.#searched;
    const from = Math.min(searched, octets.length - NEXT.length) - 2;
    this.#hold(octets.subarray(from));
    this.#base += from;
    this.#searched = searched - from;
    this.#isTooLarge = true;
  }

  #isSeparator(octets: Buffer, lineFeed: number): boolean {
    const before = octets[lineFeed - 1] === CR ? lineFeed - 2 : lineFeed - 1;
    const separator = separatorAt(octets, lineFeed + 1);
    if (separator === null) return false;
    const { text } = separator;
    const isAfterEmptyLine = octets[before] === LF && (this.#isUsual === false || USUAL.test(text));
    if (!isAfterEmptyLine && !DATED.test(text)) return false;
    return HEADER.test(octets.toString('latin1', separator.end, separator.end + LONGEST_FIELD_NAME));
  }

  /** @param octets - from the separator on, with the empty line after the message */
  #message(octets: Buffer): MboxMessage {
    const dropped = this.#dropped;
    this.#dropped = null;
    if (this.#isTooLarge && dropped !== null) return { ...dropped, octets: null };
    const { text, end } = separatorAt(octets, 0) ?? { text: '', end: octets.length };
    const to = endOfMessage(octets, end);
    const message = { separator: text, offset: this.#base + end };
    const isHeld = to - end <= archiveLimits.article;
    return { ...message, octets: isHeld ? Buffer.from(octets.subarray(end, to)) : null };
  }
}

/** A separator without its line end, and where the next line begins; `null` = there is none. */
function separatorAt(octets: Buffer, from: number): { readonly text: string; readonly end: number } | null {
  if (octets.toString('latin1', from, from + BEGINNING.length) !== BEGINNING) return null;
  const lineFeed = octets.subarray(from, from + LONGEST_SEPARATOR).indexOf(LF);
  if (lineFeed < 0) return null;
  const text = octets.toString('latin1', from, from + lineFeed).replace(/\r$/, '');
  return { text, end: from + lineFeed + 1 };
}

/** Where a message ends: before one empty line, which belongs to the mbox. Some messages have none. */
function endOfMessage(octets: Buffer, from: number): number {
  const end = octets.length;
  if (octets[end - 1] !== LF) return end;
  const withoutEmpty = octets[end - 2] === CR ? end - 2 : end - 1;
  const isEmptyLine = withoutEmpty <= from || octets[withoutEmpty - 1] === LF;
  return isEmptyLine ? Math.max(from, withoutEmpty) : end;
}

/** How many lines in a message begin with a text. */
export function linesWith(octets: Buffer, beginning: Buffer): number {
  let lines = 0;
  for (let at = octets.indexOf(beginning); at >= 0; at = octets.indexOf(beginning, at + 1)) lines++;
  return lines;
}
