/**
 * The header of a WAIS message: 25 octets of ASCII. The length of the rest, the type of the message, a version, the
 * name of the server, and marks for compression, encoding and a checksum.
 */
import { concatOctets, latin1Of } from '../../octets/octets.ts';
import { WaisError } from './reader.ts';

export const HEADER_LENGTH = 25;

/** `z` is an APDU. The version is 2, the name is that of every server, and nothing is compressed or encoded. */
const REST = 'z2wais        0';
const LENGTH_DIGITS = 10;

/**
 * Puts the header before an APDU.
 *
 * @example
 * ```ts
 * new TextDecoder().decode(withHeader(octetsOf('abc'))); // '0000000003z2wais        0abc'
 * ```
 */
export function withHeader(apdu: Uint8Array): Uint8Array {
  return concatOctets([String(apdu.length).padStart(LENGTH_DIGITS, '0'), REST, apdu]);
}

/**
 * Reads the header of an APDU.
 *
 * @param header - its 25 octets
 * @param cap - the largest message that is accepted, in octets
 * @returns the length of the APDU, in octets
 * @throws WaisError if the message is not an APDU, is compressed or encoded, or is larger than `cap`
 */
export function parseHeader(header: Uint8Array, cap: number): number {
  const text = latin1Of(header.subarray(0, HEADER_LENGTH));
  const [match, digits, type, , marks = ''] = /^([ 0-9]{10})([a-z])([ 0-9]).{10}(..)./is.exec(text) ?? [];
  if (match === undefined) throw new WaisError('The answer is not a WAIS message.');
  if (type?.toLowerCase() !== 'z') throw new WaisError('The server refused the message.');
  if (marks.trim() !== '') throw new WaisError('The answer is compressed or encoded, which the request did not allow.');
  const length = Number(digits?.trim() || 'none');
  if (!Number.isInteger(length)) throw new WaisError('The answer has no length.');
  if (length > cap) throw new WaisError(`The answer has ${length} octets; at most ${cap} are allowed.`);
  return length;
}
