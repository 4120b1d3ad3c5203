/**
 * The header of an ARDP packet, version 0. Numbers are big-endian, and every field after the first octet may be absent.
 *
 * ```
 *   0          1        3        5        7          9     11     12
 *   +----------+--------+--------+--------+----------+-----+------+--------+
 *   | v | len  |   id   | packet | total  | received | wait| flags| option |
 *   +----------+--------+--------+--------+----------+-----+------+--------+
 * ```
 */
import { concatOctets } from '../../octets/octets.ts';

/** The header of the packets that a client sends: as far as `received`. */
export const REQUEST_HEADER = 9;

/** The octets of text in one packet of a request. With header it fits into every network's datagrams. */
const LARGEST_TEXT = 1200;

interface RequestHeader {
  /** Chosen by the client for each question. */
  readonly connectionId: number;
  /** From 1. 0 = a packet that only controls. */
  readonly packet: number;
  /** How many packets the request has; 0 in a packet that only controls. */
  readonly total: number;
  /** The number of the last packet of the answer before the first that is missing. */
  readonly received: number;
}

/** The nine octets of a client's header. */
export function requestHeader({ connectionId, packet, total, received }: RequestHeader): Uint8Array {
  const octets = new Uint8Array(REQUEST_HEADER);
  octets[0] = REQUEST_HEADER;
  [connectionId, packet, total, received].forEach((value, index) => {
    octets[1 + 2 * index] = value >> 8;
    octets[2 + 2 * index] = value & 0xff;
  });
  return octets;
}

/**
 * The packets of a request.
 *
 * @param text - the request in octets
 * @param received - how many packets of the answer arrived without a gap
 */
export function requestPackets(text: Uint8Array, connectionId: number, received = 0): Uint8Array[] {
  const total = Math.max(1, Math.ceil(text.length / LARGEST_TEXT));
  return Array.from({ length: total }, (_, index) => {
    const part = text.subarray(index * LARGEST_TEXT, (index + 1) * LARGEST_TEXT);
    return concatOctets([requestHeader({ connectionId, packet: index + 1, total, received }), part]);
  });
}
