/**
 * Fields of WAIS messages: a tag, the length of the value, and the value. Tag and length are compressed integers;
 * numbers in values are in the shortest big-endian form, and those of fixed places in one of fixed width.
 */
import { concatOctets } from '../../octets/octets.ts';

/**
 * A compressed integer: seven bits an octet, the highest first. Every octet but the last has its top bit set.
 *
 * @param value - from 0 to 2³¹ − 1
 * @example
 * ```ts
 * compressedInteger(132); // Uint8Array.of(0x81, 0x04)
 * ```
 */
export function compressedInteger(value: number): Uint8Array {
  const octets = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) octets.unshift((rest & 0x7f) | 0x80);
  return Uint8Array.from(octets);
}

/**
 * A number in as few octets as it needs, at least one.
 *
 * @param value - from 0 to 2⁵³ − 1
 * @example
 * ```ts
 * shortestInteger(100_000); // Uint8Array.of(0x01, 0x86, 0xa0)
 * ```
 */
export function shortestInteger(value: number): Uint8Array {
  const octets = [value % 256];
  for (let rest = Math.floor(value / 256); rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return Uint8Array.from(octets);
}

/**
 * A number in big-endian order.
 *
 * @param width - in octets
 */
export function fixedInteger(value: number, width: number): Uint8Array {
  return Uint8Array.from({ length: width }, (_, index) => (value >>> (8 * (width - 1 - index))) & 0xff);
}

/** A field whose value is octets, or a text without NUL, which is sent as UTF-8. */
export function field(tag: number, value: Uint8Array | string): Uint8Array {
  const octets = concatOctets([value]);
  return concatOctets([compressedInteger(tag), compressedInteger(octets.length), octets]);
}

/** A field whose value is a number. */
export function numberField(tag: number, value: number): Uint8Array {
  return field(tag, shortestInteger(value));
}

/**
 * The APDU of a message: the length of its header part, its type, the fields of that part, and what follows it: the
 * user information, which the length does not count.
 */
export function apdu(type: number, header: readonly Uint8Array[], rest: Uint8Array): Uint8Array {
  const fields = concatOctets(header);
  return concatOctets([fixedInteger(fields.length + 1, 2), Uint8Array.of(type), fields, rest]);
}
