/**
 * Frames of a file transfer in CUT mode (IBM IND$FILE). It has no structured fields: the host writes each frame as a
 * screen, which makes no sense to a person.
 */
import { ORDER } from './codes.ts';

/** A frame names the last address of a screen of 24 rows, then the first one, where the type of the frame follows. */
const BEGINNING = [ORDER.setBufferAddress, 0x5d, 0x7f, ORDER.setBufferAddress, 0x40, 0x40];

/** Request for data, data, control code, retransmit. */
const TYPES = [0xc1, 0xc2, 0xc3, 0x4c];

/**
 * Whether an Erase/Write is a frame of a file transfer.
 *
 * @param orders - the data after the write control character
 */
export function isCutFrame(orders: Uint8Array): boolean {
  return BEGINNING.every((octet, at) => octet === orders[at]) && TYPES.includes(orders[BEGINNING.length] ?? 0);
}
