/** The context of one request, which every handler gets, and the shape of a route. */
import { hostKey } from '../../src/egress/host-list.ts';
import type { EgressPolicy } from '../../src/egress/policy.ts';
import type { Notes } from '../log.ts';
import type { Environment } from '../settings/environment.ts';
import type { AtBasePath } from './base-path.ts';
import { isOwnName } from './hosts.ts';
import type { Query } from './parse-query.ts';

/** The parameters of a path by their names, as they were sent: not percent-decoded. */
export type PathParameters = Readonly<Partial<Record<string, string>>>;

export interface RequestContext {
  readonly request: Request;
  /** The method of the request. Method and URL are read once, because each access is a call into the runtime. */
  readonly method: string;
  /** The absolute URL as it was sent, without `BASE_PATH`, at one of `HOSTS` if there are any. */
  readonly url: string;
  /** The query of the request, decoded. */
  readonly query: Query;
  /** The parameters in the path of the route. */
  readonly params: PathParameters;
  readonly environment: Environment;
  readonly notes: Notes;
  /** Promises that keep the Worker alive until a streamed answer is complete. The log line waits for them too. */
  readonly streaming: Promise<void>[];
  /** Hears the length of a streamed answer, in octets, which the runtime sends and does not tell. Absent = nobody. */
  readonly announce?: (length: number) => void;
  /** Keeps the Worker alive for work beside the answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Words that must not be aliases of short links. */
  readonly reservedWords: ReadonlyMap<string, Reservation>;
}

/**
 * Why a word is reserved: `/word` is an address of this service, addresses of this service begin with `/word/`, or
 * people would take it for a page of the operator.
 */
export type Reservation = 'address' | 'beginning' | 'operator';

export type Handler = (context: RequestContext) => Response | Promise<Response>;

/**
 * The handlers of a route by their method. `GET` also answers HEAD. The answers to other methods (405) and to OPTIONS
 * follow from these; a route may have its own handler for OPTIONS.
 */
export type Route = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>>>;

/** The path of an absolute URL as it was sent: not decoded. */
export function pathOf(url: string): string {
  const from = url.indexOf('/', url.indexOf('//') + 2);
  const query = url.indexOf('?', from);
  return query === -1 ? url.slice(from) : url.slice(from, query);
}

/** Whether an absolute URL is one of the API, which has no pages. */
export function isApi(url: string): boolean {
  return pathOf(url).startsWith('/v1/');
}

/** The origin that a request was sent to, without a final slash. */
export function originOf({ url }: Pick<RequestContext, 'url'>): string {
  return url.slice(0, url.indexOf('/', url.indexOf('//') + 2));
}

/** The address of this service without a slash at the end: the origin, and `BASE_PATH`. */
export function rootOf(context: { readonly url: string; readonly environment: AtBasePath }): string {
  return originOf(context) + context.environment.basePath;
}

/**
 * The egress policy for a request: no gateway may connect to the host that the request was sent to. What
 * `EGRESS_ALLOW` opens in an intranet is not for pages of others that reach this service under a name of their own: it
 * needs `HOSTS`, or a request to an address or to `localhost`.
 */
export function egressOf({ environment, url }: Pick<RequestContext, 'environment' | 'url'>): EgressPolicy {
  const { egress, hosts } = environment;
  const { hostname } = new URL(url);
  const names = [hostname, ...hosts.map((host) => new URL(`http://${host}`).hostname)];
  return {
    ...egress,
    allow: hosts.length > 0 || isOwnName(hostname) ? egress.allow : new Map(),
    ownHosts: new Set([...egress.ownHosts, ...names.map(hostKey)]),
  };
}
