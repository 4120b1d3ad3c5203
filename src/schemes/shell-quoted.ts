/** Text as one word of a shell's command line. */

/**
 * Quotes a text for a POSIX shell, unless it needs no quotes. In single quotes, only the single quote is special.
 * `shellQuoted('melvyl.ucop.edu')` is `'melvyl.ucop.edu'`, and `shellQuoted('a b')` is `"'a b'"`.
 */
export function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
