/** The rules for one label: the validity criteria of UTS 46 §4.1, with CheckJoiners and CheckBidi. */
import {
  ARABIC_NUMBER,
  EUROPEAN_NUMBER,
  JOINS_NEXT,
  JOINS_PREVIOUS,
  LEFT_TO_RIGHT,
  MARK,
  NEUTRAL,
  NONSPACING_MARK,
  RIGHT_TO_LEFT,
  type Tables,
  TRANSPARENT,
  VALID,
  VIRAMA,
} from './unpack.ts';

const ZERO_WIDTH_NON_JOINER = 0x200c;
const ZERO_WIDTH_JOINER = 0x200d;

/** A label in Unicode with the properties of its code points. */
export interface Label {
  readonly text: string;
  readonly codePoints: readonly number[];
  readonly properties: readonly number[];
}

/** Looks up the properties of a label's code points. */
export function labelOf(text: string, tables: Tables): Label {
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return { text, codePoints, properties: codePoints.map(tables.propertiesOf) };
}

/** Whether a label makes its domain a Bidi domain name (RFC 5893 §1.4). */
export function hasRightToLeft({ properties }: Label): boolean {
  return properties.some((own) => (own & (RIGHT_TO_LEFT | ARABIC_NUMBER)) !== 0);
}

/**
 * Whether a label in Normalization Form C is valid (UTS 46 §4.1, 4 to 9). An empty label is.
 *
 * @param inBidiDomain - whether a label of the domain is written from right to left
 */
export function isValidLabel(label: Label, inBidiDomain: boolean): boolean {
  const { text, properties } = label;
  return (
    !text.startsWith('xn--') &&
    properties.every((own) => (own & VALID) !== 0) &&
    ((properties[0] ?? 0) & MARK) === 0 &&
    haveJoinersContext(label) &&
    (!inBidiDomain || text === '' || followsBidiRule(properties))
  );
}

/**
 * CONTEXTJ: a joiner stands after a virama, or a non-joiner between letters that it keeps apart (RFC 5892 A.1, A.2).
 */
function haveJoinersContext({ codePoints, properties }: Label): boolean {
  return codePoints.every((codePoint, index) => {
    if (codePoint !== ZERO_WIDTH_NON_JOINER && codePoint !== ZERO_WIDTH_JOINER) return true;
    if (((properties[index - 1] ?? 0) & VIRAMA) !== 0) return true;
    return (
      codePoint === ZERO_WIDTH_NON_JOINER &&
      (nextLetter(properties, index, -1) & JOINS_NEXT) !== 0 &&
      (nextLetter(properties, index, 1) & JOINS_PREVIOUS) !== 0
    );
  });
}

/** The properties of the next code point in one direction that is not transparent; 0 if there is none. */
function nextLetter(properties: readonly number[], from: number, step: 1 | -1): number {
  let index = from + step;
  while (((properties[index] ?? 0) & TRANSPARENT) !== 0) index += step;
  return properties[index] ?? 0;
}

/** The Bidi rule (RFC 5893 §2) for a label that is not empty. The numbers are those of its conditions. */
function followsBidiRule(properties: readonly number[]): boolean {
  const first = properties[0] ?? 0;
  const last = properties.findLast((own) => (own & NONSPACING_MARK) === 0) ?? 0;
  const consistsOf = (allowed: number): boolean => properties.every((own) => (own & allowed) !== 0);
  const has = (property: number): boolean => properties.some((own) => (own & property) !== 0);
  // 1
  if ((first & RIGHT_TO_LEFT) !== 0) {
    return (
      consistsOf(RIGHT_TO_LEFT | ARABIC_NUMBER | EUROPEAN_NUMBER | NEUTRAL | NONSPACING_MARK) && // 2
      (last & (RIGHT_TO_LEFT | EUROPEAN_NUMBER | ARABIC_NUMBER)) !== 0 && // 3
      !(has(EUROPEAN_NUMBER) && has(ARABIC_NUMBER)) // 4
    );
  }
  return (
    (first & LEFT_TO_RIGHT) !== 0 && // 1
    consistsOf(LEFT_TO_RIGHT | EUROPEAN_NUMBER | NEUTRAL | NONSPACING_MARK) && // 5
    (last & (LEFT_TO_RIGHT | EUROPEAN_NUMBER)) !== 0 // 6
  );
}
