/** Octets that have come with the answer of a server, in the shapes of those that are still to come. */
import { collect, PushbackBody } from '../protocols/connection.ts';
import type { FileTransfer } from './opened.ts';

/** A body that has these octets and nothing more. */
export class KnownOctets extends PushbackBody {
  constructor(octets: Uint8Array) {
    super();
    this.unread(octets);
  }

  protected next(): Promise<null> {
    return Promise.resolve(null);
  }

  close(): void {}
}

/** The transfer of a file that has come. */
export function transferOfKnown(octets: Uint8Array): FileTransfer {
  const body = new KnownOctets(octets);
  return {
    shape: 'transfer',
    start: 0,
    read: () => body.read(),
    unread: (octets) => body.unread(octets),
    async beginning(cap) {
      const beginning = await collect(body, cap);
      body.unread(beginning.octets);
      return beginning;
    },
    remark: () => null,
    close() {},
  };
}
