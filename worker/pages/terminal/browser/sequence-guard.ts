/**
 * Limits what a few octets of a hostile server can make a screen do. A control sequence that repeats something does so
 * at most about as often as the screen has rows, columns or cells, beyond which nothing changes; a character carries a
 * few combining marks; and a string, which a terminal keeps until its end, has one. Everything else passes as it is,
 * and no limit depends on where the network cuts the stream.
 */

/** In characters. */
export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

type Limit = (count: number, size: ScreenSize) => number;

/** The final characters of sequences whose number is a count, behind their intermediates (ECMA-48 §8.3). */
const COUNTS: ReadonlyMap<string, Limit> = new Map<string, Limit>([
  // SU, SD, IL, DL
  ...[...'STLM'].map((final): [string, Limit] => [final, (count, { rows }) => Math.min(count, rows)]),
  // ICH, DCH, ECH, CHT, CBT; SL and SR; DECIC and DECDC
  ...['@', 'P', 'X', 'I', 'Z', ' @', ' A', "'}", "'~"].map((final): [string, Limit] => [
    final,
    (count, { columns }) => Math.min(count, columns),
  ]),
  // REP
  ['b', repetitions],
]);

/** As many as fill the screen, and then as many as leave the cursor in the column where all would leave it. */
function repetitions(count: number, { columns, rows }: ScreenSize): number {
  const cells = columns * rows;
  // Each row takes so many characters, or so many of two cells.
  const period = columns % 2 === 0 ? columns : columns * Math.max(1, (columns - 1) / 2);
  return count <= cells ? count : cells + ((Math.min(count, MOST) - cells) % period);
}

/** A terminal takes larger numbers for this one. */
const MOST = 2 ** 31 - 1;

/** A sequence that is longer is dropped: a terminal takes 32 numbers. Of a string, what is longer is. */
const LONGEST_SEQUENCE = 4096;

/**
 * A string: OSC, which BEL ends as well; DCS, SOS, PM or APC (ECMA-48 §5.6). Its introducer, and what a terminal keeps.
 */
const STRING = /(\x1b\]|\x9d)[^\x07\x18\x1a\x1b\x80-\x9f]*|(\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x18\x1a\x1b\x80-\x9f]*/g;
/** The introducer of the string in whose midst a text ends, empty outside of strings; and how much of it there was. */
interface BegunString {
  readonly introducer: string;
  readonly length: number;
}
const OUTSIDE: BegunString = { introducer: '', length: 0 };

/**
 * A control sequence: CSI, numbers and intermediates, the controls that a terminal carries out in their midst, and the
 * final character. The two classes have no character in common, so the search is linear.
 */
