/** Packets of a Prospero server, for tests. */
import { concatOctets } from '../../../../src/octets/octets.ts';

export const CONNECTION_ID = 0x1234;

/** A packet of the server, with a header of 7 octets, or of 12 if it asks for an acknowledgement. */
export function packet(
  number: number,
  text: string | Uint8Array,
  { total = 0, id = CONNECTION_ID, ask = false, wait = 0 } = {},
): Uint8Array {
  const header = [id, number, total].flatMap((value) => [value >> 8, value & 0xff]);
  const more = ask || wait > 0 ? [0, 1, wait >> 8, wait & 0xff, ask ? 0x80 : 0] : [];
  return concatOctets([Uint8Array.of(1 + header.length + more.length, ...header, ...more), text]);
}
