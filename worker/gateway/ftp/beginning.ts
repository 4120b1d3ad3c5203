/**
 * The beginning of a transfer. A short file is read to its end before the response begins, so that a file that breaks
 * gets a status code: afterwards, only a broken connection could report it.
 */

import type { Body } from '../../../src/protocols/connection.ts';
import type { Connection } from '../../net/connection.ts';

/** In octets. It is the first read buffer of a connection. */
const LONGEST = 16 * 1024;
/** How long the rest of a short file may take, in milliseconds. A slow file begins to arrive after this. */
const PATIENCE_MS = 1000;

export type Beginning =
  | { readonly kind: 'whole'; readonly octets: Uint8Array }
  /** `source` has these octets, too. */
  | { readonly kind: 'part'; readonly octets: Uint8Array; readonly source: Body };

/**
 * Reads the beginning of a transfer.
 *
 * @param cap - a file with more octets than this is not short
 * @throws GatewayError as `Connection.read`
 */
export async function readBeginning(data: Connection, cap: number): Promise<Beginning> {
  let octets = copied(await data.read());
  if (octets.byteLength === 0) return { kind: 'whole', octets };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, 'late');
  });
  try {
    while (octets.byteLength < Math.min(LONGEST, cap)) {
      const pending = data.read();
      const read = await Promise.race([pending, late]);
      if (read === 'late') {
        // The error is thrown by the next read of the source.
        pending.catch(() => {});
        return { kind: 'part', octets, source: resumed(data, octets, pending) };
      }
      if (read === null) return { kind: 'whole', octets };
      octets = joined(octets, read);
    }
  } finally {
    clearTimeout(timer);
  }
  return { kind: 'part', octets, source: resumed(data, octets, null) };
}

/** A connection whose first octets were read already, and perhaps a read begun. */
function resumed(data: Connection, octets: Uint8Array, pending: Promise<Uint8Array | null> | null): Body {
  /** The octets that were put back, the next ones last. */
  const unread = [octets];
  let begun = pending;
  return {
    async read() {
      const first = unread.pop();
      if (first !== undefined) return first;
      const second = begun;
      begun = null;
      return second ?? data.read();
    },
    unread: (rest) => {
      if (rest.byteLength > 0) unread.push(rest);
    },
    close: () => data.close(),
  };
}

/** The octets of a read are a view of a buffer that the next read overwrites. */
function copied(octets: Uint8Array | null): Uint8Array {
  return octets === null ? new Uint8Array() : octets.slice();
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.byteLength + second.byteLength);
  whole.set(first);
  whole.set(second, first.byteLength);
  return whole;
}
