/**
 * Files inside a text, as they were posted before MIME: uuencode (POSIX.1) and yEnc 1.3. They are decoded while the
 * text arrives, so one of any length needs the memory of a line.
 */
import { Collector } from '../octets/collector.ts';
import { concatOctets, latin1Of } from '../octets/octets.ts';
import { type Body, PushbackBody } from '../protocols/connection.ts';
import { ProtocolError } from '../protocols/protocol-error.ts';
import type { EncodedStart } from './articles.ts';

export type TextEncoding = EncodedStart['encoding'];

const YENC = /^=ybegin .*?\bline=\d+ size=\d+(?: name=(.*))?/;
const UUENCODE = /^begin [0-7]{3,4} (\S.*)/;
const UUENCODED_LINE = /^[ -`]{2,61}$/;

/**
 * The beginning of an encoded file in a line without its end; `null` if the line is text. The line after it decides:
 * `begin 644 things` may also begin a sentence. `encodedStart('begin 644 a.gif', 'M1TE&')?.name` is `'a.gif'`.
 */
export function encodedStart(line: string, next: string): EncodedStart | null {
  // Nearly all lines are text, and a test is faster than a match.
  if (YENC.test(line)) return { encoding: 'yenc', name: YENC.exec(line)?.[1]?.trim() ?? '' };
  if (!UUENCODED_LINE.test(next) || !UUENCODE.test(line)) return null;
  return { encoding: 'uuencode', name: UUENCODE.exec(line)?.[1]?.trim() ?? '' };
}

/** The name of an encoded file without folders. */
export function baseName({ name }: EncodedStart): string {
  return name.replace(/^.*[\\/]/, '');
}

export function isEncodedEnd(line: string, encoding: TextEncoding): boolean {
  return encoding === 'yenc' ? line.startsWith('=yend ') : line.trimEnd() === 'end';
}

/** The number of octets in a line of uuencode. */
export function uuencodedLength(line: string): number {
  return line === '' ? 0 : (line.charCodeAt(0) - SPACE) & SIX_BITS;
}

const NOTHING = new Uint8Array(0);
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const SIX_BITS = 0x3f;
/** The escape character of yEnc. */
const ESCAPE = 0x3d;

/** No line of an encoded file is longer, in octets. yEnc allows 997 and doubles some of them. */
const LONGEST_LINE = 2048;

const WITHOUT_END =
  'The text that contains the file ends before the file: it has no end line. The file may continue in another article.';

/** Finds the n-th encoded file in an article, and decodes it. */
export class EncodedFileDecoder {
  readonly #index: number;
  #count = 0;
  /** The first line of the file; `null` = not found yet. */
  start: EncodedStart | null = null;
  /** The file that the current line is in; `skipped` = an earlier file. */
  #state: 'text' | 'skipped' | 'inside' | 'done' = 'text';
  #encoding: TextEncoding = 'uuencode';
  /** The last line of text, which begins a file if the next line is encoded. */
  #candidate: string | null = null;
  #partial: Uint8Array = NOTHING;

  /** @param index - which file of the article, from 1 */
  constructor(index: number) {
    this.#index = index;
  }

  /** The octets of the file in these octets of the article, which have no dot-stuffing. */
  pass(octets: Uint8Array): Uint8Array {
    const decoded = new Collector();
    let from = 0;
    for (let end = octets.indexOf(LF); end >= 0; end = octets.indexOf(LF, from)) {
      const part = octets.subarray(from, end);
      decoded.add(this.#line(this.#partial.byteLength === 0 ? part : concatOctets([this.#partial, part])));
      this.#partial = NOTHING;
      from = end + 1;
    }
    const partial = concatOctets([this.#partial, octets.subarray(from)]);
    // A longer line cannot be part of a file.
    this.#partial = partial.byteLength <= LONGEST_LINE ? partial : NOTHING;
    return decoded.octets;
  }

  /** Whether the line that ends the file was found. */
  get isWhole(): boolean {
    return this.#state === 'done';
  }

  /** The octets of a last line without a line end. */
  flush(): Uint8Array {
    return this.#line(this.#partial);
  }

  #line(withEnd: Uint8Array): Uint8Array {
    const line = withEnd.at(-1) === CR ? withEnd.subarray(0, -1) : withEnd;
    if (this.#state === 'done') return NOTHING;
    if (this.#state === 'text') {
      const text = latin1Of(line.subarray(0, LONGEST_LINE));
      if (this.#candidate !== null) this.#begin(encodedStart(this.#candidate, text));
      this.#candidate = null;
      if (this.#state === 'text') {
        if (text.startsWith('=ybegin ')) this.#begin(encodedStart(text, ''));
        else if (text.startsWith('begin ')) this.#candidate = text;
        return NOTHING;
      }
    }
    const first = line[0];
    // `e` and `=`, the first characters of the lines that end a file.
    if ((first === 0x65 || first === ESCAPE) && isEncodedEnd(latin1Of(line), this.#encoding)) {
      this.#state = this.#state === 'inside' ? 'done' : 'text';
      return NOTHING;
    }
    if (this.#state !== 'inside') return NOTHING;
    return this.#encoding === 'yenc' ? decodeYenc(line) : decodeUuencode(line);
  }

  #begin(start: EncodedStart | null): void {
    if (start === null) return;
    this.#count++;
    this.#encoding = start.encoding;
    this.#state = this.#count === this.#index ? 'inside' : 'skipped';
    if (this.#state === 'inside') this.start = start;
  }
}

/**
 * The octets of an encoded file, decoded while the article arrives. Its first line must have been found.
 *
 * @throws ProtocolError `malformed` after all octets, if the article ends before the file
 */
export class EncodedFileBody extends PushbackBody {
  readonly #article: Body;
  readonly #decoder: EncodedFileDecoder;
  #ended = false;

  constructor(article: Body, decoder: EncodedFileDecoder) {
    super();
    this.#article = article;
    this.#decoder = decoder;
  }

  protected async next(): Promise<Uint8Array | null> {
    while (!this.#ended) {
      const octets = await this.#article.read();
      this.#ended = octets === null;
      const decoded = octets === null ? this.#decoder.flush() : this.#decoder.pass(octets);
      if (decoded.byteLength > 0) return decoded;
    }
    if (!this.#decoder.isWhole) throw new ProtocolError('malformed', WITHOUT_END);
    return null;
  }

  close(): void {
    this.#article.close();
  }
}

/** Each line begins with its number of octets. Blanks at its end may have been lost, and are zeros. */
function decodeUuencode(line: Uint8Array): Uint8Array {
  const digit = (index: number) => ((line[index] ?? SPACE) - SPACE) & SIX_BITS;
  const decoded = new Uint8Array(line.byteLength === 0 ? 0 : digit(0));
  for (let offset = 0, index = 1; offset < decoded.byteLength; offset += 3, index += 4) {
    const bits = (digit(index) << 18) | (digit(index + 1) << 12) | (digit(index + 2) << 6) | digit(index + 3);
    // What is written behind the end of the array is dropped.
    decoded[offset] = bits >> 16;
    decoded[offset + 1] = bits >> 8;
    decoded[offset + 2] = bits;
  }
  return decoded;
}

/** Each octet has 42 added to it; an escaped one 64 more. */
function decodeYenc(line: Uint8Array): Uint8Array {
  if (latin1Of(line.subarray(0, 7)) === '=ypart ') return NOTHING;
  const decoded = new Uint8Array(line.byteLength);
  let length = 0;
  for (let index = 0; index < line.byteLength; index++) {
    const isEscape = line[index] === ESCAPE;
    if (isEscape) index++;
    decoded[length++] = (line[index] ?? 0) - (isEscape ? 64 : 0) - 42;
  }
  return decoded.subarray(0, length);
}
