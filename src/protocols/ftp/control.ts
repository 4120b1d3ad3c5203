/**
 * The control connection (RFC 959 §5.3): commands out, replies in. `#send` writes every command of this client, and
 * `#reply` reads every reply, with a limit on its length.
 */
import { type OctetString, octetStringOf, octetsOf } from '../../octets/charset.ts';
import type { PeerConnection } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { LineReader, writeLine } from '../lines.ts';
import { ProtocolError } from '../protocol-error.ts';
import { asTelnet, type FtpReply, isPreliminary, ReplyBuilder, refusal, withoutTelnet } from './reply.ts';

/** The commands of the login: RFC 959 §4.1.1, RFC 4217, and features (RFC 2389). */
type LoginVerb = 'USER' | 'PASS' | 'AUTH' | 'PBSZ' | 'PROT' | 'FEAT' | 'OPTS';
/** The commands of directories and names. */
type NameVerb = 'CWD' | 'SYST' | 'SIZE' | 'MDTM' | 'MLST';
/** The commands of transfers. */
type TransferVerb = 'TYPE' | 'EPSV' | 'PASV' | 'REST' | 'RETR' | 'MLSD' | 'LIST' | 'NLST';
/** All commands that this client sends. It only reads from servers. */
export type FtpVerb = LoginVerb | NameVerb | TransferVerb;

/** How a file is transferred: as text, whose line ends the server converts, or octet by octet ("image"). */
export type TransferType = 'A' | 'I';

export class Control {
  readonly connection: PeerConnection;
  readonly #telnet: boolean;
  #type: TransferType | null = null;
  /** Whether the final reply to a transfer is still to come. */
  #owed = false;

  /** @param telnet - whether the server reads commands as Telnet, where the octet 255 is special, or as plain octets */
  constructor(connection: PeerConnection, telnet: boolean) {
    this.connection = connection;
    this.#telnet = telnet;
  }

  /** Sends a command and waits for the reply that completes it. */
  async command(verb: FtpVerb, argument?: OctetString): Promise<FtpReply> {
    await this.#send(verb, argument);
    return this.completion();
  }

  /** Sends a command and returns its first reply, which may be preliminary: 125 and 150 announce a transfer. */
  async begin(verb: FtpVerb, argument?: OctetString): Promise<FtpReply> {
    await this.#send(verb, argument);
    const reply = await this.#reply();
    this.#owed = isPreliminary(reply);
    return reply;
  }

  /** The reply that completes the command sent before. Preliminary replies are skipped. */
  async completion(): Promise<FtpReply> {
    this.#owed = false;
    let reply = await this.#reply();
    while (isPreliminary(reply)) reply = await this.#reply();
    return reply;
  }

  /** Sets the type of the next transfers. */
  async setType(type: TransferType): Promise<void> {
    if (this.#type !== type) await this.command('TYPE', type);
    this.#type = type;
  }

  close(): void {
    this.connection.close();
  }

  async #send(verb: FtpVerb, argument?: OctetString): Promise<void> {
    // No name may end this line and begin another, whether it comes from a link, a login or the server.
    if (argument !== undefined && CONTROL_CHARACTER.test(argument)) {
      throw new ProtocolError('invalid-request', 'A name on an FTP server cannot contain control characters.');
    }
    // After a transfer that was not read to its end, the server has yet to say so.
    if (this.#owed) await this.completion();
    const escaped = this.#telnet ? asTelnet(argument ?? '') : argument;
    await writeLine(this.connection, argument === undefined ? verb : octetsOf(`${verb} ${escaped}`));
  }

  async #reply(): Promise<FtpReply> {
    const lines = new LineReader(this.connection, { line: protocolLimits.line, total: protocolLimits.multilineReply });
    const builder = new ReplyBuilder();
    for (;;) {
      const line = await lines.line();
      if (line === null) throw new ProtocolError('malformed', 'The server closed the connection without a reply.');
      const reply = builder.take(withoutTelnet(octetStringOf(line)));
      if (reply === undefined) throw new ProtocolError('malformed', 'The server does not speak FTP.');
      if (reply?.code === GOODBYE) throw refusal(reply);
      if (reply !== null) return reply;
    }
  }
}

/** The server closes the connection. It may send this in reply to any command (RFC 959 §4.2.1). */
const GOODBYE = 421;

const CONTROL_CHARACTER = /[\x00-\x1f\x7f]/;
