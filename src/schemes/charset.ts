/**
 * The charset of a text whose protocol does not name one: UTF-8 where it is valid, then what the server says of
 * itself, then what the octets look like. Code page 437, the screen of the IBM PC, is the one that platforms lack.
 */

/** The upper half of code page 437, 0x80 first. */
const UPPER_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** The names of code page 437, as the IANA registry has them. */
const NAMES_437: ReadonlySet<string> = new Set(['cp437', 'ibm437', '437', 'cspc8codepage437']);

/**
 * A label as this module uses it: a name of the Encoding Standard, or `cp437`; `null` for a charset that nobody here
 * can read.
 *
 * @example
 * ```ts
 * charsetOf('ISO-8859-1'); // 'windows-1252'
 * ```
 */
export function charsetOf(label: string): string | null {
  const name = label.trim().toLowerCase();
  if (NAMES_437.has(name)) return 'cp437';
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/** The octets of a text as characters. What the charset does not have becomes U+FFFD. */
export function decodeCharset(octets: Uint8Array, charset: string): string {
  if (charset !== 'cp437') return new TextDecoder(charset).decode(octets);
  const characters: string[] = [];
  for (const octet of octets)
    characters.push(octet < 0x80 ? String.fromCharCode(octet) : (UPPER_437[octet - 0x80] ?? ''));
  return characters.join('');
}

/**
 * The charset that a text is most likely written in.
 *
 * @param told - what the server says its texts are written in; it counts where the text is not UTF-8
 * @param part - whether the octets are the whole text or its beginning
 * @example
 * ```ts
 * detectCharset(Uint8Array.of(0x4a, 0xe4, 0x67, 0x65, 0x72)); // 'windows-1252'
 * ```
 */
export function detectCharset(
  octets: Uint8Array,
  told: string | null = null,
  part: 'whole' | 'beginning' = 'whole',
): string {
  if (isUtf8(octets, part)) return 'utf-8';
  const server = told === null ? null : charsetOf(told);
  if (server !== null && server !== 'utf-8') return server;
  return looksLike437(octets) ? 'cp437' : 'windows-1252';
}

/** Whether octets are UTF-8; of a beginning, the last character may be cut. */
export function isUtf8(octets: Uint8Array, part: 'whole' | 'beginning' = 'whole'): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets, { stream: part === 'beginning' });
    return true;
  } catch {
    return false;
  }
}

/** Octets that windows-1252 does not have. */
const UNDEFINED_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** In windows-1252 the apostrophe, which alone of the marks up there stands inside words. */
const APOSTROPHE_1252 = 0x92;
const ESC = 0x1b;

/**
 * Weighs the octets above 0x7F. Code page 437 has its frames and shades at 0xB0–0xDF, where windows-1252 has capital
 * letters, and its letters at 0x80–0xA5, where windows-1252 has marks that stand between words.
 */
function looksLike437(octets: Uint8Array): boolean {
  let high = 0;
  let frames = 0;
  let longestFrame = 0;
  let run = 0;
  let letters437 = 0;
  let letters1252 = 0;
  let coloured = false;
  for (let at = 0; at < octets.length; at += 1) {
    const octet = octets[at] ?? 0;
    if (octet === ESC && octets[at + 1] === 0x5b) coloured = true;
    const frame = octet >= 0xb0 && octet <= 0xdf;
    run = frame ? run + 1 : 0;
    longestFrame = Math.max(longestFrame, run);
    if (octet < 0x80) continue;
    high += 1;
    if (frame) frames += 1;
    if (UNDEFINED_1252.has(octet)) letters437 += 1;
    else if (isLetter(octets[at - 1]) || isLetter(octets[at + 1])) {
      if (octet <= 0xa5 && octet !== APOSTROPHE_1252 && isLetter(octets[at - 1]) && isLetter(octets[at + 1]))
        letters437 += 1;
      if (octet >= 0xc0) letters1252 += 1;
    }
  }
  if (letters1252 > letters437 && !(coloured && longestFrame >= 2)) return false;
  return letters437 > letters1252 || (longestFrame >= 3 && frames * 2 >= high) || (coloured && frames > 0);
}

function isLetter(octet: number | undefined): boolean {
  const letter = (octet ?? 0) | 0x20;
  return letter >= 0x61 && letter <= 0x7a;
}
