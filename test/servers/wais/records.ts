/**
 * The records in the answers of the WAIS test server, written as the specifications have them and not by the code under
 * test.
 */
import type { Octets } from '../octets.ts';

const octetsOf = (...octets: readonly number[]): Uint8Array => Uint8Array.from(octets);
const joined = (parts: readonly (Uint8Array | Octets)[]): Uint8Array =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))));

function lengthOf(octets: Uint8Array): Uint8Array {
  const { length } = octets;
  if (length < 0x80) return octetsOf(length);
  return length < 0x4000
    ? octetsOf(0x80 | (length >> 7), length & 0x7f)
    : octetsOf(0x80 | (length >> 14), 0x80 | ((length >> 7) & 0x7f), length & 0x7f);
}

/** A field; a tag above 127 takes two octets. */
export function fieldOf(tag: number, ...value: readonly (Uint8Array | Octets)[]): Uint8Array {
  const octets = joined(value);
  const tagOctets = tag < 0x80 ? octetsOf(tag) : octetsOf(0x81, tag - 0x80);
  return joined([tagOctets, lengthOf(octets), octets]);
}

/** The header part of an answer to a search; servers set its numbers as they like. */
const SEARCH_RESPONSE = octetsOf(0, 0x0e, 23, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 27, 1, 0);

/** The APDU of an answer with these records. */
export function answerOf(...records: readonly Uint8Array[]): Uint8Array {
  return joined([SEARCH_RESPONSE, fieldOf(99, ...records)]);
}

export interface HitText {
  readonly id: Uint8Array;
  readonly headline: string;
  readonly score?: number;
  readonly bytes?: number;
  readonly date?: string;
  readonly types?: readonly string[];
}

/** The record of a hit. */
export function hitRecord({ id, headline, score = 1000, bytes = 119, date = '941116', types = ['TEXT'] }: HitText) {
  return fieldOf(
    150,
    fieldOf(116, id),
    fieldOf(117, octetsOf(0)),
    fieldOf(118, octetsOf(score >> 8, score & 0xff)),
    fieldOf(120, octetsOf(bytes >> 16, (bytes >> 8) & 0xff, bytes & 0xff)),
    fieldOf(131, octetsOf(3)),
    fieldOf(132, ...types.map((type) => fieldOf(133, type))),
    fieldOf(122, date),
    fieldOf(123, headline),
  );
}

/** The record of a part of a document. */
export function textRecord(id: Uint8Array, text: Octets): Uint8Array {
  return fieldOf(153, fieldOf(116, id), fieldOf(117, octetsOf(0)), fieldOf(127, text));
}

/** The record of a diagnostic: its length leaves out the octet that ends it. */
export function diagnosticRecord(code: string, information: string): Uint8Array {
  const octets = joined([code, information, octetsOf(1)]);
  return joined([octetsOf(0x1c, octets.length >> 8, octets.length & 0xff), octets, octetsOf(0x1d)]);
}
