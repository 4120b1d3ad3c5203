/**
 * The control connection (RFC 959 §5.3): commands out, replies in. Every command of this gateway is written by
 * `command`, and every reply is read by `#reply`, which knows the cap.
 */
import { type OctetString, octetStringOf, octetsOf } from '../../../src/schemes/ftp/octet-string.ts';
import { asTelnet, type Reply, ReplyBuilder, withoutTelnet } from '../../../src/schemes/ftp/reply.ts';
import type { Connection } from '../../net/connection.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { LineReader, writeLine } from '../../net/lines.ts';
import { isPreliminary, refusal } from './status.ts';

/** The commands that this gateway ever sends: it reads. */
export type Verb =
  | 'AUTH'
  | 'CWD'
  | 'EPSV'
  | 'FEAT'
  | 'LIST'
  | 'MDTM'
  | 'MLSD'
  | 'MLST'
  | 'NLST'
  | 'OPTS'
  | 'PASS'
  | 'PASV'
  | 'PBSZ'
  | 'PROT'
  | 'QUIT'
  | 'REST'
  | 'RETR'
  | 'SIZE'
  | 'TYPE'
  | 'USER';

export class Control {
  readonly connection: Connection;
  readonly #telnet: boolean;

  /** @param telnet - whether the server reads commands as Telnet does, or as plain octets */
  constructor(connection: Connection, telnet = true) {
    this.connection = connection;
    this.#telnet = telnet;
  }

  /**
   * Sends a command and waits for the reply that completes it.
   *
   * @param argument - its octets; absent = the command stands alone
   * @throws GatewayError `bad-request` for a control character in the argument; `gateway-busy` for 421
   */
  async command(verb: Verb, argument?: OctetString): Promise<Reply> {
    await this.#send(verb, argument);
    return this.completion();
  }

  /** Sends a command whose first reply may be preliminary: 125 and 150 announce a transfer. */
  async begin(verb: Verb, argument?: OctetString): Promise<Reply> {
    await this.#send(verb, argument);
    return this.#reply();
  }

  /** The reply that completes what was asked before; preliminary ones are passed over. */
  async completion(): Promise<Reply> {
    let reply = await this.#reply();
    while (isPreliminary(reply)) reply = await this.#reply();
    return reply;
  }

  close(): void {
    this.connection.close();
  }

  async #send(verb: Verb, argument?: OctetString): Promise<void> {
    // A link, a user name or a target of the server's own: none may end this line and begin another.
    if (argument !== undefined && CONTROL_CHARACTER.test(argument)) {
      throw new GatewayError('bad-request', 'A name on an FTP server cannot contain control characters.');
    }
    const sent = this.#telnet ? asTelnet(argument ?? '') : argument;
    await writeLine(this.connection, argument === undefined ? verb : octetsOf(`${verb} ${sent}`));
  }

  async #reply(): Promise<Reply> {
    const lines = new LineReader(this.connection, { line: limits.line, total: limits.multilineReply });
    const builder = new ReplyBuilder();
    for (;;) {
      const line = await lines.line();
      if (line === null) throw new GatewayError('gateway-protocol', 'The server hung up without a word.');
      const reply = builder.take(withoutTelnet(octetStringOf(line)));
      if (reply === undefined) throw new GatewayError('gateway-protocol', 'The server does not speak FTP.');
      if (reply?.code === GOODBYE) throw refusal(reply);
      if (reply !== null) return reply;
    }
  }
}

/** The server closes the connection, at any time and whatever was asked (RFC 959 §4.2.1). */
const GOODBYE = 421;

const CONTROL_CHARACTER = /[\x00-\x1f\x7f]/;
