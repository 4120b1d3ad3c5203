/** A session with a WAIS server: one message out, one message in, on one connection. */
import { concatOctets } from '../../octets/octets.ts';
import { HEADER_LENGTH, parseHeader } from '../../schemes/wais/header.ts';
import { WaisError } from '../../schemes/wais/reader.ts';
import type { Connect, Connection, Source } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { LineReader } from '../lines.ts';
import { longRequest, ProtocolError } from '../protocol-error.ts';
import { initMessage, parseInitAnswer } from './init.ts';

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

/**
 * Reads the next message, without its header. Its length is judged before there is a buffer for it.
 *
 * @throws ProtocolError `malformed`
 */
export async function receiveMessage(source: Source): Promise<Uint8Array> {
  const cap = protocolLimits.waisMessage;
  const reader = new LineReader(source, { line: cap, total: cap + HEADER_LENGTH });
  const header = await reader.exactly(HEADER_LENGTH);
  return reader.exactly(understood(() => parseHeader(header, cap)));
}

/**
 * Runs a parser of answers.
 *
 * @throws ProtocolError `malformed` instead of a WaisError
 */
export function understood<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof WaisError)) throw error;
    throw new ProtocolError('malformed', error.message);
  }
}
