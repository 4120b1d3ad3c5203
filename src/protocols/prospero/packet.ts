/** Reads the packets of an ARDP server, version 0. */

/** A packet of the server, with the defaults of fields that it leaves out. */
export interface Packet {
  readonly connectionId: number;
  /** From 1. 0 = a packet that only controls. */
  readonly packet: number;
  /** How many packets the answer has; 0 = the server does not know yet. */
  readonly total: number;
  /** How many seconds a client waits before it repeats the request; `null` = the server does not say. */
  readonly wait: number | null;
  /** Whether the server wants to know what has arrived. */
  readonly wantsAcknowledgement: boolean;
  readonly option: number;
  readonly text: Uint8Array;
}

/** What the option of a header says, as far as a client needs to know. */
export const OPTIONS = { refused: 1, firstRedirect: 4, lastForward: 7, badVersion: 8 } as const;

const ACKNOWLEDGE = 0x80;
const LENGTH = 0x3f;

/** Parses a datagram; `null` if it is not a packet of version 0. */
export function parsePacket(datagram: Uint8Array): Packet | null {
  const first = datagram[0] ?? 0xff;
  const length = first & LENGTH;
  if (first !== length || length > datagram.length) return null;
  // A header of no octets is how servers of any version say that they do not know the client's.
  if (length === 0) return { ...ABSENT, option: OPTIONS.badVersion, text: datagram.subarray(0, 0) };
  const at = (offset: number): number | null =>
    length < offset + 2 ? null : (datagram[offset] ?? 0) * 256 + (datagram[offset + 1] ?? 0);
  const packet = at(3);
  const wait = at(9);
  return {
    connectionId: at(1) ?? 0,
    packet: packet ?? 1,
    // Without a number there is only one packet.
    total: at(5) ?? (packet === null ? 1 : 0),
    wait: wait === 0 ? null : wait,
    wantsAcknowledgement: length > 11 && ((datagram[11] ?? 0) & ACKNOWLEDGE) !== 0,
    option: length > 12 ? (datagram[12] ?? 0) : 0,
    text: datagram.subarray(length),
  };
}

const ABSENT = { connectionId: 0, packet: 0, total: 0, wait: null, wantsAcknowledgement: false } as const;
