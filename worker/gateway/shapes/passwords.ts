/**
 * User names and passwords, from HTTP's Basic authentication (RFC 7617) to the login of a server, and from refusals of
 * the server to HTTP's challenge. The gateway asks for a password only at the path of one server, because a browser
 * then sends it with every request below that path.
 */

import { codeOf, type Failure, GatewayError, gatewayErrorOf, isFailure } from '../../../src/net/failure.ts';
import type { OctetString } from '../../../src/octets/charset.ts';
import { encodeUtf8, latin1Of } from '../../../src/octets/octets.ts';
import type { Credentials } from '../../../src/protocols/credentials.ts';
import { decodeText } from '../../../src/uri/decode.ts';
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

/** The parameters of an address that asks for a login. */
export const LOGIN = 'login';
export const PASSWORD = 'password';

/** The login that an address asks for. */
interface WantedLogin {
  /** The user name that the link says; `null` = any. */
  readonly name: string | null;
  /** Whether the link says that the password is empty. */
  readonly isEmpty: boolean;
}

/** A name that HTTP can send (RFC 7617 §2) and that cannot disguise a page: without a colon, and without controls. */
const NAME = /^[^:\p{C}\ufffd]{1,100}$/u;

/**
 * The parameters of the address for a link with user info. The name is not secret; a password stays out of addresses,
 * because history keeps those. `loginParameters('joe', null)` is `{ login: 'joe' }`.
 *
 * @param user - percent-encoded, as `password`
 */
export function loginParameters(user: string, password: string | null): Readonly<Record<string, string>> {
  const name = decodeText(user);
  return { [LOGIN]: NAME.test(name) ? name : '', ...(password === '' && { [PASSWORD]: 'empty' }) };
}

/** The login that the query of an address asks for; `null` = none. */
export function wantedLogin(query: URLSearchParams): WantedLogin | null {
  const name = query.get(LOGIN);
  if (name === null) return null;
  return { name: NAME.test(name) ? name : null, isEmpty: query.get(PASSWORD) === 'empty' };
}

/** Whether credentials are those of the wanted user. A browser may send those that it has for the server already. */
export function areWanted({ user }: Credentials, { name }: WantedLogin): boolean {
  return name === null || user === latin1Of(encodeUtf8(name)) || user === name;
}

/** What a person is asked to enter. */
export function whatToEnter({ name, isEmpty }: WantedLogin): string {
  if (name === null) return 'Enter your user name and password for this server.';
  const asked = `Enter the password of “${name}” for this server.`;
  return isEmpty ? `${asked} The link says that it is empty.` : asked;
}

const OTHERS = 'To log in as another user, add ?login to the address.';

/**
 * The error that asks for a user name and a password: 401 if a browser will send them to this server only, else 403.
 *
 * @param name - the user whose password is asked for; `null` = any
 */
export function askPassword(
  { mayAskPassword, resolution }: Pick<PasswordContext, 'mayAskPassword' | 'resolution'>,
  detail: string,
  name: string | null = null,
): GatewayError {
  if (!mayAskPassword) {
    const advice = `Log in at the address of this server that begins with /${resolution.scheme}/.`;
    return new GatewayError('forbidden', detail, { advice });
  }
  const { host, explicitPort } = resolution.components;
  // A header has ASCII alone.
  const user = name === null ? '' : `${encodeURIComponent(name)}@`;
  const server = `${resolution.scheme}://${user}${host}${explicitPort === null ? '' : `:${explicitPort}`}`;
  const realm = server.replace(/[\\"]/g, '');
  return new GatewayError('unauthorized', detail, {
    headers: { 'WWW-Authenticate': `Basic realm="${realm}", charset="UTF-8"` },
  });
}

/** Throws the failure of a login that was asked for: if the server refuses these credentials, it asks for others. */
export function refused(context: PasswordContext, wanted: WantedLogin): (error: unknown) => never {
  return (error) => {
    const isRefusal = isFailure(error) && codeOf(error) === 'unauthorized';
    throw isRefusal ? askPassword(context, whatToEnter(wanted), wanted.name) : error;
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
 * login, unless the failure says what to try.
 */
function offeringLogin(error: GatewayError, context: PasswordContext): GatewayError {
  if ((error.code !== 'not-found' && error.code !== 'forbidden') || error.links.length > 0) return error;
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
  return links.hrefOf(`${server}/`, { ...query, [LOGIN]: '' });
}
