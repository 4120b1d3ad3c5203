/** A session with a WAIS server: one message out, one message in, on one connection. */

import { concatOctets } from '../../../src/octets/octets.ts';
import type { Source } from '../../../src/protocols/connection.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { LineReader } from '../../../src/protocols/lines.ts';
import { longRequest } from '../../../src/protocols/protocol-error.ts';
import { initMessage, parseInitAnswer } from '../../../src/protocols/wais/init.ts';
import { HEADER_LENGTH, parseHeader } from '../../../src/schemes/wais/header.ts';
import { WaisError } from '../../../src/schemes/wais/reader.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Connection } from '../../net/connection.ts';
import type { GatewayContext } from '../contract/contract.ts';

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
   * @throws GatewayError if the server does not accept the session
   */
  static async open({ connect }: Pick<GatewayContext<'wais'>, 'connect'>): Promise<WaisSession> {
    const session = new WaisSession(await connect());
    const answer = await session.exchange(initMessage(protocolLimits.waisMessage));
    const largest = understood(() => parseInitAnswer(answer));
    session.#largest = Math.min(largest ?? USUAL_RECORD, protocolLimits.waisMessage);
    return session;
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
   * Sends messages in one write. Every message of this protocol leaves the Worker here. Its texts stand behind their
   * lengths.
   */
  async send(...messages: readonly Uint8Array[]): Promise<void> {
    if (messages.some(({ byteLength }) => byteLength > protocolLimits.request)) {
      throw longRequest();
    }
    await this.connection.write(concatOctets(messages));
  }

  close(): void {
    this.connection.close();
  }
}

/**
 * Reads the next message, without its header. Its length is judged before there is a buffer for it.
 *
 * @throws GatewayError `gateway-protocol`
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
 * @throws GatewayError `gateway-protocol` instead of a WaisError
 */
export function understood<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof WaisError)) throw error;
    throw new GatewayError('gateway-protocol', error.message);
  }
}
