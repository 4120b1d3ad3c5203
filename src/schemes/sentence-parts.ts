/** Parts for the sentences of several schemes. Values are quoted, because strangers chose them. */
import type { Components } from '../uri/canonical-parts.ts';

/** The host, and the port unless it is the default, as people write them. */
export function hostAndPort({ hostUnicode, host, explicitPort }: Components): string {
  return `${hostUnicode ?? host ?? ''}${explicitPort === null ? '' : `:${explicitPort}`}`;
}

/** A value of the URL in quotation marks. */
export function quote(text: string): string {
  return `“${text}”`;
}

/** The text with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Quotes a text for a POSIX shell, unless it needs no quotes. In single quotes, only the single quote is special.
 * `shellQuoted('melvyl.ucop.edu')` is `'melvyl.ucop.edu'`, and `shellQuoted('a b')` is `"'a b'"`.
 */
export function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
