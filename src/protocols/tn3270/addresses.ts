/**
 * Buffer addresses (GA23-0059, "Addressing"): row × columns + column, in two octets.
 *
 * ```
 *   bits   01 or 11        00                 (no flags)
 *          12-bit code     14-bit binary      16-bit binary, where the host has asked for it
 *          xx aaaaaa  xx bbbbbb    00 aaaaaa  bbbbbbbb    aaaaaaaa  bbbbbbbb
 * ```
 */

/** How a host and the terminal write addresses: 16-bit only in a partition that the host has created so. */
export type Addressing = '12-14-bit' | '16-bit';

const SIX_BITS = 0x3f;
const FLAGS = 0xc0;
/** A screen of more cells needs 14-bit addresses. */
const LARGEST_12_BIT_SCREEN = 0x1000;

/**
 * The octet that stands for six bits: a graphic character of EBCDIC, so that lines of old could carry it.
 *
 * @param bits - 0 to 63
 * @example
 * ```ts
 * graphicOctet(0); // 0x40
 * graphicOctet(63); // 0x7f
 * ```
 */
export function graphicOctet(bits: number): number {
  // Letters and digits are where EBCDIC has them; `/` (0x21) is the one sign among them.
  const column = bits & 0x0f;
  const letterOrDigit = (column >= 1 && column <= 9 && bits !== 0x21) || bits === 0x30;
  return bits | (letterOrDigit ? FLAGS : 0x40);
}

/**
 * The address in two octets.
 *
 * @example
 * ```ts
 * decodeAddress(0xc1, 0x50, '12-14-bit'); // 80
 * decodeAddress(0x00, 0x50, '12-14-bit'); // 80
 * ```
 */
export function decodeAddress(high: number, low: number, addressing: Addressing): number {
  if (addressing === '16-bit') return (high << 8) | low;
  if ((high & FLAGS) === 0) return (high << 8) | low;
  return ((high & SIX_BITS) << 6) | (low & SIX_BITS);
}

/**
 * The two octets of an address.
 *
 * @param size - the number of cells of the screen
 */
export function encodeAddress(address: number, size: number, addressing: Addressing): readonly [number, number] {
  if (addressing === '12-14-bit' && size <= LARGEST_12_BIT_SCREEN)
    return [graphicOctet(address >> 6), graphicOctet(address & SIX_BITS)];
  return [address >> 8, address & 0xff];
}
