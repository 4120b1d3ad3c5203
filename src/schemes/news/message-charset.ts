/**
 * The text in octets whose charset is missing, unknown or wrong, as it is in much of what Usenet keeps: raw 8-bit
 * headers stood there long before RFC 6532 allowed them, and `us-ascii` was said of everything.
 */
import { utf8Of } from '../../uri/octets.ts';
import { charsetOf, decodeCharset } from '../charset.ts';

/** Labels that programs write without looking at the text; octets above 127 prove them wrong. */
const UNTHINKING: ReadonlySet<string> = new Set(['us-ascii', 'ascii', 'ansi_x3.4-1968']);

/**
 * Octets as text: in the charset that they are said to have, if they can be; else ISO 2022-JP, if they shift to it;
 * else UTF-8; else windows-1252, which takes any octets.
 *
 * @param label - of the charset, in any case; `null` = nothing is said
 * @example
 * ```ts
 * readText(Uint8Array.of(0x6e, 0xe4), 'iso-8859-15'); // 'nä'
 * ```
 */
export function readText(octets: Uint8Array, label: string | null): string {
  const charset = declaredCharset(label) ?? (shiftsToJapanese(octets) ? 'iso-2022-jp' : null);
  return decodeAsDeclared(octets, charset) ?? utf8Of(octets) ?? decodeCharset(octets, FALLBACK_CHARSET);
}

/** What octets are taken for where nobody says what they are. */
export const FALLBACK_CHARSET = 'windows-1252';

/** The charset that a label names; `null` where it names none, or was written without a thought. */
export function declaredCharset(label: string | null): string | null {
  const said = label?.trim().toLowerCase() ?? '';
  return UNTHINKING.has(said) ? null : charsetOf(said);
}

const ESC = 0x1b;
const DOLLAR = 0x24;

/** RFC 1468: Japanese newsgroups wrote so, in headers too, long before MIME had a name for it. */
function shiftsToJapanese(octets: Uint8Array): boolean {
  let at = octets.indexOf(ESC);
  while (at >= 0 && octets[at + 1] !== DOLLAR) at = octets.indexOf(ESC, at + 1);
  return at >= 0;
}

function decodeAsDeclared(octets: Uint8Array, charset: string | null): string | null {
  if (charset === null) return null;
  if (charset === 'utf-8') return utf8Of(octets);
  const text = decodeCharset(octets, charset);
  return text.includes('\ufffd') ? null : text;
}
