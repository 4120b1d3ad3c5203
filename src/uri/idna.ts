/** What the library needs of IDNA (UTS 46). The tables are large, so each program chooses whether it has them. */

/** Maps international domain names to ASCII and back, as browsers do. */
export interface Idna {
  /** `false` if there are no tables: then both functions return `null`. */
  readonly available: boolean;
  /**
   * Domain to ASCII (WHATWG URL §3.3): A-labels in lower case.
   *
   * @param domain - a domain name, with its escapes decoded
   * @returns `null` if the name is not valid
   */
  toAscii(domain: string): string | null;
  /**
   * Domain to Unicode (WHATWG URL §3.3): U-labels.
   *
   * @param domain - a domain name, with its escapes decoded
   * @returns `null` if the name is not valid
   */
  toUnicode(domain: string): string | null;
}

/** IDNA of a program that has no tables. */
export const withoutIdna: Idna = { available: false, toAscii: () => null, toUnicode: () => null };
