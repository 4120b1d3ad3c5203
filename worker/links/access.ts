/**
 * Access to links: whether this Waypost has a store for them, and the owner of the bearer token (RFC 6750 §2.1) in a
 * request.
 */

import { fault, RequestError } from '../errors/request-error.ts';
import type { RequestContext } from '../http/request-context.ts';
import { admitClient } from '../net/rate.ts';
import type { Owner } from '../settings/secrets.ts';
import { edgeOf } from './edge.ts';
import type { LinkStore } from './store.ts';

export interface Admission {
  readonly owner: Owner;
  readonly store: LinkStore;
}

/**
 * Admits a request to the links of the owner of its token. Requests are counted by owner, and requests with a wrong
 * token by the address of the client.
 *
 * @throws RequestError 403 if links are switched off, 401 without a known token
 * @throws GatewayError 429 above the rate limit
 */
export async function admit(context: RequestContext): Promise<Admission> {
  const { environment, request } = context;
  const { store } = edgeOf(environment);
  const { keyring, LINK_RATE } = environment;
  if (store === null || keyring.isEmpty) throw new RequestError('links-disabled', [fault('links-disabled', HOW_TO)]);
  const token = bearerOf(request);
  const owner = token === null ? null : await keyring.ownerOf(token);
  if (owner === null) {
    await admitClient(LINK_RATE, request.headers.get('CF-Connecting-IP'));
    throw tokenRequired(token !== null);
  }
  await admitClient(LINK_RATE, `owner ${owner.name}`);
  return { owner, store };
}

const HOW_TO =
  'This service has no tokens for short links. Its operator can set them with `wrangler secret put LINK_TOKENS`, ' +
  'such as `alice:` and 32 random letters.';

/**
 * Admits a request of an administrator.
 *
 * @throws RequestError 403 for any other owner, and as `admit`
 */
export async function admitAdmin(context: RequestContext): Promise<Admission> {
  const admitted = await admit(context);
  if (!admitted.owner.admin) {
    throw new RequestError('administrators-only', [
      fault('administrators-only', 'This token does not belong to an administrator.'),
    ]);
  }
  return admitted;
}

/** The bearer token of a request; `null` if it has none. */
export function bearerOf(request: Request): string | null {
  const [, token = null] = /^Bearer +(\S+) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  return token;
}

/**
 * The answer to a request without a valid token.
 *
 * @param shown - whether it has a token that is not valid
 */
export function tokenRequired(shown: boolean): RequestError {
  const challenge = shown ? 'Bearer error="invalid_token"' : 'Bearer';
  const message = shown ? 'This token is not valid.' : 'Send a token: `Authorization: Bearer …`.';
  return new RequestError('token-required', [fault('token', message)], { 'WWW-Authenticate': challenge });
}
