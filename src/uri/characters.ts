/** Character sets of RFC 3986 (Appendix A), composed from each other as its grammar composes them. */

/** A set of ASCII characters. */
export class CharacterSet {
  readonly #members: ReadonlySet<string>;

  constructor(members: Iterable<string>) {
    this.#members = new Set(members);
  }

  /** The union of this set and others. */
  or(...others: readonly (CharacterSet | string)[]): CharacterSet {
    return new CharacterSet([...this.#members, ...others.flatMap((other) => [...other])]);
  }

  /** This set without some characters. */
  without(others: Iterable<string>): CharacterSet {
    const removed = new Set(others);
    return new CharacterSet([...this.#members].filter((character) => !removed.has(character)));
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#members.values();
  }
}

const range = (first: string, last: string): string => {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
};

/** `ALPHA` of RFC 5234. */
export const ALPHA: CharacterSet = new CharacterSet(range('A', 'Z') + range('a', 'z'));
/** `DIGIT` of RFC 5234. */
export const DIGIT: CharacterSet = new CharacterSet(range('0', '9'));
/** `unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"` */
export const UNRESERVED: CharacterSet = ALPHA.or(DIGIT, '-._~');
/** `sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="` */
export const SUB_DELIMS: CharacterSet = new CharacterSet("!$&'()*+,;=");
/** `pchar = unreserved / pct-encoded / sub-delims / ":" / "@"`, without `pct-encoded`. */
export const PCHAR: CharacterSet = UNRESERVED.or(SUB_DELIMS, ':@');
/** `query = fragment = *( pchar / "/" / "?" )` */
export const QUERY: CharacterSet = PCHAR.or('/?');
/** `reg-name = *( unreserved / pct-encoded / sub-delims )` */
export const REG_NAME: CharacterSet = UNRESERVED.or(SUB_DELIMS);
/** `unreserved` of RFC 2396 §2.3, which RFC 3368 still uses. */
export const UNRESERVED_2396: CharacterSet = UNRESERVED.or("!*'()");
