/**
 * Where a request arrived, and whose it is. workerd writes the URL of a request from what the client sends, `http://`,
 * the header `Host` and the target, and checks none of it: so the host is judged here. What a proxy reports counts only
 * if it is on this machine or network, and has the right form.
 */
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
  /** Whether the client asked by https, and a proxy on this network ended TLS. */
  readonly isSecure: boolean;
  /** The address of the client, or of a proxy that is not on this network. */
  readonly client: string;
  /** Whether a proxy on this network passed the request on. */
  readonly isForwarded: boolean;
}

/** Addresses of the same machine or network (RFC 1918, RFC 4193, loopback, link-local): those of a proxy. */
const NEAR = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i;

/** The header with the scheme that the client used. workerd would put its text into the URL, whatever it is. */
export const FORWARDED_SCHEME = 'X-Forwarded-Proto';

/** The headers with which a proxy says that it is one (RFC 7239, RFC 9110 §7.6.3). */
const PROXY_HEADERS = ['X-Forwarded-For', FORWARDED_SCHEME, 'X-Forwarded-Host', 'Forwarded', 'Via'] as const;

/**
 * Reads a request. `null` if its header `Host` is not a host (RFC 9110 §7.2), or its target has no path.
 *
 * A proxy on this network reports the scheme as exactly `http` or `https`, and the client as the last address of
 * `X-Forwarded-For`. Another scheme is ignored, and so is all that a client from elsewhere reports.
 */
export function arrivalOf({ url, headers, cf }: ArrivedRequest): Arrival | null {
  const host = headers.get('Host') ?? '';
  if (!isHost(host) || !url.startsWith(`http://${host}/`)) return null;
  const [, peer = ''] = /^\[?(?:::ffff:)?(.*?)\]?:\d+$/.exec(String(cf?.clientIp ?? '')) ?? [];
  const isNear = NEAR.test(peer);
  const reported = isNear ? headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  return {
    isSecure: isNear && headers.get(FORWARDED_SCHEME) === 'https',
    client: reported || peer,
    isForwarded: isNear && PROXY_HEADERS.some((name) => headers.has(name)),
  };
}
