/**
 * User names and passwords, from HTTP's Basic authentication (RFC 7617) to the login of a server, and from refusals of
 * the server to HTTP's challenge. The gateway asks for a password only at the path of one server, because a browser
 * then sends it with every request below that path.
 */

import { codeOf, type Failure, GatewayError, gatewayErrorOf, isFailure } from '../../../src/net/failure.ts';
import type { OctetString } from '../../../src/octets/charset.ts';
import type { Credentials } from '../../../src/protocols/credentials.ts';
import type { ShapeContext } from './context.ts';

type PasswordContext = Pick<ShapeContext, 'mayAskPassword' | 'resolution' | 'links' | 'credentials'>;

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
  const text = decodePart(encoded);
  const colon = text.indexOf(':');
  if (colon < 0) throw unreadable();
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decodePart(encoded: string): OctetString {
  try {
    return atob(encoded);
  } catch {
    throw unreadable();
  }
}

function unreadable(): GatewayError {
  return new GatewayError('bad-request', 'The user name and password cannot be read.');
}

export const ENTER_CREDENTIALS = 'Enter your user name and password for this server.';
const OTHERS = 'To log in as another user, add ?login to the address.';

/**
 * The error that asks for a user name and a password: 401 if a browser will send them to this server only, else 403.
 */
export function askPassword(
  { mayAskPassword, resolution }: Pick<PasswordContext, 'mayAskPassword' | 'resolution'>,
  detail: string,
): GatewayError {
  if (!mayAskPassword) {
    const advice = `Log in at the address of this server that begins with /${resolution.scheme}/.`;
    return new GatewayError('forbidden', detail, { advice });
  }
  const { host, explicitPort } = resolution.components;
  const server = `${resolution.scheme}://${host}${explicitPort === null ? '' : `:${explicitPort}`}`;
  const realm = server.replace(/[\\"]/g, '');
  return new GatewayError('unauthorized', detail, {
    headers: { 'WWW-Authenticate': `Basic realm="${realm}", charset="UTF-8"` },
  });
}

/** Throws the failure of a login that was asked for: if the server refuses these credentials, it asks for others. */
export function refused(context: PasswordContext): (error: unknown) => never {
  return (error) => {
    const isRefusal = isFailure(error) && codeOf(error) === 'unauthorized';
    throw isRefusal ? askPassword(context, ENTER_CREDENTIALS) : error;
  };
}

/** A failure, with what a visitor can do about it by a login. Other errors stay as they are. */
export function withLogin(error: unknown, context: PasswordContext): unknown {
  if (!isFailure(error)) return error;
  const failure = challenged(error, context);
  return context.credentials === null ? offeringLogin(failure, context) : failure;
}

/**
 * A server may ask for a login at any command, not only at PASS. A 401 response needs a challenge (RFC 9110 §15.5.2);
 * after a login that was not enough, 403 says that no password helps.
 */
function challenged(error: Failure, context: PasswordContext): GatewayError {
  const failure = gatewayErrorOf(error);
  if (failure.code !== 'unauthorized') return failure;
  if (context.credentials === null) return askPassword(context, failure.message);
  return new GatewayError('forbidden', failure.message, { advice: OTHERS, cause: error });
}

/**
 * Servers deny that a file exists to users who may not see it. So a page that an anonymous user cannot have offers a
 * login.
 */
function offeringLogin(error: GatewayError, context: PasswordContext): GatewayError {
  if (error.code !== 'not-found' && error.code !== 'forbidden') return error;
  const href = loginHref(context);
  if (href === null) return error;
  const { code, message, headers, advice } = error;
  const options = { headers, links: [{ text: 'Log in', href }], cause: error };
  return new GatewayError(code, message, advice === null ? options : { ...options, advice });
}

/**
 * The address that asks for a user name and a password. A browser sends them only to paths below the one where they
 * were entered, so it is the root.
 */
export function loginHref(
  { links, resolution }: Pick<PasswordContext, 'links' | 'resolution'>,
  query?: Readonly<Record<string, string>>,
): string | null {
  const { canonical, components } = resolution;
  const server = canonical.slice(0, canonical.length - components.path.length);
  return links.hrefOf(`${server}/`, { ...query, login: '' });
}
