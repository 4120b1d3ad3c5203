/**
 * The way to the links of a request: whether this Waypost has a store for them at all, and who is asking.
 */
import type { RequestContext } from '../http/request-context.ts';
import { admitClient } from '../net/rate.ts';
import { fault, RequestError } from '../problem.ts';
import { LinkStore } from './store.ts';
import { bearerOf, type Owner, unauthorized } from './tokens.ts';

/** The store of links; `null` where this Waypost has none. */
export function storeOf({ environment }: RequestContext): LinkStore | null {
  return environment.LINKS === undefined ? null : new LinkStore(environment.LINKS);
}

/**
 * Who asks, and the store they may use. Requests are counted by owner; wrong tokens by the address they come from.
 *
 * @throws RequestError 403 where links are switched off, 401 without a known token
 * @throws GatewayError 429 for those who ask too often
 */
export async function admit(context: RequestContext): Promise<{ owner: Owner; store: LinkStore }> {
  const { environment, request } = context;
  const store = storeOf(context);
  const { keyring, LINK_RATE } = environment;
  if (store === null || keyring.isEmpty) throw new RequestError('links-disabled', [fault('links-disabled', HOW_TO)]);
  const token = bearerOf(request);
  const owner = token === null ? null : await keyring.ownerOf(token);
  if (owner === null) {
    await admitClient(LINK_RATE, request.headers.get('CF-Connecting-IP'));
    throw unauthorized(token !== null);
  }
  await admitClient(LINK_RATE, `owner ${owner.name}`);
  return { owner, store };
}

const HOW_TO =
  'Links are made by whoever holds a token, and this service has none. Its operator can set some with ' +
  '`wrangler secret put LINK_TOKENS`, such as `alice:` and 32 random letters.';

/** The same, for administrators alone. */
export async function admitAdmin(context: RequestContext): Promise<{ owner: Owner; store: LinkStore }> {
  const admitted = await admit(context);
  if (!admitted.owner.admin) {
    throw new RequestError('administrators-only', [
      fault('administrators-only', 'This token is not an administrator’s.'),
    ]);
  }
  return admitted;
}
