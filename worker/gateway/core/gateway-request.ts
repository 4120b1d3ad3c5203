/**
 * A visit: one request for one link, with everything that a gateway needs bound to it, and what every answer of a
 * gateway has in common.
 */
import * as v from 'valibot';
import { type Resolution, schemes } from '../../../src/index.ts';
import { charsetOf } from '../../../src/schemes/charset.ts';
import { negotiate } from '../../http/negotiation.ts';
import { egressOf, originOf } from '../../http/origin.ts';
import { readQuery } from '../../http/query.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Connection, Dialer } from '../../net/connection.ts';
import { Deadline, timedOut } from '../../net/deadline.ts';
import { GatewayError } from '../../net/errors.ts';
import { admitTarget } from '../../net/rate.ts';
import { openSocket } from '../../net/socket.ts';
import { type ConnectOptions, FORMATS, type GatewayContext, type View } from './contract.ts';
import { linkBuilder } from './link-builder.ts';
import { robotOf } from './robot.ts';

/** Parameters that every gateway has. */
const ViewQuery = v.looseObject({
  format: v.exactOptional(v.picklist(FORMATS, `must be ${FORMATS.join(' or ')}`)),
  charset: v.exactOptional(
    v.pipe(
      v.string(),
      v.transform((label) => (label === '' ? label : charsetOf(label))),
      v.string('must be the name of a charset'),
    ),
  ),
});

/** Parameters that say which link is visited, and not how. */
const OF_THE_LINK = ['url', 'base', 'dialect', 'lax'] as const;

/**
 * How a request wants to see things.
 *
 * @throws RequestError 400 for a format or a charset that there is not
 */
export function viewOf({ url, request }: RequestContext): View {
  const { format, charset } = readQuery(url, ViewQuery);
  const query = new URL(url).searchParams;
  for (const name of OF_THE_LINK) query.delete(name);
  const accepted = negotiate(request.headers.get('Accept'), ['text/html', 'application/json']);
  return {
    format: format ?? (accepted === 'text/html' ? 'html' : 'json'),
    charset: charset || null,
    query,
  };
}

/** A visit under way, and what the frame must know when it ends. */
export interface GatewayRequest {
  readonly context: GatewayContext;
  /** Every connection that the gateway opened. */
  readonly connections: readonly Connection[];
  /** The time of the visit as a whole. */
  readonly lifetime: Deadline;
}

/**
 * Prepares a visit.
 *
 * @param authorized - whether the address of the request is one that may have `Authorization`
 */
export function prepareRequest(
  resolution: Resolution,
  requestContext: RequestContext,
  authorized: boolean,
): GatewayRequest {
  const { request, environment, notes, streaming } = requestContext;
  const { deadlines } = environment;
  const connections: Connection[] = [];
  const lifetime = new Deadline(deadlines.total, timedOut('total'), request.signal);
  const dialer: Dialer = {
    policy: egressOf(requestContext),
    deadlines,
    lifetime,
    admit: (host) => admitTarget(environment.TARGET_RATE, host),
  };
  const context: GatewayContext = {
    resolution,
    request,
    environment,
    notes,
    view: viewOf(requestContext),
    links: linkBuilder(resolution.canonical, originOf(requestContext), environment),
    mayAskPassword: authorized,
    authorization: authorized ? request.headers.get('Authorization') : null,
    robot: robotOf(request.headers.get('User-Agent')),
    execution: {
      waitUntil: (promise) => {
        streaming.push(
          promise.then(
            () => {},
            () => {},
          ),
        );
      },
    },
    connect: async (options = {}) => {
      const target = targetOf(resolution, options);
      const connection = await openSocket(target, dialer);
      connections.push(connection);
      return connection;
    },
  };
  return { context, connections, lifetime };
}

function targetOf({ scheme, components }: Resolution, options: ConnectOptions) {
  const host = options.host ?? components.host;
  const defaultPort = options.defaultPort ?? schemes.get(scheme)?.defaultPort ?? null;
  const port = options.port ?? components.port ?? defaultPort;
  if (host === null || port === null) throw new GatewayError('bad-request', 'The link does not say which server.');
  return { host, port, defaultPort, tls: options.tls ?? 'none' } as const;
}

/** `Server-Timing` for what was waited for; `null` where there was nothing. */
export function serverTiming(connections: readonly Pick<Connection, 'timings'>[]): string | null {
  const [first] = connections;
  if (first === undefined) return null;
  const { dns, connect, tls, firstByte } = first.timings;
  const waits = Object.entries({ dns, connect, tls, 'first-byte': firstByte });
  return waits.flatMap(([part, duration]) => (duration === null ? [] : `${part};dur=${duration}`)).join(', ');
}
