/** A UDP socket that a test plays: no datagram leaves the process. */
import type { CreateSocket, DatagramSocket } from '../../../../src/protocols/prospero/datagrams.ts';

/** How a socket behaves. */
export interface DatagramScript {
  /** Whether it connects. Absent = it does. */
  readonly refuses?: boolean;
  /** What comes back for a datagram; `null` = the port is closed. Absent = nothing comes. */
  readonly reply?: (datagram: Uint8Array) => readonly Uint8Array[] | null;
}

/** A `createSocket` whose sockets behave alike, and what it was asked for. */
export function datagramSockets({ refuses = false, reply = () => [] }: DatagramScript = {}) {
  const peers: string[] = [];
  const sent: Uint8Array[] = [];
  let closes = 0;
  const createSocket: CreateSocket = (type): DatagramSocket => {
    let onError = () => {};
    let onMessage: (datagram: Uint8Array) => void = () => {};
    const listen = (event: 'error' | 'message', listener: (datagram: Uint8Array) => void) => {
      if (event === 'error') onError = () => listener(new Uint8Array());
      else onMessage = listener;
    };
    return {
      on: listen,
      once: listen,
      connect(port, address, connected) {
        peers.push(`${type} ${address} ${port}`);
        queueMicrotask(() => (refuses ? onError() : connected()));
      },
      send(datagram) {
        sent.push(datagram);
        const replies = reply(datagram);
        queueMicrotask(() => {
          if (replies === null) onError();
          for (const octets of replies ?? []) onMessage(octets);
        });
      },
      close() {
        closes += 1;
      },
    };
  };
  return { createSocket, peers, sent, closes: () => closes };
}

/** The connection identifier of a packet. */
export function connectionIdOf(packet: Uint8Array): number {
  return new DataView(packet.buffer, packet.byteOffset).getUint16(1);
}
