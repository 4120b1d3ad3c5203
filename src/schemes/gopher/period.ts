/**
 * Texts (RFC 1436 §3.2): a period alone on the last line ends them, and a period that begins a line is doubled.
 * Most servers do neither, some only the first; what a text looks like says which.
 */
import { concatOctets } from '../../uri/octets.ts';

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;

/**
 * A text without what the protocol added: the last line, if it is a period, and the second of doubled periods, if
 * the server doubles them. It does not if it sent no period at the end, or began any line with a single one.
 *
 * @example
 * ```ts
 * new TextDecoder().decode(plainText(octetsOf('..x\r\n.\r\n'))); // '.x\r\n'
 * ```
 */
export function plainText(octets: Uint8Array): Uint8Array {
  const text = withoutLastLine(octets);
  return text.length < octets.length ? undoubled(text) : text;
}

/** Octets without a last line that is a period alone. */
export function withoutLastLine(octets: Uint8Array): Uint8Array {
  let end = octets.length;
  if (octets[end - 1] === LF) end -= octets[end - 2] === CR ? 2 : 1;
  const alone = octets[end - 1] === DOT && (end === 1 || octets[end - 2] === LF);
  return alone ? octets.subarray(0, end - 1) : octets;
}

function undoubled(text: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    if (text[at] === DOT) {
      if (text[at + 1] !== DOT) return text;
      parts.push(text.subarray(from, at));
      from = at + 1;
    }
    const end = text.indexOf(LF, at);
    at = end === -1 ? text.length : end + 1;
  }
  return from === 0 ? text : concatOctets(...parts, text.subarray(from));
}
