/**
 * Unpacks the tables of `tables.ts`, which the script in `pack/` writes, and finds code points in them.
 *
 * Most mappings of UTS 46 are what the runtime makes of a character: lower case in Normalization Form KC. Both never
 * change for characters of an older Unicode (Unicode Character Encoding Stability Policies). The tables have the other
 * mappings, among them those of every character that a runtime may not know yet.
 *
 * Numbers as printable ASCII, without quotes and backslashes. Small numbers, which are most of a table of differences,
 * take one character.
 *
 * A number ends with a digit of base 64. The digits before it have base 21, and no number has two notations: each
 * further digit begins to count where the shorter notations end.
 */

/** The tables as packed numbers; `pack/pack.ts` describes each. */
export interface PackedTables {
  readonly propertySets: string;
  readonly propertyLengths: string;
  readonly propertyValues: string;
  readonly mappings: string;
}

/** The tables, ready for use. */
export interface IdnaTables {
  /** What a code point is mapped to; `null` if it is not mapped. */
  readonly mappingOf: (codePoint: number) => string | null;
  /** The properties of a code point, see {@link VALID} and those after it. A mapped one has none. */
  readonly propertiesOf: (codePoint: number) => number;
}

/** What the tables say about a code point. */
interface CodePoint {
  readonly mapping: string | null;
  readonly properties: number;
}

/** How many code points are remembered. The hosts of a text share most of theirs. */
const REMEMBERED = 1024;

/** What a runtime makes of a character: its lower case in Normalization Form KC. `character` is one code point. */
export function foldByRuntime(character: string): string {
  return character.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * Unpacks all tables. It takes a few milliseconds, once.
 *
 * @param fold - {@link foldByRuntime}, or what another runtime does
 */
export function unpack(packed: PackedTables, fold: typeof foldByRuntime = foldByRuntime): IdnaTables {
  const packedPropertiesOf = unpackProperties(packed);
  const mappings = unpackMappings(packed.mappings);
  const isValid = (codePoint: number): boolean => (packedPropertiesOf(codePoint) & VALID) !== 0;

  const find = (codePoint: number): CodePoint => {
    const properties = packedPropertiesOf(codePoint);
    const listed = mappings.get(codePoint);
    if (listed === undefined && (properties & VALID) === 0) return { mapping: null, properties };
    const character = String.fromCodePoint(codePoint);
    const mapping = listed ?? fold(character);
    // A newer runtime may know a lower case that is not a character of this version.
    const isKnown = mapping !== character && Array.from(mapping).every((part) => isValid(part.codePointAt(0) ?? 0));
    // The packed properties of a mapped code point are those of its neighbour.
    return isKnown ? { mapping, properties: 0 } : { mapping: null, properties };
  };

  const found = new Map<number, CodePoint>();
  const codePointOf = (codePoint: number): CodePoint => {
    const known = found.get(codePoint);
    if (known !== undefined) return known;
    if (found.size === REMEMBERED) found.clear();
    const added = find(codePoint);
    found.set(codePoint, added);
    return added;
  };
  return {
    mappingOf: (codePoint) => codePointOf(codePoint).mapping,
    propertiesOf: (codePoint) => codePointOf(codePoint).properties,
  };
}

function unpackProperties(packed: PackedTables): IdnaTables['propertiesOf'] {
  const sets = unpackNumbers(packed.propertySets);
  const values = Uint16Array.from(unpackNumbers(packed.propertyValues), (index) => sets[index] ?? 0);
  const starts = new Uint32Array(values.length);
  let start = 0;
  for (const [index, length] of unpackNumbers(packed.propertyLengths).entries()) {
    starts[index] = start;
    start += length + 1;
  }
  return (codePoint) => values[lastNotAbove(starts, codePoint)] ?? 0;
}

/** The index of the last element that is not above a number; −1 if all are. */
function lastNotAbove(sorted: Uint32Array, number: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) <= number) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

function unpackMappings(packed: string): ReadonlyMap<number, string> {
  const mappings = new Map<number, string>();
  const numbers = unpackNumbers(packed);
  let codePoint = 0;
  for (let index = 0; index < numbers.length; ) {
    const next = (): number => numbers[index++] ?? 0;
    codePoint += next();
    const runLength = next();
    const parts = Array.from({ length: next() }, () => codePoint + unzigzag(next()));
    for (let offset = 0; offset < runLength; offset++) {
      mappings.set(codePoint, String.fromCodePoint(...parts.map((part) => part + offset)));
      codePoint += 1;
    }
  }
  return mappings;
}

/** `valid` or `deviation` in the mapping table (UTS 46 §5). */
export const VALID = 1 << 0;
/** `ignored` in the mapping table. */
export const IGNORED = 1 << 1;
/** General_Category = Mark. */
export const MARK = 1 << 2;

/** Joining_Type L or D: joins the next letter (RFC 5892 Appendix A.1). */
export const JOINS_NEXT = 1 << 3;
/** Joining_Type R or D: joins the previous letter. */
export const JOINS_PREVIOUS = 1 << 4;
/** Joining_Type T. */
export const TRANSPARENT = 1 << 5;

/** Bidi_Class L (RFC 5893 §2). */
export const LEFT_TO_RIGHT = 1 << 6;
/** Bidi_Class R or AL. */
export const RIGHT_TO_LEFT = 1 << 7;
/** Bidi_Class AN. */
export const ARABIC_NUMBER = 1 << 8;
/** Bidi_Class EN. */
export const EUROPEAN_NUMBER = 1 << 9;
/** Bidi_Class ES, CS, ET, ON or BN. */
export const NEUTRAL = 1 << 10;
/** Bidi_Class NSM. */
export const NONSPACING_MARK = 1 << 11;

/** Canonical_Combining_Class = Virama (9). */
export const VIRAMA = 1 << 12;

/** 85 characters: 64 that end a number, and 21 that continue it. */
const ALPHABET = '()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';
const LAST = 64;
const CONTINUED = ALPHABET.length - LAST;

/** Digits by their character codes. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, ALPHABET.indexOf(String.fromCharCode(code))));

/** Writes numbers, which are integers from 0. */
export function packNumbers(numbers: readonly number[]): string {
  return numbers.map(packNumber).join('');
}

function packNumber(number: number): string {
  let text = ALPHABET.charAt(number % LAST);
  for (let rest = Math.floor(number / LAST); rest > 0; rest = Math.floor(rest / CONTINUED)) {
    rest -= 1;
    text = ALPHABET.charAt(LAST + (rest % CONTINUED)) + text;
  }
  return text;
}

/** Reads what {@link packNumbers} wrote. */
export function unpackNumbers(text: string): number[] {
  const numbers: number[] = [];
  let rest = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = DIGITS[text.charCodeAt(index)] ?? 0;
    if (digit >= LAST) {
      rest = rest * CONTINUED + (digit - LAST) + 1;
    } else {
      numbers.push(rest * LAST + digit);
      rest = 0;
    }
  }
  return numbers;
}

/** A difference as a number from 0: 0, −1, 1, −2, … */
export function zigzag(difference: number): number {
  return difference < 0 ? -2 * difference - 1 : 2 * difference;
}

/** The difference that {@link zigzag} wrote. */
export function unzigzag(number: number): number {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
}
