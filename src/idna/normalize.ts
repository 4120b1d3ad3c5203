/**
 * Normalization Form C (UAX #15) of texts that consist of valid code points. The platform has it as well, but with the
 * code points of its own version of Unicode: an older one does not order or compose later marks.
 */
import type { Tables } from './unpack.ts';

/** Below this code point, no character is a mark and none has to be decomposed. */
const FIRST_MARK = 0x300;

/** Hangul syllables are composed by arithmetic (The Unicode Standard, section 3.12). */
const S_BASE = 0xac00;
const L_BASE = 0x1100;
const V_BASE = 0x1161;
const T_BASE = 0x11a7;
const L_COUNT = 19;
const V_COUNT = 21;
const T_COUNT = 28;
const S_COUNT = L_COUNT * V_COUNT * T_COUNT;

/**
 * The text in Normalization Form C.
 *
 * @param text - a text of valid code points
 */
export function normalize(text: string, tables: Tables): string {
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  if (codePoints.every((codePoint) => codePoint < FIRST_MARK)) return text;
  const decomposed: number[] = [];
  for (const codePoint of codePoints) decompose(codePoint, decomposed, tables);
  let normalized = '';
  for (const codePoint of compose(order(decomposed, tables), tables)) normalized += String.fromCodePoint(codePoint);
  return normalized;
}

/** Appends the canonical decomposition of a code point. */
function decompose(codePoint: number, decomposed: number[], tables: Tables): void {
  const syllable = codePoint - S_BASE;
  const parts = tables.decompositionOf(codePoint);
  if (syllable >= 0 && syllable < S_COUNT) {
    decomposed.push(L_BASE + Math.floor(syllable / (V_COUNT * T_COUNT)));
    decomposed.push(V_BASE + Math.floor((syllable % (V_COUNT * T_COUNT)) / T_COUNT));
    if (syllable % T_COUNT > 0) decomposed.push(T_BASE + (syllable % T_COUNT));
  } else if (parts !== undefined) {
    decompose(parts[0], decomposed, tables);
    decomposed.push(parts[1]);
  } else {
    decomposed.push(codePoint);
  }
}

/** Brings each run of marks into the order of their combining classes (The Unicode Standard, section 3.11, D109). */
function order(codePoints: readonly number[], { combiningClassOf }: Tables): number[] {
  const ordered: number[] = [];
  let marks: number[] = [];
  const endRun = (): void => {
    for (const mark of marks.sort((left, right) => combiningClassOf(left) - combiningClassOf(right)))
      ordered.push(mark);
    marks = [];
  };
  for (const codePoint of codePoints) {
    if (combiningClassOf(codePoint) > 0) {
      marks.push(codePoint);
    } else {
      endRun();
      ordered.push(codePoint);
    }
  }
  endRun();
  return ordered;
}

/** Composes each starter with the marks and starters after it that nothing blocks (section 3.11, D117). */
function compose(codePoints: readonly number[], tables: Tables): number[] {
  const composed: number[] = [];
  let starter = -1;
  /** The combining class of the last code point after the starter; 0 if there is none. */
  let last = 0;
  for (const codePoint of codePoints) {
    const own = tables.combiningClassOf(codePoint);
    const isBlocked = starter < 0 || (starter < composed.length - 1 && last >= own);
    const composite = isBlocked ? undefined : compositionOf(composed[starter] ?? 0, codePoint, tables);
    if (composite !== undefined) {
      composed[starter] = composite;
      continue;
    }
    if (own === 0) starter = composed.length;
    last = own;
    composed.push(codePoint);
  }
  return composed;
}

function compositionOf(first: number, second: number, tables: Tables): number | undefined {
  const leading = first - L_BASE;
  const vowel = second - V_BASE;
  if (leading >= 0 && leading < L_COUNT && vowel >= 0 && vowel < V_COUNT)
    return S_BASE + (leading * V_COUNT + vowel) * T_COUNT;
  const syllable = first - S_BASE;
  const trailing = second - T_BASE;
  if (syllable >= 0 && syllable < S_COUNT && syllable % T_COUNT === 0 && trailing > 0 && trailing < T_COUNT)
    return first + trailing;
  return tables.compositionOf(first, second);
}
