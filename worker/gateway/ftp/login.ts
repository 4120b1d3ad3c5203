/**
 * Turns a connection into a session: greeting, TLS (RFC 4217), login (RFC 959 §5.4), and the server's features (RFC
 * 2389).
 */
import { featuresOf, type Reply } from '../../../src/protocols/ftp/reply.ts';
import { codeOf, GatewayError, isFailure } from '../../errors/gateway-error.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { Control } from './control-connection.ts';
import type { Credentials } from './credentials.ts';
import { demandsTls, errorCodeOf, isCompletion, refusal } from './status.ts';

/** A control connection after the login. */
export interface FtpSession {
  readonly control: Control;
  /** The parameters of the features that FEAT lists, by name. */
  readonly features: ReadonlyMap<string, string>;
  /** Whether data connections use TLS. */
  readonly protectedData: boolean;
  /** The reply that completed the login. */
  readonly welcome: Reply;
}

export interface LoginOptions {
  /** `null` = anonymous. */
  readonly credentials: Credentials | null;
  /** The password for anonymous FTP: usually a mail address (RFC 1635). */
  readonly anonymousPassword: string;
  /** `explicit`: AUTH TLS before the login. */
  readonly tls: 'none' | 'explicit' | 'implicit';
}

/** Thrown for a login that the server does not accept. */
export class LoginRefused extends Error {}

/** What a person reads whose anonymous login was not accepted. */
export const REFUSED_ANONYMOUS = 'This server requires a user name and a password.';

/**
 * Connects and logs in, over TLS if the server demands it.
 *
 * @param telnet - whether the server reads its control connection as Telnet
 * @throws LoginRefused if the server does not accept the credentials
 * @throws GatewayError for other failures; `gateway-tls` if TLS is demanded and fails
 */
export async function openSession(
  connect: GatewayContext['connect'],
  options: LoginOptions,
  telnet = true,
): Promise<FtpSession> {
  const { tls } = options;
  const control = new Control(await connect({ tls: tls === 'explicit' ? 'starttls' : tls }), telnet);
  try {
    return await logIn(control, options);
  } catch (error) {
    control.close();
    // Most servers that demand TLS close the connection with that reply, so TLS needs a new one.
    const demanded = tls === 'none' && isFailure(error) && codeOf(error) === 'gateway-tls';
    if (!demanded) throw error;
    return openSession(connect, { ...options, tls: 'explicit' }, telnet);
  }
}

/**
 * Logs in.
 *
 * @throws LoginRefused if the server does not accept the credentials
 * @throws GatewayError for other failures; `gateway-tls` if the server demands TLS
 */
async function logIn(control: Control, options: LoginOptions): Promise<FtpSession> {
  const greeting = await control.completion();
  if (NOT_LOGGED_IN.has(greeting.code)) throw new LoginRefused();
  if (!isCompletion(greeting)) throw refusal(greeting);
  const secured = options.tls !== 'none';
  if (options.tls === 'explicit') await secure(control);
  const welcome = await identify(control, options);
  if (!isCompletion(welcome)) throw refusedLogin(welcome, secured);
  if (secured) await protectData(control);
  const features = featuresOf(await control.command('FEAT'));
  // Some servers send names in their own charset until they receive this. The decoder does not rely on it.
  if (features.has('UTF8')) await control.command('OPTS', 'UTF8 ON');
  return { control, features, protectedData: secured, welcome };
}

async function secure(control: Control): Promise<void> {
  const reply = await control.command('AUTH', 'TLS');
  if (reply.code !== 234) throw new GatewayError('gateway-tls', 'The server offers no TLS on this port.');
  await control.connection.startTls();
}

/** RFC 4217 §9: PBSZ must come first, although TLS has no such buffer. Then PROT sets the level for data. */
async function protectData(control: Control): Promise<void> {
  await control.command('PBSZ', '0');
  const reply = await control.command('PROT', 'P');
  if (!isCompletion(reply))
    throw new GatewayError('gateway-tls', 'The server would send its files without encryption.');
}

const ANONYMOUS = 'anonymous';
const NEEDS_PASSWORD = 331;

/** Sends the user name and, if required, the password; returns the reply that ends the login. */
async function identify(control: Control, { credentials, anonymousPassword }: LoginOptions): Promise<Reply> {
  const reply = await control.command('USER', credentials?.user ?? ANONYMOUS);
  if (reply.code !== NEEDS_PASSWORD) return reply;
  return control.command('PASS', credentials?.password ?? anonymousPassword);
}

/** Not logged in, or an account is required, for which browsers have no form. */
const NOT_LOGGED_IN: ReadonlySet<number> = new Set([332, 530, 532]);

function refusedLogin(reply: Reply, secured: boolean): Error {
  if (!secured && demandsTls(reply)) return new GatewayError('gateway-tls', 'The server requires TLS.');
  if (NOT_LOGGED_IN.has(reply.code)) return new LoginRefused();
  // The server's text may repeat the password, so it is not quoted.
  return new GatewayError(errorCodeOf(reply), `The server answered the login with ${reply.code}.`);
}
