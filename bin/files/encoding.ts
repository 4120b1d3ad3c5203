/**
 * Which encoding a file has. Links are read and written in UTF-8 and ISO Latin-1 alone; of other encodings, an octet
 * that looks like ASCII may be a part of another character.
 */
import { isAscii } from 'node:buffer';

export type FileEncoding = 'utf-8' | 'latin1';

/** Names of UTF-8, ASCII and Latin-1, and of Windows-1252, for which Latin-1 stands in HTML. */
const READ = /^(?:utf-?8|us-ascii|ascii|iso-?8859-1|latin-?1|l1|cp1252|windows-1252|unicode-1-1-utf-8)$/i;
const IS_UTF8 = /utf-?8$/i;

/** Where a file names its encoding: HTML, XML, mail, and the marks of Emacs and Vim. */
const DECLARED: readonly RegExp[] = [
  /<meta\s[^>]*\bcharset\s*=\s*["']?\s*([\w:.+-]+)/i,
  /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w:.+-]+)/i,
  /^content-type:[^\n]*(?:\n[ \t][^\n]*)*?\bcharset\s*=\s*"?([\w:.+-]+)/im,
  /-\*-.*\bcoding:\s*([\w:.+-]+?)(?:-unix|-dos|-mac)?\s*(?:;.*)?-\*-/i,
  /\bvim?:.*\b(?:fileencoding|fenc)=([\w:.+-]+)/i,
];

/** How much of a file is searched for the name of its encoding, in octets. */
const LONGEST_HEAD = 4096;

const [INFO_MARK, INFO_MARK_START] = [/^\0\x08[[\]]$/, /^\0\x08?$/];

/** Octets of multi-octet characters and of other alphabets follow each other; letters of Latin-1 mostly stand alone. */
const LONGEST_RUN = 2;
const MOST_IN_RUNS = 0.1;

/** Looks at all octets of a file, piece by piece. */
export class EncodingScan {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #head = Buffer.alloc(0);
  #isUtf8 = true;
  #hasNul = false;
  /** The beginning of a mark of GNU Info at the end of the last octets. */
  #mark = '';
  #hasEscape = false;
  /** Octets 0x80 to 0x9F, which are controls in Latin-1 and letters in other encodings. */
  #hasC1 = false;
  #high = 0;
  #inRuns = 0;
  #run = 0;

  add(octets: Buffer): void {
    if (this.#head.length < LONGEST_HEAD)
      this.#head = Buffer.concat([this.#head, octets.subarray(0, LONGEST_HEAD - this.#head.length)]);
    this.#hasNul ||= this.#nulOf(octets);
    this.#hasEscape ||= octets.includes('\x1b$') || octets.includes('\x1b(');
    if (this.#isUtf8) this.#decode(octets, true);
    this.#count(octets);
  }

  /** The encoding, or why the file is not read, in words. */
  end(): FileEncoding | { readonly fault: string } {
    if (this.#isUtf8) this.#decode(Buffer.alloc(0), false);
    this.#endRun();
    const head = this.#head;
    if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
      return { fault: 'the file is UTF-16; UTF-8 and Latin-1 are read' };
    if (this.#hasNul || this.#mark !== '') return { fault: 'the file is not text: it contains NUL' };
    if (this.#hasEscape) return { fault: 'the file has escapes of ISO 2022; UTF-8 and Latin-1 are read' };
    if (this.#high === 0) return 'utf-8';
    const text = head.toString('latin1');
    const declared = DECLARED.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined);
    if (declared !== undefined && !READ.test(declared))
      return { fault: `the file names the encoding ${declared}; UTF-8 and Latin-1 are read` };
    if (this.#isUtf8) return 'utf-8';
    if (declared !== undefined && IS_UTF8.test(declared))
      return { fault: `the file names the encoding ${declared} and contains other octets; --encoding names another` };
    if (declared === undefined && (this.#hasC1 || this.#inRuns > this.#high * MOST_IN_RUNS))
      return { fault: 'the encoding is neither UTF-8 nor Latin-1; --encoding names it' };
    return 'latin1';
  }

  /** The encoding that the user names, or why the file has another one. */
  endAs(encoding: FileEncoding): FileEncoding | { readonly fault: string } {
    if (this.#isUtf8) this.#decode(Buffer.alloc(0), false);
    // What is not UTF-8 would be lost.
    return encoding === 'utf-8' && !this.#isUtf8
      ? { fault: 'the file is not UTF-8, which --encoding names' }
      : encoding;
  }

  /** Whether NUL is there, other than in the marks of GNU Info: `NUL BS [` and `NUL BS ]` (Texinfo, "Info Format"). */
  #nulOf(octets: Buffer): boolean {
    if (this.#mark !== '') octets = Buffer.concat([Buffer.from(this.#mark, 'latin1'), octets]);
    this.#mark = '';
    for (let at = octets.indexOf(0); at !== -1; at = octets.indexOf(0, at + 1)) {
      const mark = octets.toString('latin1', at, at + 3);
      if (INFO_MARK.test(mark)) continue;
      if (at + mark.length < octets.length || !INFO_MARK_START.test(mark)) return true;
      this.#mark = mark;
    }
    return false;
  }

  #decode(octets: Buffer, stream: boolean): void {
    try {
      this.#utf8.decode(octets, { stream });
    } catch {
      this.#isUtf8 = false;
    }
  }

  #count(octets: Buffer): void {
    if (isAscii(octets)) return;
    for (const octet of octets) {
      if (octet < 0x80) {
        if (this.#run > 0) this.#endRun();
        continue;
      }
      this.#run++;
      this.#high++;
      if (octet < 0xa0) this.#hasC1 = true;
    }
  }

  #endRun(): void {
    if (this.#run > LONGEST_RUN) this.#inRuns += this.#run;
    this.#run = 0;
  }
}
