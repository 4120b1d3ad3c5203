/**
 * The address of a request, and where this service is: at its hosts (`HOSTS`), below a path (`BASE_PATH`).
 *
 * A request for another host is not for us: a page of its owner could reach a service on the visitor's own network
 * under that name (DNS rebinding), and own links would lead to it. Of the base path, routes, gateways and pages know
 * nothing. It is cut off from the address of each request, and put before the own paths in everything that leaves the
 * Worker: here for HTML and `Location`, and in `rootOf` for absolute addresses.
 */
import { hostKey } from '../../src/egress/host-list.ts';
import type { EgressPolicy } from '../../src/egress/policy.ts';
import type { RequestContext } from './request-context.ts';

/**
 * What the front of a self-hosted server adds to a request whose TLS a proxy ended. It stands in `cf`, which elsewhere
 * the platform fills in, and no client can.
 */
export const SECURE = { waypostScheme: 'https' } as const;

/** The URL that a client asked for, as it was sent. `url` of a request knows nothing of a proxy. */
export function askedUrl({ url, cf }: { readonly url: string; readonly cf?: object | undefined }): string {
  const isSecure = cf !== undefined && 'waypostScheme' in cf && cf.waypostScheme === SECURE.waypostScheme;
  return isSecure ? url.replace(/^http:/, 'https:') : url;
}

/** Where static files are asked for: by their path alone. The host of a request is a client's text, and may be none. */
export const FILE_STORE = 'http://files.invalid';

/** Names of this machine, at which its proxies and its health check ask. No page of another site has such a host. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** What a URL parser makes of an address: IPv4 in four numbers, or IPv6 in brackets. */
const LITERAL = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/;

/**
 * The URL of a request at an own host: as it was sent, or at the first host if the request came from this machine.
 * `null` if the request is not for this service.
 *
 * @param url - absolute, as it was sent
 * @param hosts - canonical, with the port if it is not the default; empty = every host is ours
 * @example
 * ```ts
 * atOwnHost('https://w.example/r', ['w.example']); // 'https://w.example/r'
 * atOwnHost('http://127.0.0.1:8080/r', ['w.example']); // 'http://w.example/r'
 * atOwnHost('https://evil.example/r', ['w.example']); // null
 * ```
 */
export function atOwnHost(url: string, hosts: readonly string[]): string | null {
  const [first] = hosts;
  if (first === undefined) return url;
  const from = url.indexOf('//') + 2;
  const end = url.indexOf('/', from);
  if (hosts.includes(url.slice(from, end))) return url;
  const { protocol, host, hostname } = new URL(url);
  if (hosts.includes(host)) return `${protocol}//${host}${url.slice(end)}`;
  return LOOPBACK.test(hostname) ? `${protocol}//${first}${url.slice(end)}` : null;
}

/**
 * Whether the name of a request proves that no other site made it up: any name that DNS knows may lead here, an address
 * and `localhost` cannot be anybody else's.
 */
export function isOwnName(hostname: string): boolean {
  return hostname === 'localhost' || LITERAL.test(hostname);
}

/** What has a base path: an environment. */
export interface AtBasePath {
  /** Without a slash at the end; empty at the root of the host. */
  readonly basePath: string;
}

/**
 * The address of a request, as at the root of the host; `null` if it is not below the base path.
 * @example
 * ```ts
 * withoutBasePath('https://h.example/waypost/r?url=go:x', '/waypost'); // 'https://h.example/r?url=go:x'
 * withoutBasePath('https://h.example/waypost', '/waypost'); // 'https://h.example/'
 * withoutBasePath('https://h.example/wayposts', '/waypost'); // null
 * ```
 */
export function withoutBasePath(url: string, basePath: string): string | null {
  if (basePath === '') return url;
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const rest = url.slice(start + basePath.length);
  if (!url.startsWith(basePath, start) || !/^(?:[/?]|$)/.test(rest)) return null;
  return url.slice(0, start) + (rest.startsWith('/') ? rest : `/${rest}`);
}

/**
 * The attributes of our HTML whose value is an own path. Both renderers escape every quotation mark in texts and in
 * values, so this is never a part of either.
 */
const OWN_PATH = / (?:href|src|action|formaction|data-try|data-socket)="(?=\/)/g;

/** Whole elements of HTML, from `renderToString` or `html`, with the base path before each own path. */
export function withBasePath(html: string, basePath: string): string {
  return basePath === '' ? html : html.replace(OWN_PATH, (attribute) => attribute + basePath);
}

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

/** What says where this service is: the context of a request. */
export interface Addressed {
  /** The absolute URL of a request. */
  readonly url: string;
  readonly environment: AtBasePath;
}

/** The address of this service without a slash at the end: the origin, and `BASE_PATH`. */
export function rootOf(context: Addressed): string {
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
