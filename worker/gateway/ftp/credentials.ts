/**
 * User names and passwords, from HTTP's Basic authentication (RFC 7617) to FTP's USER and PASS, and from refusals of
 * the server to HTTP's challenge. The gateway asks for a password only at the path of one server, because a browser
 * then sends it with every request below that path.
 */
import type { OctetString } from '../../../src/octets/charset.ts';
import { type Credentials, LoginRefused } from '../../../src/protocols/ftp/session.ts';
import { type Failure, GatewayError, gatewayErrorOf, isFailure } from '../../errors/gateway-error.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { loginHref } from './directory.ts';

type Context = GatewayContext<'ftp'>;

/** Who asks. */
export interface LoginRequest {
  /** `null` = anonymous. */
  readonly credentials: Credentials | null;
  /** Whether the request is for the login (`?login`). */
  readonly requested: boolean;
}

/** The login that a request asks for, or the challenge as an error if it is requested without credentials. */
export function loginOf(context: Context): LoginRequest {
  const credentials = credentialsOf(context.authorization);
  const requested = context.view.query.has('login');
  if (requested && credentials === null) throw askPassword(context, ASK_CREDENTIALS);
  return { credentials, requested };
}

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/**
 * Parses the value of `Authorization`; `null` without one, or for a scheme other than Basic.
 * `credentialsOf('Basic Y3VyYXRvcjptdXNldW0=')` is `{ user: 'curator', password: 'museum' }`.
 *
 * @throws GatewayError `bad-request` for malformed Basic credentials
 */
export function credentialsOf(authorization: string | null): Credentials | null {
  const encoded = BASIC.exec(authorization?.trim() ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = decode(encoded);
  const colon = text.indexOf(':');
  if (colon < 0) throw unreadable();
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decode(encoded: string): OctetString {
  try {
    return atob(encoded);
  } catch {
    throw unreadable();
  }
}

function unreadable(): GatewayError {
  return new GatewayError('bad-request', 'The user name and password cannot be read.');
}

const ASK_CREDENTIALS = 'Enter your user name and password for this server.';
const OTHERS = 'To log in as another user, add ?login to the address.';
const OTHER_ADDRESS = 'Log in at the address of this server that begins with /ftp/.';

/**
 * The error that asks for a user name and a password: 401 if a browser will send them to this server only, else 403.
 */
export function askPassword(
  { mayAskPassword, resolution }: Pick<Context, 'mayAskPassword' | 'resolution'>,
  detail: string,
): GatewayError {
  if (!mayAskPassword) return new GatewayError('forbidden', detail, { advice: OTHER_ADDRESS });
  const { host, explicitPort } = resolution.components;
  const server = `${resolution.scheme}://${host}${explicitPort === null ? '' : `:${explicitPort}`}`;
  const realm = server.replace(/[\\"]/g, '');
  return new GatewayError('unauthorized', detail, {
    headers: { 'WWW-Authenticate': `Basic realm="${realm}", charset="UTF-8"` },
  });
}

/** A failure of a session, with what a visitor can do about it by a login. Other errors stay as they are. */
export function withLogin(error: unknown, context: Context, login: LoginRequest): unknown {
  if (!isFailure(error)) return error;
  const failure = challenged(error, context, login);
  return login.credentials === null ? offeringLogin(failure, context) : failure;
}

/**
 * A server may ask for a login at any command, not only at PASS. A 401 response needs a challenge (RFC 9110 §15.5.2);
 * after a login that was not enough, 403 says that no password helps.
 */
function challenged(error: Failure, context: Context, { credentials, requested }: LoginRequest): GatewayError {
  const failure = gatewayErrorOf(error);
  if (failure.code !== 'unauthorized') return failure;
  if (credentials === null) return askPassword(context, failure.message);
  if (error instanceof LoginRefused && requested) return askPassword(context, ASK_CREDENTIALS);
  return new GatewayError('forbidden', failure.message, { advice: OTHERS, cause: error });
}

/**
 * Servers deny that a file exists to users who may not see it. So a page that an anonymous user cannot have offers a
 * login.
 */
function offeringLogin(error: GatewayError, context: Context): GatewayError {
  if (error.code !== 'not-found' && error.code !== 'forbidden') return error;
  const href = loginHref(context);
  if (href === null) return error;
  const { code, message, headers, advice } = error;
  const options = { headers, links: [{ text: 'Log in', href }], cause: error };
  return new GatewayError(code, message, advice === null ? options : { ...options, advice });
}
