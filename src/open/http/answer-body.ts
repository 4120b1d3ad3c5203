/** The body of an answer, as it arrives. */
import { type Collected, type PeerConnection, PushbackBody } from '../../protocols/connection.ts';
import { bodyParts, type ReadPart } from '../../protocols/http/body.ts';
import type { Head } from '../../protocols/http/head.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import type { FileTransfer } from '../opened.ts';

/** The most octets of a body that nobody wants. */
const MOST_DRAINED = 1024 * 1024;

export class AnswerBody extends PushbackBody implements FileTransfer {
  readonly shape = 'transfer';
  readonly start = 0;
  readonly #connection: PeerConnection;
  protected readonly next: ReadPart;

  /**
   * @param connection - after the head
   * @param head - says how long the body is; `null` = there is none, as after HEAD
   * @throws ProtocolError as `bodyParts`
   */
  constructor(connection: PeerConnection, head: Head | null) {
    super();
    this.#connection = connection;
    this.next = head === null ? () => Promise.resolve(null) : bodyParts(connection, head, Number.POSITIVE_INFINITY);
  }

  async beginning(): Promise<Collected> {
    const octets = (await this.read())?.slice();
    if (octets !== undefined) this.unread(octets);
    return { octets: octets ?? new Uint8Array(), complete: octets === undefined };
  }

  /** Reads the rest of an answer that says no: it is short, and whoever records a conversation wants all of it. */
  async drain(): Promise<void> {
    try {
      let octets = 0;
      while (octets <= MOST_DRAINED) {
        const part = await this.read();
        if (part === null) return;
        octets += part.byteLength;
      }
    } catch (error) {
      // What the server says stands in the head.
      if (!(error instanceof ProtocolError)) throw error;
    }
  }

  remark(): null {
    return null;
  }

  close(): void {
    this.#connection.close();
  }
}
