/** Fields of WAIS messages: a tag, the length of the value, and the value. Tag and length are compressed integers. */
import { concatOctets } from '../../octets/octets.ts';
import { compressedInteger, fixedInteger, shortestInteger } from './integers.ts';

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
