/** Text as one word of a shell's command line. */

/**
 * Quotes a text for a POSIX shell, unless it needs no quotes. In single quotes, only the single quote is special.
 *
 * @example
 * ```ts
 * shellQuoted('melvyl.ucop.edu'); // 'melvyl.ucop.edu'
 * shellQuoted('a b'); // "'a b'"
 * ```
 */
export function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
