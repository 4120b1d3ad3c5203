/** What the library needs of IDNA (UTS 46). The tables are large, so each program chooses whether it has them. */

/** Maps international domain names to ASCII, as browsers do: all that canonical forms need. */
export interface IdnaToAscii {
  /** `false` if there are no tables: then every function returns `null`. */
  readonly available: boolean;
  /**
   * ToASCII (UTS 46 §4.2): A-labels in lower case. The host parser of the URL Standard (§3.5) asks for it only if the
   * name has characters outside of ASCII, and keeps all other names.
   *
   * @param domain - a domain name, with its escapes decoded
   * @returns `null` if the name is not valid
   */
  toAscii(domain: string): string | null;
}

/** Maps international domain names to ASCII and back, as browsers do. */
export interface Idna extends IdnaToAscii {
  /**
   * Domain to Unicode (WHATWG URL §3.3): U-labels. In a name of ASCII characters, a label that is not valid stays in
   * ASCII.
   *
   * @param domain - a domain name, with its escapes decoded
   * @returns `null` if a name with characters outside of ASCII is not valid
   */
  toUnicode(domain: string): string | null;
}

/** IDNA of a program that has no tables. */
export const withoutIdna: Idna = { available: false, toAscii: () => null, toUnicode: () => null };
