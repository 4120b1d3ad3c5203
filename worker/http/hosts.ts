/**
 * The public names of this service (`HOSTS`). A request for another name is not for us: a page of its owner could reach
 * a service on the visitor's own network under that name (DNS rebinding), and own links would lead to it.
 */

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
