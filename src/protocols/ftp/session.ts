/**
 * The control connection (RFC 959 §5.3): commands out, replies in. `#send` writes every command of this client, and
 * `#reply` reads every reply, with a limit on its length. A session begins with the greeting, TLS (RFC 4217), the login
 * (RFC 959 §5.4), and the server's features (RFC 2389).
 */
import { type OctetString, octetStringOf, octetsOf } from '../../octets/charset.ts';
import { ANONYMOUS_PASSWORD } from '../../schemes/ftp/request.ts';
import type { Connect, PeerConnection } from '../connection.ts';
import type { Credentials } from '../credentials.ts';
import { protocolLimits } from '../limits.ts';
import { LineReader, PARTIAL_CODE, writeLine } from '../lines.ts';
import { ProtocolError } from '../protocol-error.ts';
import {
  asTelnet,
  demandsTls,
  errorCodeOf,
  type FtpReply,
  featuresOf,
  GOODBYE,
  isCompletion,
  isFull,
  isPreliminary,
  readReply,
  refusal,
  withoutTelnet,
} from './reply.ts';

/** The commands of the login and its end: RFC 959 §4.1.1, RFC 4217, and features (RFC 2389). */
type LoginVerb = 'USER' | 'PASS' | 'AUTH' | 'PBSZ' | 'PROT' | 'FEAT' | 'OPTS' | 'QUIT';
/** The commands of directories and names. */
type NameVerb = 'CWD' | 'PWD' | 'SYST' | 'SIZE' | 'MDTM' | 'MLST';
/** The commands of transfers. */
type TransferVerb = 'TYPE' | 'EPSV' | 'PASV' | 'REST' | 'RETR' | 'MLSD' | 'LIST' | 'NLST';
/** All commands that this client sends. It only reads from servers. */
export type FtpVerb = LoginVerb | NameVerb | TransferVerb;

/** How a file is transferred: as text, whose line ends the server converts, or octet by octet ("image"). */
export type TransferType = 'A' | 'I';

export class Control {
  readonly connection: PeerConnection;
  /** Whether commands are sent as Telnet, with the octet 255 twice. */
  telnet: boolean;
  #type: TransferType | null = null;
  /** Whether the final reply to a transfer is still to come. */
  #owed = false;

  /** @param telnet - whether the server reads commands as Telnet, where the octet 255 is special, or as plain octets */
  constructor(connection: PeerConnection, telnet: boolean) {
    this.connection = connection;
    this.telnet = telnet;
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

  /** Says goodbye, and closes the connection without a wait for the reply. Never throws. */
  async quit(): Promise<void> {
    await writeLine(this.connection, 'QUIT').catch(() => {});
    this.close();
  }

  async #send(verb: FtpVerb, argument?: OctetString): Promise<void> {
    // No name may end this line and begin another, whether it comes from a link, a login or the server.
    if (argument !== undefined && CONTROL_CHARACTER.test(argument)) {
      throw new ProtocolError('invalid-request', 'A name on an FTP server cannot contain control characters.');
    }
    // After a transfer that was not read to its end, the server has yet to say so.
    if (this.#owed) await this.completion();
    const escaped = this.telnet ? asTelnet(argument ?? '') : argument;
    await writeLine(this.connection, argument === undefined ? verb : octetsOf(`${verb} ${escaped}`));
  }

  async #reply(): Promise<FtpReply> {
    const lines = new LineReader(this.connection, { line: protocolLimits.line, total: protocolLimits.multilineReply });
    const reply = await readReply(async () => {
      const line = await lines.line();
      if (line === null) throw lines.cut();
      return withoutTelnet(octetStringOf(line));
    });
    if (reply === null) throw lines.nonsense('The server does not speak FTP.', PARTIAL_CODE);
    if (reply.code === GOODBYE) throw refusal(reply);
    return reply;
  }
}

const CONTROL_CHARACTER = /[\x00-\x1f\x7f]/;

/** A control connection after the login. */
export interface FtpSession {
  readonly control: Control;
  /** The parameters of the features that FEAT lists, by name. */
  readonly features: ReadonlyMap<string, string>;
  /** Whether data connections use TLS. */
  readonly protectedData: boolean;
  /** The reply that completed the login. */
  readonly welcome: FtpReply;
}

