/**
 * International host names as programs before 2008 write them: ToASCII of IDNA 2003 (RFC 3490 §4.1) with Nameprep (RFC
 * 3491), whose tables are those of Unicode 3.2. Browsers follow UTS 46 (`src/idna`), which keeps `ß`; here it is `ss`.
 */
import { encodePunycode } from '../idna/punycode.ts';
import { NAMEPREP_CLASSES } from './nameprep-table.ts';

const ACE_PREFIX = 'xn--';
const MAX_LABEL = 63;
const ASCII = /^[\0-\x7f]*$/;

/** RFC 3490 §3.1 (1). */
const DOTS = /[.\u3002\uff0e\uff61]/;

type NameprepClass = 'U' | 'B' | 'P' | 'R' | 'L' | 'N';

interface ClassRuns {
  /** The first code point behind each run. */
  readonly ends: readonly number[];
  readonly classes: readonly string[];
}

let runs: ClassRuns | null = null;

function unpackRuns(): ClassRuns {
  const ends: number[] = [];
  const classes: string[] = [];
  let end = 0;
  for (const [, name = '', length = ''] of NAMEPREP_CLASSES.matchAll(/([A-Z])([\da-z]+)/g)) {
    end += Number.parseInt(length, 36);
    ends.push(end);
    classes.push(name);
  }
  return { ends, classes };
}

/** Whether a character is of a class. */
function isOf(character: string, name: NameprepClass): boolean {
  runs ??= unpackRuns();
  const codePoint = character.codePointAt(0) ?? 0;
  let from = 0;
  let to = runs.ends.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((runs.ends[middle] ?? 0) <= codePoint) from = middle + 1;
    else to = middle;
  }
  return runs.classes[from] === name;
}

/** What Normalization Form KC of Unicode 3.2 makes of the five characters that Corrigendum 4 has mended since. */
const CORRECTED: Readonly<Record<string, string>> = {
  '\u{2f868}': '\u{2136a}',
  '\u{2f874}': '\u{5f33}',
  '\u{2f91f}': '\u{43ab}',
  '\u{2f95f}': '\u{7aae}',
  '\u{2f9bf}': '\u{4d57}',
};

/** How a program reads names. */
interface NameprepOptions {
  /** Whether names may have characters that Unicode 3.2 does not have (RFC 3454 §7). */
  readonly allowUnassigned: boolean;
}

/**
 * ToASCII of each label.
 *
 * @returns `null` if the name has none: a label is empty, too long or has a character that is not allowed
 */
export function toAscii2003(domain: string, options: NameprepOptions): string | null {
  const labels = domain.split(DOTS);
  const root = labels.at(-1) === '' ? labels.pop() : undefined;
  const encoded: string[] = [];
  for (const label of labels) {
    const ascii = labelToAscii(label, options);
    if (ascii === null) return null;
    encoded.push(ascii);
  }
  return encoded.join('.') + (root === undefined ? '' : '.');
}

function labelToAscii(label: string, options: NameprepOptions): string | null {
  const prepared = ASCII.test(label) ? label : nameprep(label, options);
  if (prepared === null) return null;
  const ascii = ASCII.test(prepared) ? prepared : encodedLabel(prepared);
  return ascii !== null && ascii !== '' && ascii.length <= MAX_LABEL ? ascii : null;
}

function encodedLabel(label: string): string | null {
  // No shorter text has more code points than its Punycode has digits.
  if (label.startsWith(ACE_PREFIX) || label.length > 2 * MAX_LABEL) return null;
  const encoded = encodePunycode(label);
  return encoded === null ? null : ACE_PREFIX + encoded;
}

/** Maps, normalizes and checks a label (RFC 3454 §2); `null` if it is not allowed. */
function nameprep(label: string, { allowUnassigned }: NameprepOptions): string | null {
  let mapped = '';
  for (const character of label) {
    if (!allowUnassigned && isOf(character, 'U')) return null;
    if (!isOf(character, 'B')) mapped += folded(character, allowUnassigned);
  }
  const characters = Array.from(normalized(mapped));
  if (characters.some((character) => isOf(character, 'P'))) return null;
  // RFC 3454 §6
  if (characters.some((character) => isOf(character, 'R'))) {
    const ends = [characters.at(0) ?? '', characters.at(-1) ?? ''];
    if (characters.some((character) => isOf(character, 'L')) || !ends.every((end) => isOf(end, 'R'))) return null;
  }
  return characters.join('');
}

/** Table B.2: case folding for Normalization Form KC. Some characters have a lower case only since a later Unicode. */
function folded(character: string, allowUnassigned: boolean): string {
  const folded = normalized(caseFolded(normalized(caseFolded(character))));
  return allowUnassigned || !Array.from(folded).some((part) => isOf(part, 'U')) ? folded : character;
}

/** Full case folding is the lower case of the upper case, but for the dotless i, and for what Unicode 3.2 lacks. */
function caseFolded(text: string): string {
  return Array.from(text, (character) => {
    if (character === 'ı') return character;
    return (isOf(character, 'U') ? character : character.toUpperCase()).toLowerCase();
  }).join('');
}

/** Normalization Form KC of Unicode 3.2, which neither decomposes nor composes what it does not have. */
function normalized(text: string): string {
  let result = '';
  let run = '';
  for (const character of text) {
    if (!isOf(character, 'U')) run += CORRECTED[character] ?? character;
    else {
      result += run.normalize('NFKC') + character;
      run = '';
    }
  }
  return result + run.normalize('NFKC');
}
