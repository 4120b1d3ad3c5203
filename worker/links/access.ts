/**
 * Access to short links: what an isolate keeps about them between requests, and the owner of the bearer token
 * (RFC 6750 §2.1) in a request.
 */
import { fault, RequestError } from '../errors/request-error.ts';
import type { RequestContext } from '../http/request-context.ts';
import { logChanges } from '../log.ts';
import { admitClient, clientAddress } from '../net/rate.ts';
import type { Environment } from '../settings/environment.ts';
import { perEnvironment } from '../settings/per-environment.ts';
import { hasEnded, type Owner, type Right } from '../settings/secrets.ts';
import { ClickCounter } from './click-counter.ts';
import { HotLinks } from './hot-links.ts';
import { Misses } from './misses.ts';
import { namespaceIn } from './namespace.ts';
import type { LinkShard } from './shard.ts';
import { withStoreErrors } from './shards.ts';
import { StoreSpace } from './space.ts';
import type { LinkStore } from './store.ts';
import { StoreWatch } from './store-watch.ts';
import { LocalStore, ShardedStore } from './stores.ts';

interface Edge {
  readonly links: HotLinks;
  readonly misses: Misses;
  readonly space: StoreSpace;
  readonly watch: StoreWatch;
  /** `null` if this Waypost has no store of links. */
  readonly store: LinkStore | null;
}

/** The edge of the Worker with these settings: redirects depend on them. */
export const edgeOf = perEnvironment((environment): Edge => {
  const now = () => Date.now();
  const { LINKS, linkShards, clickDelay, jurisdiction } = environment;
  const namespace = namespaceIn<LinkShard>(LINKS, jurisdiction);
  const space = new StoreSpace(environment.STORE_SPACE);
  const watch = new StoreWatch(space);
  const shards = namespace && withStoreErrors(namespace, watch);
  const Store = isLocal(environment) ? LocalStore : ShardedStore;
  return {
    links: new HotLinks(caches.default, now),
    misses: new Misses(now),
    space,
    watch,
    store: shards && new Store(shards, linkShards, new ClickCounter(clickDelay, now), space),
  };
});

export interface Admission {
  readonly owner: Owner;
  readonly store: LinkStore;
}

/** What owners ask for, as the log names it, and the right that is enough for it; `null` = a token without limits. */
const ACTIONS = {
  list: 'read',
  read: 'read',
  export: 'read',
  create: 'create',
  change: null,
  'hand-over': null,
  repoint: null,
  delete: null,
  purge: null,
  block: null,
  unblock: null,
  'list-blocks': null,
  import: null,
  challenge: null,
} as const satisfies Readonly<Record<string, Right | null>>;
export type Action = keyof typeof ACTIONS;

const LONG_ACTIONS: ReadonlySet<string> = new Set<Action>(['list', 'export', 'import', 'repoint', 'hand-over']);

/** Whether stores and requests share a thread: only a self-hosted server reaches the files of its stores. */
export function isLocal({ STORE_FILES }: Environment): boolean {
  return STORE_FILES !== undefined;
}

/** Notes a request that is answered, unless it is work on many links itself: such work goes on slowly beside it. */
export function noteRequest(environment: Environment, action: string | undefined): void {
  const isLong = action !== undefined && LONG_ACTIONS.has(action);
  if (!isLong) edgeOf(environment).store?.noteRequest();
}

/** The most links of an owner; `null` = any number. */
export function quotaOf({ linkQuota }: Environment, { name, admin }: Owner): number | null {
  if (admin) return null;
  const own = linkQuota.owners.get(name);
  return own === undefined ? linkQuota.everybody : own;
}

/** The error for an owner who may have no more links. */
export function quotaReached({ name, only }: Owner, quota: number | null): RequestError {
  // How many links an owner has is nothing that a token learns which may only create.
  const number = only === undefined && quota !== null ? `: ${quota}` : '';
  const message = `\`${name}\` has as many links as this service allows${number}. Delete some, or ask the operator for more.`;
  return new RequestError('quota-reached', [fault('quota-reached', message)]);
}

/** Writes which links a request has changed, for work on many: the line of a request has the slug of one. */
export function noteChanges({ environment, id, notes }: RequestContext, slugs: readonly string[]): void {
  if (environment.log !== 'off') logChanges({ id, notes }, slugs);
}

/**
 * Admits a request to the links of the owner of its token. Requests are counted by owner, and requests with a wrong
 * token by the address of the client.
 *
 * @throws RequestError 403 if links are switched off, or the token may not do this; 401 without a known token
 * @throws GatewayError 429 above the rate limit
 */
export async function admit(context: RequestContext, action: Action): Promise<Admission> {
  const { environment } = context;
  const { store } = edgeOf(environment);
  const isOff = store === null || environment.keyring.isEmpty;
  if (isOff) throw new RequestError('links-disabled', [fault('links-disabled', HOW_TO)]);
  return { owner: await ownerIn(context, action), store };
}

/** The owner of the token of a request, as {@link admit}. The log has who asked, and for what. */
export async function ownerIn({ environment, request, notes }: RequestContext, action: Action): Promise<Owner> {
  const { keyring, LINK_RATE } = environment;
  const token = bearerOf(request);
  const owner = token === null ? null : await keyring.ownerOf(token);
  if (owner === null || hasEnded(owner)) {
    await admitClient(LINK_RATE, clientAddress(request));
    throw tokenRequired(token !== null, owner?.until);
  }
  notes.owner = owner.name;
  notes.action = action;
  if (owner.admin) notes.admin = true;
  await admitClient(LINK_RATE, `owner ${owner.name}`);
  if (owner.only === undefined || owner.only === ACTIONS[action]) return owner;
  const message = `This token may only ${owner.only === 'create' ? 'create links' : 'read'}.`;
  throw new RequestError('token-limited', [fault('token-limited', message)]);
}

const HOW_TO =
  'This service has no tokens for short links. Its operator can set them with `wrangler secret put LINK_TOKENS`, ' +
  'such as `alice:` and 32 random letters.';

/** Admits a request of an administrator, as `admit`. */
export async function admitAdmin(context: RequestContext, action: Action): Promise<Admission> {
  const admitted = await admit(context, action);
  if (admitted.owner.admin) return admitted;
  const message = 'This token does not belong to an administrator.';
  throw new RequestError('administrators-only', [fault('administrators-only', message)]);
}

export function bearerOf(request: Request): string | null {
  const [, token = null] = /^Bearer +(\S+) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  return token;
}

/**
 * @param shown - whether the request has a token, which is not valid
 * @param until - when the token ended, in milliseconds since 1970; `undefined` = it is not known
 */
export function tokenRequired(shown: boolean, until?: number): RequestError {
  const challenge = shown ? 'Bearer error="invalid_token"' : 'Bearer';
  const invalid =
    until === undefined
      ? 'This token is not valid. Ask the operator of this service for one.'
      : `This token ended at ${new Date(until).toISOString()}. Ask the operator of this service for a new one.`;
  const message = shown ? invalid : 'Send a token: `Authorization: Bearer …`.';
  return new RequestError('token-required', [fault('token', message)], { 'WWW-Authenticate': challenge });
}
