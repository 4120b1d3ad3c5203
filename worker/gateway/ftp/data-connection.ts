/**
 * Data connections (RFC 959 §3.2): for each transfer the server opens a port, and the gateway connects to it at the
 * address of the control connection, with TLS if the session has TLS. The gateway never listens, so it sends no PORT.
 */
import type { OctetString } from '../../../src/octets/octet-string.ts';
import { parseExtendedPassive, parsePassive } from '../../../src/protocols/ftp/passive.ts';
import type { Reply } from '../../../src/protocols/ftp/reply.ts';
import { codeOf, GatewayError, isFailure } from '../../errors/gateway-error.ts';
import type { Connection } from '../../net/connection.ts';
import type { Control, Verb } from './control-connection.ts';
import type { FtpSession } from './login.ts';
import { isCompletion, isPreliminary, quoteReply, refusal } from './status.ts';

/** A transfer that has begun. */
export interface Transfer {
  readonly kind: 'transfer';
  readonly data: Connection;
  /** Whether the data begins at the requested offset. A server that refuses REST sends the whole file. */
  readonly restarted: boolean;
  /**
   * Waits for the server's reply after the data. Call it when the data has ended and its connection is closed.
   *
   * @throws GatewayError unless the server confirms that it has sent everything
   */
  readonly verdict: () => Promise<void>;
}

/** A transfer that the server refused. */
export interface Refused {
  readonly kind: 'refused';
  readonly reply: Reply;
}

/**
 * Begins a transfer: opens the data connection, then sends the command.
 *
 * @param start - the offset in octets at which the data is to begin
 * @throws GatewayError if the data connection fails
 */
export async function transfer(
  session: FtpSession,
  verb: Verb,
  argument?: OctetString,
  start = 0,
): Promise<Transfer | Refused> {
  const { control } = session;
  const data = await openPassive(session);
  try {
    // REST comes immediately before the transfer (RFC 959 §4.1.3): BSD servers forget it at any other command.
    const restarted = start === 0 || (await control.command('REST', String(start))).code === RESTART_ACCEPTED;
    const reply = await control.begin(verb, argument);
    if (!isPreliminary(reply) && !isCompletion(reply)) {
      data.close();
      return { kind: 'refused', reply };
    }
    if (session.protectedData) await protect(data, control);
    // A server may send a short file before its first reply. Then that reply is already the final one.
    const early = isCompletion(reply) ? reply : null;
    const verdict = async () => requireCompletion(early ?? (await control.completion()));
    return { kind: 'transfer', data, restarted, verdict };
  } catch (error) {
    data.close();
    throw error;
  }
}

const RESTART_ACCEPTED = 350;

function requireCompletion(reply: Reply): void {
  if (!isCompletion(reply)) throw refusal(reply);
}

/** Many servers require the data connection to resume the control connection's TLS session; workerd cannot do that. */
async function protect(data: Connection, control: Control): Promise<void> {
  try {
    await data.startTls();
  } catch (error) {
    if (!isFailure(error) || codeOf(error) !== 'gateway-tls') throw error;
    const reply = await control.completion().catch(() => null);
    throw reply === null || isCompletion(reply)
      ? error
      : new GatewayError(
          'gateway-tls',
          `The server refused TLS for the data connection: ${reply.code} ${quoteReply(reply.lines)}`,
          {
            cause: error,
          },
        );
  }
}

/** Tries EPSV first, which works with IPv6 and address translation; then PASV, if EPSV is refused or cannot connect. */
async function openPassive({ control, protectedData }: FtpSession): Promise<Connection> {
  const tls = protectedData ? 'starttls' : 'none';
  const extended = await control.command('EPSV');
  const port = extended.code === 229 ? parseExtendedPassive(extended.lines.join(' ')) : null;
  if (port !== null) {
    try {
      return await control.connection.another(port, tls);
    } catch (error) {
      if (!isFailure(error) || !UNANSWERED.has(codeOf(error))) throw error;
    }
  }
  const passive = await control.command('PASV');
  if (passive.code !== 227) throw port === null ? refusal(passive) : noDataConnection();
  const passivePort = parsePassive(passive.lines.join(' '));
  if (passivePort === null)
    throw new GatewayError('gateway-protocol', 'The server did not name a port for the data connection.');
  return control.connection.another(passivePort, tls);
}

/** A firewall may drop the port of EPSV and forward that of PASV, so after these errors PASV is tried. */
const UNANSWERED: ReadonlySet<string> = new Set(['gateway-unreachable', 'gateway-timeout']);

function noDataConnection(): GatewayError {
  return new GatewayError('gateway-unreachable', 'The server did not open the data connection.');
}
