/**
 * Links: their servers, the canonical forms of those in what is opened, and their addresses in JSON, which belong to
 * whoever writes it.
 */
import { type Canonical, canonicalize, type Resolution, schemes, UrlError } from '../index.ts';
import type { Deadlines } from '../net/deadlines.ts';
import { GatewayError } from '../net/failure.ts';
import type { SocketTarget } from '../net/socket.ts';
import type { Tls } from '../protocols/connection.ts';
import { UNSAFE_SCHEMES } from '../schemes/unknown.ts';

/** The addresses that JSON has for links. */
export interface JsonLinks {
  /**
   * The address that opens a URL, canonical or not; `null` if nothing may open it.
   *
   * @param query - what is asked of it; `null` is returned if no address can have that
   */
  open(url: string | null, query?: Readonly<Record<string, string>>): string | null;
  /** As `open`, for a link that is already canonical: it is not canonicalized again. */
  openCanonical(link: Canonical): string | null;
  /** The address of this link in another view, such as `{ format: 'raw' }`. */
  self(query: Readonly<Record<string, string>>): string;
}

/** As {@link JsonLinks}, where messages have parts. */
export interface MessageLinks extends JsonLinks {
  /** The address of a part of a message, by its number. The URL of the message is canonical. */
  part(message: string, part: string): string;
  /** The address of the thread of an article, whose URL is canonical. */
  thread(article: Canonical): string;
}

/** The canonical form of an absolute URL; `null` if it is invalid: `canonicalOrNull('http://h:x/')` is `null`. */
export function canonicalOrNull(url: string): Canonical | null {
  try {
    return canonicalize(url);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

/** The error for a link whose server leads back to a link that has led to it, or to the link itself. */
export function circleError(): GatewayError {
  return new GatewayError('gateway-protocol', 'The server redirects the link in a loop.');
}

/** Whether a link has code or content of its own, as `javascript:` has. */
export function runsCode(canonical: Canonical): boolean {
  return UNSAFE_SCHEMES.has(canonical.slice(0, canonical.indexOf(':')));
}

/** What to connect to. The link supplies absent members. */
export interface ConnectOptions {
  readonly host?: string;
  readonly port?: number;
  /** The port that the egress policy treats as the protocol's default. Absent = that of the scheme. */
  readonly defaultPort?: number;
  /** Whether its octets say nothing about the server of the link. Absent = `false`. */
  readonly isBeside?: boolean;
  /** Absent = `none`. `starttls` begins in the clear, until `Connection.startTls`. */
  readonly tls?: Tls;
  /** Deadlines of this connection that differ from the settings. */
  readonly deadlines?: Partial<Deadlines>;
}

/**
 * The server of a link, unless the options name another server.
 *
 * @throws GatewayError `bad-request` if nothing names a server
 */
export function socketTarget(
  { scheme, components, details }: Pick<Resolution, 'scheme' | 'components' | 'details'>,
  options: ConnectOptions,
): SocketTarget {
  const host = options.host ?? components.host;
  const definition = schemes.get(scheme);
  const usual = options.defaultPort ?? definition?.defaultPort ?? null;
  const port = options.port ?? components.port ?? usual;
  const isUsual = port !== null && port === components.port && definition?.isUsualPort?.(port, details) === true;
  const defaultPort = isUsual ? port : usual;
  if (host === null || port === null) throw new GatewayError('bad-request', 'The link does not say which server.');
  return { host, port, defaultPort, tls: options.tls ?? 'none' };
}
