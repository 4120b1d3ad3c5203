/**
 * Data connections (RFC 959 §3.2): a port that the server opens for each transfer, always at the address of the
 * control connection, with TLS where the session has it. This gateway never listens, so it sends no PORT.
 */
import type { OctetString } from '../../../src/schemes/ftp/octet-string.ts';
import { parseExtendedPassive, parsePassive } from '../../../src/schemes/ftp/passive.ts';
import type { Reply } from '../../../src/schemes/ftp/reply.ts';
import type { Connection } from '../../net/connection.ts';
import { GatewayError } from '../../net/errors.ts';
import type { Control, Verb } from './control-connection.ts';
import type { FtpSession } from './login.ts';
import { isCompletion, isPreliminary, quote, refusal } from './status.ts';

/** Data on its way. */
export interface Transfer {
  readonly kind: 'transfer';
  readonly data: Connection;
  /** Whether it begins at the offset that was asked for; a server that does not restart after all sends the whole. */
  readonly restarted: boolean;
  /**
   * The server's verdict, once the data has ended and its connection is closed.
   *
   * @throws GatewayError where the server does not say that it has sent everything
   */
  readonly verdict: () => Promise<void>;
}

/** A transfer that the server would not begin. */
export interface Refused {
  readonly kind: 'refused';
  readonly reply: Reply;
}

/**
 * Asks for data: opens the connection for it, then sends the command.
 *
 * @param start - octets of a file to pass over
 * @throws GatewayError where the data connection fails
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
    // Immediately before the transfer (RFC 959 §4.1.3): servers of BSD forget it with any other command.
    const restarted = start === 0 || (await control.command('REST', String(start))).code === RESTART_ACCEPTED;
    const reply = await control.begin(verb, argument);
    if (!isPreliminary(reply) && !isCompletion(reply)) {
      data.close();
      return { kind: 'refused', reply };
    }
    if (session.protectedData) await protect(data, control);
    // A short file may be out before it is announced: then this is the verdict already.
    const early = isCompletion(reply) ? reply : null;
    return { kind: 'transfer', data, restarted, verdict: async () => judge(early ?? (await control.completion())) };
  } catch (error) {
    data.close();
    throw error;
  }
}

const RESTART_ACCEPTED = 350;

function judge(reply: Reply): void {
  if (!isCompletion(reply)) throw refusal(reply);
}

/** Many servers want data to resume the TLS session of the control connection, which this platform cannot do. */
async function protect(data: Connection, control: Control): Promise<void> {
  try {
    await data.startTls();
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'gateway-tls') throw error;
    const reply = await control.completion().catch(() => null);
    throw reply === null || isCompletion(reply)
      ? error
      : new GatewayError('gateway-tls', `No TLS for the data: ${reply.code} ${quote(reply.lines)}`, { cause: error });
  }
}

/** EPSV first, which works with IPv6 and through address translation; PASV where it is refused or leads nowhere. */
async function openPassive({ control, protectedData }: FtpSession): Promise<Connection> {
  const tls = protectedData ? 'starttls' : 'none';
  const extended = await control.command('EPSV');
  const port = extended.code === 229 ? parseExtendedPassive(extended.lines.join(' ')) : null;
  if (port !== null) {
    try {
      return await control.connection.openData(port, tls);
    } catch (error) {
      if (!(error instanceof GatewayError) || !UNANSWERED.has(error.code)) throw error;
    }
  }
  const passive = await control.command('PASV');
  if (passive.code !== 227) throw port === null ? refusal(passive) : noDataConnection();
  const named = parsePassive(passive.lines.join(' '));
  if (named === null) throw new GatewayError('gateway-protocol', 'The server names no port for the data.');
  return control.connection.openData(named, tls);
}

/** Firewalls drop one port and forward another: such a failure of EPSV says nothing of PASV. */
const UNANSWERED: ReadonlySet<string> = new Set(['gateway-unreachable', 'gateway-timeout']);

function noDataConnection(): GatewayError {
  return new GatewayError('gateway-unreachable', 'The server opens no connection for the data.');
}
