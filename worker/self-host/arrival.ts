/**
 * Where a request arrived, and whose it is. workerd writes the URL of a request from what the client sends, `http://`,
 * the header `Host` and the target, and checks none of it: so the host is judged here. What a proxy reports counts only
 * if the proxy is trusted (`TRUSTED_PROXIES`), and the report has the right form.
 */
import { type AddressBlock, contains, parseAddress } from '../../src/egress/address.ts';
import { isHost } from '../settings/own-address.ts';

/** A request as workerd hands it over. */
interface ArrivedRequest {
  readonly url: string;
  readonly headers: Headers;
  /** With `clientIp`: the address and port of the other end of the connection. */
  readonly cf?: { readonly [name: string]: unknown } | undefined;
}

/** What is known of a request before it is passed on. */
interface Arrival {
  /** Whether the client asked by https, and a trusted proxy ended TLS. */
  readonly isSecure: boolean;
  /** The address of the client, or of a proxy that is not trusted. */
  readonly client: string;
  /** Whether a trusted proxy passed the request on. */
  readonly isForwarded: boolean;
}

/** The answer to a request whose header `Host` is not a host. */
export const NO_HOST =
  'The header Host of this request is not a host. Send a name or an address, perhaps with a port.\n';

/** The header with the scheme that the client used. workerd would put its text into the URL, whatever it is. */
export const FORWARDED_SCHEME = 'X-Forwarded-Proto';

/** The headers with which a proxy says that it is one (RFC 7239, RFC 9110 §7.6.3). */
const PROXY_HEADERS = ['X-Forwarded-For', FORWARDED_SCHEME, 'X-Forwarded-Host', 'Forwarded', 'Via'] as const;

/**
 * Reads a request. `null` if its header `Host` is not a host (RFC 9110 §7.2), or its target has no path.
 *
 * A trusted proxy reports the scheme as exactly `http` or `https`, and the client as the last address of
 * `X-Forwarded-For`. Another scheme is ignored, and so is all that others report.
 */
export function arrivalOf(
  { url, headers, cf }: ArrivedRequest,
  trustedProxies: readonly AddressBlock[],
): Arrival | null {
  const host = headers.get('Host') ?? '';
  if (!isHost(host) || !url.startsWith(`http://${host}/`)) return null;
  const [, peer = ''] = /^\[?(?:::ffff:)?(.*?)\]?:\d+$/.exec(String(cf?.clientIp ?? '')) ?? [];
  // An address on the same link has the name of the network interface at its end (RFC 4007 §11).
  const address = parseAddress(peer.replace(/%.*$/, ''));
  const isTrusted = address !== null && trustedProxies.some((block) => contains(block, address));
  const reported = isTrusted ? headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  return {
    isSecure: isTrusted && headers.get(FORWARDED_SCHEME) === 'https',
    client: reported || peer,
    isForwarded: isTrusted && PROXY_HEADERS.some((name) => headers.has(name)),
  };
}
