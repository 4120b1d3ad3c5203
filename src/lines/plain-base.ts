/**
 * What a reference keeps of its base (RFC 3986 §5.2.2) if neither has anything unusual, found in one reading of the
 * octets of the base. It stands before the reference, both as they were written: canonicalizing the result removes dot
 * segments and does everything else, once. uri/relative-reference.ts handles other references and bases.
 */
import { schemeEnd } from '../uri/components.ts';
import { transform } from '../uri/reference-resolution.ts';
import { mayRepeatScheme } from '../uri/relative-reference.ts';
import { ABSENT } from '../uri/rewrite.ts';
import type { CompleteRules, SchemeIndex } from '../uri/scheme-rules.ts';
import { LEFT } from './component-pass.ts';
import { SCHEME_OCTETS } from './tables.ts';

const LF = 0x0a;
const HASH = 0x23;
const PERCENT_SIGN = 0x25;
const DOT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const LESS_THAN = 0x3c;
const QUESTION = 0x3f;
const UPPER_A = 0x41;

/** The reference is absolute, so nothing is kept. */
export const ABSOLUTE = -2;

/** 1 for the octets at which the reading of an authority, or of a path and a query, stops. */
const AUTHORITY_STOPS: Uint8Array = stopsAt('/?#');
const PATH_STOPS: Uint8Array = stopsAt('/?#%');

/** 1 for the octets of a name. */
const USUAL: Uint8Array = Uint8Array.from({ length: 256 }, (_, octet) =>
  /[A-Za-z0-9.-]/.test(String.fromCharCode(octet)) ? 1 : 0,
);

/** Besides these delimiters: controls and blanks, which schemes may refuse, and what browsers read as a slash. */
function stopsAt(delimiters: string): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, octet) =>
    octet <= 0x20 || octet === 0x7f || `${delimiters}\\`.includes(String.fromCharCode(octet)) ? 1 : 0,
  );
}

/** A base in octets; one object reads any number of bases, one after the other. */
export class PlainBase {
  /** Whether there is no error in what the target does not keep. If not, the pass must read the base. */
  isSure = true;
  readonly #index: SchemeIndex;
  #octets: Uint8Array = new Uint8Array();
  // Where its components end, as in uri/components.ts.
  #schemeTo = 0;
  /** Whether its authority is a host that no scheme refuses: a name whose last label begins with a letter. */
  #isUsual = false;
  #pathFrom = 0;
  #pathTo = 0;
  #queryTo = 0;
  /** Behind the last slash before the query. */
  #segment = 0;
  /** Behind the last slash before the fragment. */
  #lastSegment = 0;

  constructor(index: SchemeIndex) {
    this.#index = index;
  }

