/** Prepares the context of a gateway, and keeps the connections and the deadline that must be ended after the call. */

import { connect } from 'cloudflare:sockets';
import { approach } from '../../../src/egress/judgement.ts';
import type { Resolution } from '../../../src/index.ts';
import type { Dialer, SocketConnection } from '../../../src/net/connection.ts';
import { Deadline, timedOut } from '../../../src/net/deadline.ts';
import { egressDenied } from '../../../src/net/failure.ts';
import { judgeTarget, openSocket } from '../../../src/net/socket.ts';
import { socketTarget } from '../../../src/open/links.ts';
import { Memory } from '../../../src/open/memory.ts';
import { openerOf } from '../../../src/open/registry.ts';
import { egressOf } from '../../http/address.ts';
import { negotiate } from '../../http/negotiation.ts';
import { readParameters, refuseUnknown } from '../../http/query.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { platformOf } from '../../net/platform.ts';
import { admitTarget } from '../../net/rate.ts';
import { robotOf } from '../../pages/parts/crawlers.ts';
import {
  type AnyGateway,
  ATOM,
  type GatewayContext,
  type LinkBuilder,
  type ProsperoTransport,
  type View,
  ViewQuery,
} from '../contract/contract.ts';
import { type GatewayPath, mayAskPassword } from '../contract/gateway-path.ts';

export interface GatewayRequest extends RequestContext {
  /** The parts of the gateway path; `null` at `/open`. */
  readonly gatewayPath: GatewayPath | null;
  readonly prosperoTransport: ProsperoTransport;
}

/** With what only the request of the reader says: the one that is made for all readers has little of it. */
export interface AskContext extends GatewayRequest {
  /** Whether the Worker runs on Cloudflare's platform, whose sockets do not reach its own addresses. */
  readonly onPlatform: boolean;
}

/** Parameters of `/open` that name the link. Gateways do not get them. */
export const LINK_PARAMETERS: readonly string[] = ['url', 'base', 'dialect', 'lax'];

/** What mail services and social networks add to each link that passes through them. The reader did not choose it. */
const TRACKING = /^(?:utm_\w+|(?:fb|g|d|tw|y)clid|msclkid|mc_[ce]id)$/i;

/** Whether a parameter says nothing about what is opened. */
export const isTracking = (name: string): boolean => TRACKING.test(name);

/**
 * Refuses parameters that the gateway does not read, except those that others add for tracking: somebody who writes
 * `/wais/h.example/db?words` would otherwise get the database in place of the search.
 *
 * @throws RequestError 400 that names them
 */
export function checkParameters(
  { query, gatewayPath }: GatewayRequest,
  { parameters = [] }: Pick<AnyGateway, 'parameters'>,
): void {
  const ofLink = gatewayPath === null ? LINK_PARAMETERS : [];
  const chosen = query.filter(({ name }) => !isTracking(name));
  const prefixes = parameters.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const others = chosen.filter(({ name }) => !prefixes.some((prefix) => name.startsWith(prefix)));
  const advice = parameters.includes('search') ? 'To search, write `?search=` and the words' : undefined;
  refuseUnknown(others, [...ofLink, ...Object.keys(ViewQuery.entries), ...parameters], advice);
}

/** The view that the client wants. @throws RequestError 400 for a format or a charset that does not exist */
export function viewOf({ query, request }: RequestContext): View {
  const { format, charset } = readParameters(query, ViewQuery);
  const others = query.filter(({ name }) => !LINK_PARAMETERS.includes(name));
  const accepted = negotiate(request.headers.get('Accept'), ['text/html', 'application/json']);
  const written = format ?? (accepted === 'text/html' ? 'html' : 'json');
  return {
    format: written === ATOM ? 'json' : written,
    feed: written === ATOM,
    charset: charset || null,
    query: new URLSearchParams(others.map(({ name, value }) => [name, value])),
  };
}

/** Whether the answer shows how the link was written, as JSON does. */
export function showsSpelling(context: RequestContext): boolean {
  const { format, feed } = viewOf(context);
  return format === 'json' && !feed;
}

const noop = (): void => {};

/** Of this isolate. */
const memory = new Memory();

/**
 * Prepares a request to a gateway: its context, and what must be ended after it, every connection that the gateway
 * opens and the deadline of the whole request. The link is without user info and fragment.
 */
export function prepareRequest(link: Resolution, links: LinkBuilder, requestContext: AskContext) {
  const { request, query, environment, prosperoTransport, notes, streaming, gatewayPath, onPlatform } = requestContext;
  const { deadlines } = environment;
  const view = viewOf(requestContext);
  const opener = openerOf(link.scheme);
  const mayAsk = opener?.logIn !== undefined && mayAskPassword(gatewayPath, opener.schemes);
  const connections: SocketConnection[] = [];
  const lifetime = new Deadline(deadlines.total, timedOut('total'), request.signal);
  const dialer: Dialer = {
    connect,
    policy: egressOf(requestContext),
    deadlines,
    lifetime,
    admit: (host) => admitTarget(environment.TARGET_RATE, host),
    platform: platformOf({ onPlatform, subrequests: null }),
  };
  const context: GatewayContext = {
    resolution: link,
    request,
    query,
    environment,
    memory,
    notes,
    view,
    links,
    mayAskPassword: mayAsk,
    authorization: mayAsk ? request.headers.get('Authorization') : null,
    robot: robotOf(request.headers.get('User-Agent')),
    execution: {
      waitUntil: (promise) => void streaming.push(promise.then(noop, noop)),
      announce: (length) => requestContext.announce?.(length),
      suspect: () => requestContext.suspect?.(),
    },
    judgeServer: () => {
      const verdict = approach(socketTarget(link, {}), dialer.policy);
      if (verdict.kind === 'denied') throw egressDenied(verdict);
    },
    resolveServer: () => judgeTarget(socketTarget(link, {}), dialer),
    askProspero: (...asked) => prosperoTransport(environment, lifetime.signal)(...asked),
    connect: async (options = {}) => {
      const target = socketTarget(link, options);
      const connection = await openSocket(target, { ...dialer, deadlines: { ...deadlines, ...options.deadlines } });
      connections.push(connection);
      return connection;
    },
  };
  return { context, connections, lifetime };
}

/** The value of `Server-Timing`: the waits of the first connection; `null` if there was none. */
export function serverTiming(connections: readonly Pick<SocketConnection, 'timings'>[]): string | null {
  const [first] = connections;
  if (first === undefined) return null;
  const { dns, connect, tls, firstByte } = first.timings;
  const waits = Object.entries({ dns, connect, tls, 'first-byte': firstByte });
  return waits.flatMap(([part, duration]) => (duration === null ? [] : `${part};dur=${duration}`)).join(', ');
}
