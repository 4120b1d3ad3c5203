/**
 * A session with a WAIS server: one message out, one message in, on one connection. The optional first exchange settles
 * the size of messages (Z39.50-1988 §3.2.1).
 */
import { concatOctets } from '../../octets/octets.ts';
import {
  apdu,
  field,
  HEADER_LENGTH,
  MessageReader,
  messageTypes,
  numberField,
  numberIn,
  parseHeader,
  tags,
  WaisError,
  withHeader,
} from '../../schemes/wais/fields.ts';
import type { Connect, Connection, Source } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { LineReader } from '../lines.ts';
import { longRequest, ProtocolError } from '../protocol-error.ts';

/** Of servers that do not say how large their records may be, in octets. */
const USUAL_RECORD = 30_000;

export class WaisSession {
  readonly connection: Connection;
  /** The largest record that the server sends, in octets. */
  #largest = USUAL_RECORD;

  private constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * Connects and settles the size of messages.
   *
   * @throws ProtocolError if the server does not accept the session
   */
  static async open(connect: Connect): Promise<WaisSession> {
    const session = new WaisSession(await connect('none'));
    try {
      const answer = await session.exchange(initMessage(protocolLimits.waisMessage));
      const largest = understood(() => parseInitAnswer(answer));
      session.#largest = Math.min(largest ?? USUAL_RECORD, protocolLimits.waisMessage);
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  /** The largest record that the server sends, in octets. */
  get largest(): number {
    return this.#largest;
  }

  /** Sends a message and reads the answer, without its header. */
  async exchange(message: Uint8Array): Promise<Uint8Array> {
    await this.send(message);
    return receiveMessage(this.connection);
  }

  /**
   * Sends messages in one write. Every message of this protocol leaves the client here. Its texts stand behind their
   * lengths.
   *
   * @throws ProtocolError `invalid-request` for a message beyond `protocolLimits.request`
   */
  async send(...messages: readonly Uint8Array[]): Promise<void> {
    if (messages.some(({ byteLength }) => byteLength > protocolLimits.request)) throw longRequest();
    await this.connection.write(concatOctets(messages));
  }

  close(): void {
    this.connection.close();
  }
}

/** Reads the next message, without its header. Its length is judged before there is a buffer for it. */
export async function receiveMessage(source: Source): Promise<Uint8Array> {
  const cap = protocolLimits.waisMessage;
  const reader = new LineReader(source, { line: cap, total: cap + HEADER_LENGTH });
  const header = await reader.exactly(HEADER_LENGTH);
  return reader.exactly(understood(() => parseHeader(header, cap)));
}

/** Runs a parser of answers, whose WaisError becomes a ProtocolError, `malformed`. */
export function understood<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof WaisError)) throw error;
    throw new ProtocolError('malformed', error.message);
  }
}

/** Bit 0 of each. Servers refuse a client that asks for more than searches. */
const VERSION_1 = Uint8Array.of(0x80);
const SEARCH_ONLY = Uint8Array.of(0x80);
const ACCEPTED = 1;

/** The message that begins a session. `largest` is the largest message that the client reads, in octets. */
export function initMessage(largest: number): Uint8Array {
  const header = [
    field(tags.protocolVersion, VERSION_1),
    field(tags.options, SEARCH_ONLY),
    numberField(tags.preferredMessageSize, largest),
    numberField(tags.maximumRecordSize, largest),
    field(tags.implementationId, 'waypost'),
    field(tags.implementationName, 'Waypost'),
    field(tags.implementationVersion, '1'),
  ];
  return withHeader(apdu(messageTypes.init, header, new Uint8Array()));
}

/**
 * The largest record that the server sends, in octets, from the answer to {@link initMessage}; `null` if it does not
 * say. Throws a `WaisError` if the server refuses the session.
 */
export function parseInitAnswer(message: Uint8Array): number | null {
  const reader = new MessageReader(message);
  const header = reader.within(reader.fixed(2));
  if (header.octet() !== messageTypes.initResponse) throw new WaisError('The server sent an unexpected answer.');
  if (header.octet() !== ACCEPTED) throw new WaisError('The server refused the session.');
  let largest: number | null = null;
  for (const { tag, value } of header.fields()) if (tag === tags.maximumRecordSize) largest = numberIn(value);
  return largest === 0 ? null : largest;
}
