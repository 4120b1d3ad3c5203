/**
 * What Cloudflare's platform refuses to Workers, and how they notice: sockets to its own addresses, and subrequests
 * beyond the limit of the plan. Neither exists in workerd on one's own machine, nor in the command line.
 */
import { contains, parseAddress, parseBlock } from '../../src/egress/address.ts';
import type { Platform } from '../../src/net/connection.ts';
import { GatewayError } from '../../src/net/failure.ts';
import type { Subrequests } from '../settings/subrequests.ts';

/**
 * The addresses of Cloudflare's network: https://www.cloudflare.com/ips-v4 and https://www.cloudflare.com/ips-v6, which
 * were last compared on 2026-11-23. Web servers behind Cloudflare have these addresses, and "outbound TCP sockets to
 * Cloudflare IP ranges are blocked" (https://developers.cloudflare.com/workers/runtime-apis/tcp-sockets/).
 */
const BLOCKS = [
  ...['173.245.48.0/20', '103.21.244.0/22', '103.22.200.0/22', '103.31.4.0/22', '141.101.64.0/18'],
  ...['108.162.192.0/18', '190.93.240.0/20', '188.114.96.0/20', '197.234.240.0/22', '198.41.128.0/17'],
  ...['162.158.0.0/15', '104.16.0.0/13', '104.24.0.0/14', '172.64.0.0/13', '131.0.72.0/22'],
  ...['2400:cb00::/32', '2606:4700::/32', '2803:f800::/32', '2405:b500::/32', '2405:8100::/32'],
  ...['2a06:98c0::/29', '2c0f:f248::/32'],
].map(parseBlock);

/** Whether an address belongs to Cloudflare: `isOfPlatform('[2606:4700::6810:84e5]')` is `true`. A name is none. */
export function isOfPlatform(host: string): boolean {
  const address = parseAddress(host);
  return address !== null && BLOCKS.some((block) => contains(block, address));
}

/**
 * Whether a request came in at a data center of Cloudflare, so that the Worker runs there. The runtime sets `cf`; no
 * client can. workerd alone knows no data center; `wrangler dev` imitates one.
 */
export function isOnPlatform({ cf }: Pick<Request, 'cf'>): boolean {
  return typeof cf?.colo === 'string';
}

/** The error for a server that no socket of the platform reaches. Nobody asked it, so nothing is known about it. */
function behindPlatform(): GatewayError {
  const detail =
    'This server was not asked: it is behind Cloudflare, where this service runs, and Cloudflare’s Workers cannot open connections to such servers. Ask it from the command line, with `waypost check`.';
  const advice = 'Open the link with a program on your computer, such as `waypost get`.';
  return new GatewayError('gateway-unreachable', detail, { rule: 'platform', advice });
}

/** The error for a server that was not asked because the platform allows this request no further connection. */
export function noConnections(cause?: unknown): GatewayError {
  const detail = 'This request has no connections left. Send this link in another request.';
  return new GatewayError('rate-limited', detail, { rule: 'connection-limit', cause });
}

/** What the platform of one request counts and refuses. */
interface PlatformOptions {
  /** Whether the Worker runs on Cloudflare's network, whose sockets do not reach that network. */
  readonly onPlatform: boolean;
  /** Counts what the platform counts; `null` = nothing counts it. */
  readonly subrequests: Subrequests | null;
}

/** What openers of connections know of the platform. */
export function platformOf({ onPlatform, subrequests }: PlatformOptions): Platform {
  return {
    count: (number) => subrequests?.count(number),
    reachable(hosts) {
      const [first, ...others] = onPlatform ? hosts.filter((host) => !isOfPlatform(host)) : hosts;
      if (first === undefined) throw behindPlatform();
      return [first, ...others];
    },
    async open(open) {
      if (subrequests?.areRefused) throw noConnections();
      try {
        return await open();
      } catch (error) {
        if (!isPlatformRefusal(error)) throw error;
        if (refusesSubrequests(error)) subrequests?.refuse();
        throw noConnections(error);
      }
    },
  };
}

/** The platform's words for a request that has made all its subrequests. */
const NO_SUBREQUESTS = /\btoo many subrequests\b/i;
/** Its words for a connection that it closed because the request has too many at the same time. */
const NO_CONNECTIONS = /\bclosed due to connection limit\b/i;

/** Whether the platform refused a subrequest: it will refuse every other one of the request. */
export function refusesSubrequests(error: unknown): boolean {
  return messagesOf(error).some((words) => NO_SUBREQUESTS.test(words));
}

/** Whether an error is a refusal of the platform, which says nothing about the server. */
export function isPlatformRefusal(error: unknown): boolean {
  return messagesOf(error).some((words) => NO_SUBREQUESTS.test(words) || NO_CONNECTIONS.test(words));
}

/** The messages of an error and of its causes. */
function messagesOf(error: unknown): readonly string[] {
  if (typeof error === 'string') return [error];
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : [];
}