const SEQUENCE = /(\x1b\[|\x9b)([\x00-\x17\x19\x1c-\x1f -?\x7f]*)([@-~])/g;
/** The beginning of a sequence at the end of a text: its introducer, and what follows. */
const BEGINNING = /(?:(\x1b)[ -/]*|(\x1b\[|\x9b)[\x00-\x17\x19\x1c-\x1f -?\x7f]*)$/;
/** An escape with intermediates, or controls in its midst. */
const ESCAPE = /\x1b([\x00-\x17\x19\x1c-/\x7f]+)([0-~]?)/g;
const CONTROLS = /[\x00-\x1f\x7f]+/g;
/** Numbers of which one has two digits or more, and intermediates. Private sequences (`?`, `>`) have no counts. */
const LARGE = /^([0-9:;]*?[0-9]{2}[0-9:;]*)([ -/]*)$/;

/** A class of patterns (with the flag `u`): characters without a width, which join the one before them. */
export const JOINING = '[\\p{M}\\p{Cf}\\u06de\\u1160-\\u11ff]';
/** As many as any script needs. */
const MOST_MARKS = 16;
const MARKS = new RegExp(`${JOINING}{${MOST_MARKS + 1},}`, 'gu');
const FIRST_MARKS = new RegExp(`^${JOINING}+`, 'u');
/** For a text without more marks in a row than {@link MOST_MARKS}. */
const LAST_MARKS = new RegExp(`${JOINING}+$`, 'u');

export class SequenceGuard {
  /** The beginning of a control sequence, until the rest of it arrives. */
  #held = '';
  /** Whether the rest of a sequence that is too long is on its way. */
  #dropping = false;
  #string = OUTSIDE;
  /** How many combining marks the text has ended with. */
  #marks = 0;

  /**
   * Takes the next part of what a server sends. Returns what the screen may show.
   *
   * @param text - decoded, in UTF-16
   * @param size - the size of the screen in characters
   */
  filter(text: string, size: ScreenSize): string {
    let rest = (this.#dropping ? this.#restOfDropped(text) : this.#held + text).replace(ESCAPE, (_, body, final) => {
      const { controls, bare } = parted('\x1b', body);
      return final !== '' && bare.length > LONGEST_SEQUENCE ? controls : `${controls}\x1b${bare}${final}`;
    });
    this.#held = '';
    const [begun = '', single, introducer = single ?? ''] = BEGINNING.exec(rest) ?? [];
    if (begun !== '') {
      const { controls, bare } = parted(introducer, begun.slice(introducer.length));
      rest = rest.slice(0, rest.length - begun.length) + controls;
      this.#dropping = bare.length > LONGEST_SEQUENCE;
      this.#held = this.#dropping ? '' : introducer + bare;
    }
    rest = this.#limitStrings(rest);
    return this.#limitMarks(
      rest.replace(SEQUENCE, (_, introducer, body, final) => limited(introducer, body, final, size)),
    );
  }

  /** What follows a sequence that is dropped, behind the controls in its midst. */
  #restOfDropped(text: string): string {
    const end = text.search(/[^\x00-\x17\x19\x1c-\x1f -?\x7f]/);
    const dropped = end === -1 ? text : text.slice(0, end);
    const controls = controlsIn(dropped);
    if (end === -1) return controls;
    this.#dropping = false;
    return controls + (/[@-~]/.test(text[end] ?? '') ? text.slice(end + 1) : text.slice(end));
  }

  #limitStrings(text: string): string {
    const { introducer: begun, length: before } = this.#string;
    this.#string = OUTSIDE;
    const whole = begun + text;
    const limited = whole.replace(STRING, (string, ofCommand, ofOther, at) => {
      const introducer: string = ofCommand ?? ofOther;
      const earlier = at === 0 ? before : 0;
      const length = earlier + string.length - introducer.length;
      if (at + string.length === whole.length) this.#string = { introducer, length };
      return string.slice(0, introducer.length + Math.max(0, LONGEST_SEQUENCE - earlier));
    });
    return limited.slice(begun.length);
  }

  #limitMarks(text: string): string {
    // Marks at the beginning belong to the character that ended the part before.
    const joined = text.replace(FIRST_MARKS, (marks) => firstOf(marks, MOST_MARKS - this.#marks));
    const shown = joined.replace(MARKS, (marks) => firstOf(marks, MOST_MARKS));
    const last = LAST_MARKS.exec(shown)?.[0] ?? '';
    this.#marks = [...last].length + (last === shown ? this.#marks : 0);
    return shown;
  }
}

const firstOf = (marks: string, count: number): string => [...marks].slice(0, count).join('');

/** End a string: as each escape does, and as the control CSI does, which has no terminal carry it out. */
const [STRING_TERMINATOR, CANCEL] = ['\x1b\\', '\x18'];

/** The controls in the midst of a sequence. A terminal ignores DEL there. */
const controlsIn = (body: string): string => body.match(CONTROLS)?.join('').replaceAll('\x7f', '') ?? '';

/** The controls in the midst of a sequence, which a terminal carries out before it, and the rest. */
function parted(introducer: string, body: string): { readonly controls: string; readonly bare: string } {
  const controls = controlsIn(body);
  const end = introducer === '\x9b' ? CANCEL : STRING_TERMINATOR;
  return { controls: controls === '' ? '' : end + controls, bare: body.replace(CONTROLS, '') };
}

/** A sequence with counts up to the limit, after the controls in its midst. */
function limited(introducer: string, body: string, final: string, size: ScreenSize): string {
  const { controls, bare } = parted(introducer, body);
  if (bare.length > LONGEST_SEQUENCE) return controls;
  const [, numbers, intermediates = ''] = LARGE.exec(bare) ?? [];
  const limit = COUNTS.get(intermediates + final);
  if (numbers === undefined || limit === undefined) return controls + introducer + bare + final;
  const small = numbers.replace(/\d+/g, (digits) => String(limit(Number(digits), size)));
  return controls + introducer + small + intermediates + final;
}
