/**
 * Octet strings. The old protocols name things in octets without a charset, so the servers keep selectors, paths and
 * lines as strings in which every character stands for one octet, as in `latin1` buffers.
 */

/** A string of the characters U+0000 to U+00FF, each for the octet of that value. */
export type Octets = string;

/**
 * The octets of a text in UTF-8.
 *
 * @example
 * ```ts
 * octets('é'); // '\u00c3\u00a9'
 * ```
 */
export function octets(text: string): Octets {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The upper half of code page 437, the character set of the IBM PC's screen, 0x80 first. */
const UPPER_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** The charsets of the documents, each with the function that encodes a text. */
export const charsets = {
  'utf-8': (text: string) => Buffer.from(text, 'utf8'),
  'iso-8859-1': (text: string) => Buffer.from(text, 'latin1'),
  'windows-1252': (text: string) => Buffer.from(text.replaceAll('€', '\x80').replaceAll('…', '\x85'), 'latin1'),
  cp437: (text: string) =>
    Buffer.from(Array.from(text, (character) => (character < '\x80' ? character.charCodeAt(0) : code437(character)))),
} as const;

export type Charset = keyof typeof charsets;

function code437(character: string): number {
  const index = UPPER_437.indexOf(character);
  if (index < 0) throw new RangeError(`code page 437 has no ${character}`);
  return 0x80 + index;
}

/**
 * Ends every line of a text with CR LF.
 *
 * @example
 * ```ts
 * crlf('a\nb'); // 'a\r\nb'
 * ```
 */
export function crlf(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
}

/**
 * Converts a text to multi-line data: CR LF at the end of lines, a second dot before lines that begin with one, and a
 * last line that is only a dot (RFC 1436 §3.3 Lastline, RFC 3977 §3.1.1).
 *
 * @example
 * ```ts
 * dotStuffed('.x\n'); // '..x\r\n.\r\n'
 * ```
 */
export function dotStuffed(text: Octets): Octets {
  const lines = crlf(text);
  const whole = lines === '' || lines.endsWith('\r\n') ? lines : `${lines}\r\n`;
  return `${whole.replace(/^\./gm, '..')}.\r\n`;
}