  /**
   * How much of a base stands before a reference in a URL that has the canonical form of the target; `ABSOLUTE`; or
   * `LEFT` if this needs the general algorithm, which also finds out whether the reference or its base is wrong.
   *
   * @param reference - a text without raw controls, and without backslashes if they are slashes to the base's scheme;
   *   the octet pass leaves all others
   * @param base - a text without wrappers
   * @param octets - its octets up to `to`, with room for a line end
   */
  keptFor(reference: string, base: string, octets: Uint8Array, to: number): number {
    this.isSure = true;
    if (isWrapped(reference) || !this.#split(octets, to)) return LEFT;
    const [schemeTo, pathFrom] = [this.#schemeTo, this.#pathFrom];
    const rules = this.#index.find(base, schemeTo);
    if (!isHierarchical(rules, base, reference)) return LEFT;
    const { authority, query } = rules.syntax;
    // Browsers would take the next segment for the host.
    if (pathFrom === schemeTo + '://'.length && authority === 'browser') return LEFT;
    if (schemeEnd(reference) !== ABSENT)
      return mayRepeatScheme(reference, rules.name) ? LEFT : this.#without(rules, ABSOLUTE);
    const first = reference.charCodeAt(0);
    if (first === HASH) return this.#queryTo;
    if (first === SLASH && reference.charCodeAt(1) === SLASH)
      return reference.charCodeAt(2) === SLASH ? LEFT : this.#without(rules, schemeTo + 1);
    if (first === QUESTION && query) return this.#pathTo;
    const segment = query ? this.#segment : this.#lastSegment;
    if (first === QUESTION) {
      // The question mark is data, and joins the last segment.
      return this.#isPlain(segment) && !this.#hasParameters(segment, to) ? this.#queryTo : LEFT;
    }
    // Even if a question mark is data, RFC 3986 §5.2 ends the path of a reference at it.
    if (!query && reference.includes('?')) return LEFT;
    if (first === SLASH) return pathFrom;
    return this.#isPlain(segment) ? segment : LEFT;
  }

  /** Splits a base up to its fragment. Returns whether it has an authority and nothing unusual. */
  #split(octets: Uint8Array, to: number): boolean {
    this.#octets = octets;
    // Ends every loop.
    octets[to] = LF;
    let at = 0;
    while (SCHEME_OCTETS[octets[at] ?? 0] !== 0) at++;
    this.#schemeTo = at;
    if (octets[at] !== COLON || octets[at + 1] !== SLASH || octets[at + 2] !== SLASH) return false;
    at += '://'.length;
    let label = at;
    for (; USUAL[octets[at] ?? 0] === 1; at++) if (octets[at] === DOT) label = at + 1;
    this.#isUsual = (octets[label] ?? 0) >= UPPER_A && label < at && AUTHORITY_STOPS[octets[at] ?? 0] === 1;
    while (AUTHORITY_STOPS[octets[at] ?? 0] === 0) at++;
    this.#pathFrom = at;
    this.#segment = at;
    let pathTo = ABSENT;
    for (let segment = at; ; at++) {
      while (PATH_STOPS[octets[at] ?? 0] === 0) at++;
      const octet = octets[at];
      if (octet === SLASH) {
        segment = at + 1;
      } else if (octet === QUESTION) {
        if (pathTo !== ABSENT) continue;
        pathTo = at;
        this.#segment = segment;
      } else if (octet === HASH || at === to) {
        this.#pathTo = pathTo === ABSENT ? at : pathTo;
        this.#queryTo = at;
        this.#lastSegment = segment;
        if (pathTo === ABSENT) this.#segment = segment;
        return true;
      } else if (octet !== PERCENT_SIGN || mayBeControl(octets, at)) {
        return false;
      }
    }
  }

  /** Whether a segment of the base begins here that is neither `.` nor `..`, escaped or not. */
  #isPlain(segment: number): boolean {
    const octets = this.#octets;
    const isEscape = octets[segment] === PERCENT_SIGN && octets[segment + 1] === 0x32;
    return segment > this.#pathFrom && octets[segment] !== DOT && !isEscape;
  }

  #hasParameters(segment: number, to: number): boolean {
    const at = this.#octets.indexOf(SEMICOLON, segment);
    return at !== ABSENT && at < to;
  }

  /** The target is without the authority of the base, in which there may be an error. */
  #without({ authority }: CompleteRules, kept: number): number {
    this.isSure = this.#isUsual && authority === null;
    return kept;
  }
}

/** Whether a reference may have a wrapper. */
function isWrapped(reference: string): boolean {
  const first = reference.charCodeAt(0); // NaN if it is empty
  return !(first > 0x20 && first !== LESS_THAN && reference.charCodeAt(reference.length - 1) > 0x20);
}

/** Whether references to this base are resolved by RFC 3986 §5.2.2. */
function isHierarchical(rules: CompleteRules, base: string, reference: string): boolean {
  if (!rules.syntax.dotSegments || !rules.syntax.rootPath) return false;
  if (rules.transform === transform) return true;
  const { transformOn } = rules.definition;
  return transformOn !== undefined && !(transformOn.test(base) || transformOn.test(reference));
}

/** Whether a control, which a scheme may refuse, is escaped here. */
function mayBeControl(octets: Uint8Array, percent: number): boolean {
  const high = octets[percent + 1];
  return high === ZERO || high === ZERO + 1 || (high === ZERO + 7 && ((octets[percent + 2] ?? 0) | 0x20) === 0x66);
}