export interface LoginOptions {
  /** Absent or `null` = anonymous. */
  readonly credentials?: Credentials | null | undefined;
  /** The password for anonymous FTP: usually a mail address (RFC 1635). */
  readonly anonymousPassword?: string | undefined;
  /** `explicit`: AUTH TLS before the login, which is also tried when the server demands TLS. Absent = `none`. */
  readonly tls?: 'none' | 'explicit' | 'implicit' | undefined;
  /**
   * Whether the server reads its control connection as Telnet, as RFC 959 §2.3 requires. vsftpd does not. It matters
   * for names with the octet 255. Absent = it does.
   */
  readonly telnet?: boolean | undefined;
}

/** A login that the server does not accept. Its words are not quoted, because they may repeat the password. */
export class LoginRefused extends ProtocolError {
  constructor({ credentials = null }: LoginOptions, { code }: FtpReply) {
    const message =
      credentials === null
        ? 'This server requires a user name and a password.'
        : 'The server rejected this user name and password.';
    super('login-required', message, { status: code });
  }
}

/** As `FtpClient.logIn`. */
export async function openSession(
  connect: Connect<PeerConnection>,
  { tls = 'none', ...options }: LoginOptions,
): Promise<FtpSession> {
  const connection = await connect(tls === 'explicit' ? 'starttls' : tls);
  const control = new Control(connection, options.telnet ?? true);
  try {
    return await logIn(control, { tls, ...options });
  } catch (error) {
    control.close();
    // Most servers that demand TLS close the connection with that reply, so TLS needs a new one.
    const demanded = tls === 'none' && error instanceof ProtocolError && error.code === 'tls';
    if (!demanded) throw error;
    return openSession(connect, { tls: 'explicit', ...options });
  }
}

async function logIn(control: Control, options: LoginOptions): Promise<FtpSession> {
  const greeting = await control.completion();
  if (NOT_LOGGED_IN.has(greeting.code)) throw new LoginRefused(options, greeting);
  if (!isCompletion(greeting)) throw refusal(greeting);
  const secured = options.tls !== 'none';
  if (options.tls === 'explicit') await secure(control);
  const welcome = await identify(control, options);
  if (!isCompletion(welcome)) throw refusedLogin(welcome, secured, options);
  if (secured) await protectData(control);
  const features = featuresOf(await control.command('FEAT'));
  // Some servers send names in their own charset until they receive this. The decoder does not rely on it.
  if (features.has('UTF8')) await control.command('OPTS', 'UTF8 ON');
  return { control, features, protectedData: secured, welcome };
}

async function secure(control: Control): Promise<void> {
  const reply = await control.command('AUTH', 'TLS');
  if (reply.code !== 234) throw new ProtocolError('tls', 'The server offers no TLS on this port.');
  await control.connection.startTls();
}

/** RFC 4217 §9: PBSZ must come first, although TLS has no such buffer. Then PROT sets the level for data. */
async function protectData(control: Control): Promise<void> {
  await control.command('PBSZ', '0');
  const reply = await control.command('PROT', 'P');
  if (!isCompletion(reply)) throw new ProtocolError('tls', 'The server would send its files without encryption.');
}

const ANONYMOUS = 'anonymous';
const NEEDS_PASSWORD = 331;

/** Sends the user name and, if required, the password; returns the reply that ends the login. */
async function identify(control: Control, options: LoginOptions): Promise<FtpReply> {
  const { credentials, anonymousPassword = ANONYMOUS_PASSWORD } = options;
  const reply = await control.command('USER', credentials?.user ?? ANONYMOUS);
  if (reply.code !== NEEDS_PASSWORD) return reply;
  return control.command('PASS', credentials?.password ?? anonymousPassword);
}

/** Not logged in, or an account is required, for which browsers have no form. */
const NOT_LOGGED_IN: ReadonlySet<number> = new Set([332, 530, 532]);

function refusedLogin(reply: FtpReply, secured: boolean, options: LoginOptions): ProtocolError {
  const { code } = reply;
  if (!secured && demandsTls(reply)) return new ProtocolError('tls', 'The server requires TLS.', { status: code });
  // The words for anonymous users repeat no secret.
  if (isFull(reply) && (options.credentials ?? null) === null) return refusal(reply);
  if (NOT_LOGGED_IN.has(code) && !isFull(reply)) return new LoginRefused(options, reply);
  // The server's text may repeat the password, so it is not quoted.
  return new ProtocolError(errorCodeOf(reply), `The server answered the login with ${code}.`, { status: code });
}
