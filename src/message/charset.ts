/**
 * Text from octets whose declared charset may be missing, unknown or wrong. That is common on Usenet: headers had raw
 * 8-bit characters long before RFC 6532 allowed them, and many programs declared `us-ascii` for every text.
 */
import { charsetOf, decodeCharset } from '../octets/charset.ts';
import { utf8Of } from '../octets/octets.ts';

/** No label, and labels that programs write for any text, so that they say nothing about its charset. */
const MEANINGLESS: ReadonlySet<string> = new Set(['', 'us-ascii', 'ascii', 'ansi_x3.4-1968']);

/**
 * Decodes octets: in the declared charset if they are valid in it; else as ISO 2022-JP if they shift to it; else as
 * UTF-8; else as windows-1252, which accepts any octets. `decodeWithLabel(Uint8Array.of(0x6e, 0xe4), 'iso-8859-15')` is
 * `'nä'`. `label` is the declared charset, in any case; `null` = none is declared.
 */
export function decodeWithLabel(octets: Uint8Array, label: string | null): string {
  const charset = declaredCharset(label) ?? (shiftsToJapanese(octets) ? 'iso-2022-jp' : null);
  return decodeAsDeclared(octets, charset) ?? utf8Of(octets) ?? decodeCharset(octets, FALLBACK_CHARSET);
}

/** The charset of octets that declare none and are not UTF-8. */
export const FALLBACK_CHARSET = 'windows-1252';

/** The charset of a label; `null` if it is unknown, or a label that programs write for any text. */
export function declaredCharset(label: string | null): string | null {
  const name = label?.trim().toLowerCase() ?? '';
  return MEANINGLESS.has(name) ? null : (charsetOf(name) ?? charsetOfAlias(name));
}

/**
 * What programs call charsets beside the labels of the Encoding Standard, without separators and the vendor's prefix.
 */
const ALIASES: Readonly<Record<string, string>> = {
  shift_jis: 'shiftjis windows31j mskanji 932',
  'euc-jp': 'eucjp 51932',
  'iso-2022-jp': 'iso2022jp iso2022jp1 iso2022jp2 junet 50220 50221 50222',
  'euc-kr': 'euckr uhc 949',
  gbk: '936',
  big5: '950',
  'windows-874': 'tis620 874',
  'iso-8859-8': 'iso88598i iso88598e',
};

function charsetOfAlias(name: string): string | null {
  const alias = name
    .replace(/^(?:x-ms-|x-|cs)/, '')
    .replace(/[\s._-]+/g, '')
    .replace(/^(?:cp|windows|ms|ibm)(?=\d+$)/, '');
  const found = Object.entries(ALIASES).find(([, aliases]) => aliases.split(' ').includes(alias));
  return found?.[0] ?? charsetOf(alias);
}

const ESC = 0x1b;
const DOLLAR = 0x24;

/** RFC 1468: Japanese newsgroups used ISO 2022-JP, in headers too, before MIME could declare it. */
function shiftsToJapanese(octets: Uint8Array): boolean {
  let at = octets.indexOf(ESC);
  while (at >= 0 && octets[at + 1] !== DOLLAR) at = octets.indexOf(ESC, at + 1);
  return at >= 0;
}

/** The text, if the octets are valid in a charset; else `null`. */
export function decodeAsDeclared(octets: Uint8Array, charset: string | null): string | null {
  if (charset === null) return null;
  if (charset === 'utf-8') return utf8Of(octets);
  const text = decodeCharset(octets, charset);
  return text.includes('\ufffd') ? null : text;
}
