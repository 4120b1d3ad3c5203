/**
 * Punycode (RFC 3492): the letters of a label beyond ASCII as letters and digits.
 *
 * Each number in the encoded text says where the next code point is inserted. The procedures of RFC 3492 §6 insert one
 * after the other, or search the label again for each code point; both take the square of its length. Here a rank tree
 * finds the places.
 */

/** The parameters of RFC 3492 §5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 0x80;
const DELIMITER = '-';

/** Numbers above this one are an overflow, which is an error (RFC 3492 §6.4). */
const MAX_INTEGER = 2 ** 31 - 1;

const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Decodes a label without its `xn--`. `decodePunycode('bcher-kva')` is `'bücher'`.
 *
 * @param encoded - the label; its letters are in lower case
 * @returns `null` if the text is not Punycode, or has a code point that no character has
 * @see RFC 3492 §6.2
 */
export function decodePunycode(encoded: string): string | null {
  const delimiter = Math.max(0, encoded.lastIndexOf(DELIMITER));
  const from = delimiter > 0 ? delimiter + 1 : 0;
  /** The code points in the order of their insertion, and where each is inserted among those before it. */
  const inserted: number[] = [];
  const ranks: number[] = [];
  let n = INITIAL_N;
  let i = 0;
  let bias = INITIAL_BIAS;
  for (let index = from; index < encoded.length; ) {
    const start = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = index < encoded.length ? DIGITS.indexOf(encoded.charAt(index)) : -1;
      if (digit < 0) return null;
      index += 1;
      i += digit * weight;
      if (i > MAX_INTEGER) return null;
      const threshold = thresholdOf(k, bias);
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > MAX_INTEGER) return null;
    }
    const length = delimiter + inserted.length + 1;
    bias = adapt(i - start, length, start === 0);
    n += Math.floor(i / length);
    i %= length;
    if (!isScalarValue(n)) return null;
    inserted.push(n);
    ranks.push(i);
    i += 1;
  }
  return arrange(encoded.slice(0, delimiter), inserted, ranks);
}

/**
 * Puts the inserted code points among the basic ones. The place of the last one is known, so this begins at the end.
 */
function arrange(basic: string, inserted: readonly number[], ranks: readonly number[]): string {
  const length = basic.length + inserted.length;
  const free = new RankTree(length, true);
  const places: string[] = new Array(length).fill('');
  for (let index = inserted.length - 1; index >= 0; index--) {
    const place = free.select(ranks[index] ?? 0);
    free.set(place, false);
    places[place] = String.fromCodePoint(inserted[index] ?? 0);
  }
  let next = 0;
  return places.map((character) => character || basic.charAt(next++)).join('');
}

/**
 * Encodes a label, without the `xn--` that stands before the result. `encodePunycode('bücher')` is `'bcher-kva'`.
 *
 * @param label - the label in Unicode
 * @returns `null` if a number overflows
 * @see RFC 3492 §6.3
 */
export function encodePunycode(label: string): string | null {
  const codePoints = Array.from(label, (character) => character.codePointAt(0) ?? 0);
  const encoded = new RankTree(codePoints.length, false);
  let text = '';
  for (const [place, codePoint] of codePoints.entries()) {
    if (codePoint >= INITIAL_N) continue;
    encoded.set(place, true);
    text += String.fromCharCode(codePoint);
  }
  const basicLength = text.length;
  let length = basicLength;
  if (length > 0) text += DELIMITER;
  let n = INITIAL_N;
  let i = 0;
  let bias = INITIAL_BIAS;
  for (const place of placesInOrder(codePoints)) {
    const codePoint = codePoints[place] ?? 0;
    const rank = encoded.rank(place);
    const delta = (codePoint - n) * (length + 1) + rank - i;
    if (delta > MAX_INTEGER) return null;
    text += digitsOf(delta, bias);
    encoded.set(place, true);
    bias = adapt(delta, length + 1, length === basicLength);
    length += 1;
    n = codePoint;
    i = rank + 1;
  }
  return text;
}

/** The places of the code points beyond ASCII: the lowest first, and equal ones from left to right. */
function placesInOrder(codePoints: readonly number[]): number[] {
  const at = (place: number): number => codePoints[place] ?? 0;
  return [...codePoints.keys()]
    .filter((place) => at(place) >= INITIAL_N)
    .sort((left, right) => at(left) - at(right) || left - right);
}

/** A number as a variable-length integer (RFC 3492 §3.3). */
function digitsOf(delta: number, bias: number): string {
  let text = '';
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const threshold = thresholdOf(k, bias);
    if (rest < threshold) return text + DIGITS.charAt(rest);
    text += DIGITS.charAt(threshold + ((rest - threshold) % (BASE - threshold)));
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

function thresholdOf(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, T_MIN), T_MAX);
}

/** Bias adaptation (RFC 3492 §6.1). */
function adapt(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? DAMP : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

/** Whether a number is a code point that a text may have: surrogates may not. */
function isScalarValue(codePoint: number): boolean {
  return codePoint < 0xd800 || (codePoint > 0xdfff && codePoint <= 0x10ffff);
}

class RankTree {
  /** Element `i` counts the taken places in the range of `i & -i` places that ends at place `i`. Places begin at 1. */
  readonly #counts: Uint32Array;
  /** The greatest power of two that is not above the number of places. */
  readonly #top: number;

  /** `length` is the number of places. `taken` says whether all places are taken at first. */
  constructor(length: number, taken: boolean) {
    this.#counts = new Uint32Array(length + 1);
    this.#top = length === 0 ? 0 : 2 ** Math.floor(Math.log2(length));
    if (taken) for (let place = 1; place <= length; place++) this.#counts[place] = place & -place;
  }

  /** Takes a place, or gives it back. */
  set(place: number, taken: boolean): void {
    const change = taken ? 1 : -1;
    for (let index = place + 1; index < this.#counts.length; index += index & -index) {
      this.#counts[index] = this.#at(index) + change;
    }
  }

  /** The number of taken places before a place. */
  rank(place: number): number {
    let rank = 0;
    for (let index = place; index > 0; index -= index & -index) rank += this.#at(index);
    return rank;
  }

  /** The taken place with a rank. */
  select(rank: number): number {
    let place = 0;
    let rest = rank;
    for (let step = this.#top; step > 0; step >>= 1) {
      const next = place + step;
      if (next >= this.#counts.length || this.#at(next) > rest) continue;
      rest -= this.#at(next);
      place = next;
    }
    return place;
  }

  #at(index: number): number {
    return this.#counts[index] ?? 0;
  }
}
