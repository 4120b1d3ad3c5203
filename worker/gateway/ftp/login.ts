/**
 * From a connection to a session: greeting, TLS where it was asked for (RFC 4217), login (RFC 959 §5.4), and what
 * the server can do (RFC 2389).
 */
import { featuresOf, type Reply } from '../../../src/schemes/ftp/reply.ts';
import { type GatewayCode, GatewayError } from '../../net/errors.ts';
import type { Control } from './control.ts';
import type { Credentials } from './credentials.ts';
import { isCompletion, isPermanent, refusal } from './status.ts';

/** A control connection on which somebody is logged in. */
export interface Session {
  readonly control: Control;
  /** What FEAT lists, by command. */
  readonly features: ReadonlyMap<string, string>;
  /** Whether data goes over TLS too. */
  readonly protectedData: boolean;
  /** What the server says to its visitors, line by line. */
  readonly welcome: Reply;
}

export interface LoginOptions {
  /** `null` = anonymous. */
  readonly credentials: Credentials | null;
  /** What anonymous visitors say for a password: by custom, their mail address (RFC 1635). */
  readonly anonymousPassword: string;
  /** `explicit`: ask for TLS before anything else. */
  readonly tls: 'none' | 'explicit' | 'implicit';
}

/** Thrown for a login that the server does not accept. */
export class LoginRefused extends Error {
  readonly credentials: Credentials | null;
  constructor(credentials: Credentials | null) {
    super('login refused');
    this.credentials = credentials;
  }
}

/**
 * Logs in.
 *
 * @throws LoginRefused; GatewayError for everything else
 */
export async function logIn(control: Control, options: LoginOptions): Promise<Session> {
  await greeting(control);
  if (options.tls === 'explicit') await secure(control);
  const welcome = await identify(control, options);
  const protectedData = options.tls === 'none' ? false : await protectData(control);
  const features = featuresOf(await control.command('FEAT'));
  // Some servers send names in a charset of their own until they are told; whether they obey, the names will show.
  if (features.has('UTF8')) await control.command('OPTS', 'UTF8 ON');
  return { control, features, protectedData, welcome };
}

async function greeting(control: Control): Promise<void> {
  const reply = await control.completion();
  if (!isCompletion(reply)) throw refusal(reply);
}

async function secure(control: Control): Promise<void> {
  const reply = await control.command('AUTH', 'TLS');
  if (reply.code !== 234) throw new GatewayError('gateway-tls', 'The server offers no TLS on this port.');
  await control.connection.startTls();
}

/** RFC 4217 §9: the size of a protection buffer, which TLS has not, and then the level for data. */
async function protectData(control: Control): Promise<boolean> {
  await control.command('PBSZ', '0');
  const reply = await control.command('PROT', 'P');
  if (!isCompletion(reply)) throw new GatewayError('gateway-tls', 'The server would send the files in the clear.');
  return true;
}

const ANONYMOUS = 'anonymous';
const NEEDS_PASSWORD = 331;
const NEEDS_ACCOUNT = 332;

async function identify(control: Control, { credentials, anonymousPassword }: LoginOptions): Promise<Reply> {
  let reply = await control.command('USER', credentials?.user ?? ANONYMOUS);
  if (reply.code === NEEDS_PASSWORD) {
    reply = await control.command('PASS', credentials?.password ?? anonymousPassword);
  }
  if (isCompletion(reply)) return reply;
  if (reply.code === 530 || reply.code === NEEDS_ACCOUNT || reply.code === 532) throw new LoginRefused(credentials);
  // What the server says may have the password in it, so it is not repeated.
  throw new GatewayError(loginProblem(reply), `The server answers to the login with ${reply.code}.`);
}

function loginProblem(reply: Reply): GatewayCode {
  const { code } = refusal(reply);
  return code === 'not-found' || (code === 'not-implemented' && isPermanent(reply)) ? 'forbidden' : code;
}
