/**
 * Opens a link with the gateways of the Worker, over the sockets of Node. The answers are those of the Worker, but
 * their links are the links themselves: there is no gateway whose addresses could stand there.
 */
import { approach } from '../../src/egress/policy.ts';
import { type Canonical, explain, type Resolution } from '../../src/index.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { egressDenied, GatewayError } from '../../worker/errors/gateway-error.ts';
import { socketTarget } from '../../worker/gateway/contract/check.ts';
import type { GatewayContext, LinkBuilder } from '../../worker/gateway/contract/contract.ts';
import { canonicalOrNull } from '../../worker/gateway/contract/link-builder.ts';
import { gateways } from '../../worker/gateway/open/built-in.ts';
import type { SocketConnection } from '../../worker/net/connection.ts';
import { Deadline, timedOut } from '../../worker/net/deadline.ts';
import { openSocket } from '../../worker/net/socket.ts';
import { environmentFor, ORIGIN } from './environment.ts';
import { type OpenOptions, openWebLink } from './http.ts';
import { dialerOf } from './network.ts';
import { udpTransport } from './prospero.ts';

/** Servers lead to another link when an item has moved, or a name is a directory. A loop must end. */
const MOST_REDIRECTS = 5;

/**
 * Whether a link leads to something to fetch. Terminals are opened by terminals, and messages are written by people.
 */
export function isFetched({ scheme, kind }: Resolution): boolean {
  return kind === 'http' || (gateways.has(scheme) && kind !== 'terminal' && kind !== 'mailto');
}

/**
 * Opens a link, and follows it where its server says that it has moved to.
 *
 * @param link - one that {@link isFetched}
 * @throws GatewayError as the gateway of its scheme
 */
export async function openLink(link: Resolution, options: OpenOptions): Promise<Response> {
  let next = link;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (next.kind === 'http') return openWebLink(next, options);
    options.onRequest(next);
    const response = await openOnce(next, options);
    const location = response.headers.get('Location');
    if (location === null) return response;
    await response.body?.cancel();
    const target = explain(location);
    // User info goes to the server that it was written for, and to no other.
    const { user, password } = isSameServer(target, link) ? link.components : NO_USER;
    next = { ...target, components: { ...target.components, user, password } };
    if (!isFetched(next)) throw new GatewayError('not-implemented', `The link leads to ${next.canonical}`);
  }
  throw new GatewayError('gateway-protocol', 'The server sends the link around in a circle.');
}

const NO_USER = { user: null, password: null };

function isSameServer(a: Resolution, b: Resolution): boolean {
  const { host, port } = b.components;
  return a.scheme === b.scheme && a.components.host === host && a.components.port === port;
}

async function openOnce(link: Resolution, options: OpenOptions): Promise<Response> {
  const { user, password } = link.components;
  const bare = withoutSecrets(link);
  const gateway = gateways.get(link.scheme);
  if (gateway?.kind !== link.kind) throw new TypeError(`no gateway for ${link.scheme}`);
  const environment = environmentFor(options.settings, options.network);
  const lifetime = new Deadline(environment.deadlines.total, timedOut('total'), options.signal);
  const authorization = user === null ? null : basic(user, password ?? '');
  const connections: SocketConnection[] = [];
  try {
    return await gateway.open(contextOf(bare, { authorization, environment, lifetime, connections }, options));
  } catch (error) {
    for (const connection of connections) connection.close();
    throw error;
  } finally {
    lifetime.lift();
  }
}

/** A link as gateways get it: without user info and fragment. */
function withoutSecrets({ canonical }: Resolution): Resolution {
  const mark = canonical.indexOf('#');
  return explain(withoutUserInfo(mark === -1 ? canonical : canonical.slice(0, mark)));
}

/** User name and password as HTTP has them, which is where gateways read them. */
function basic(user: string, password: string): string {
  const octets = [user, password].map((part) => Buffer.from(decodeURIComponentLatin1(part), 'latin1'));
  return `Basic ${Buffer.concat([octets[0] ?? EMPTY, COLON, octets[1] ?? EMPTY]).toString('base64')}`;
}

const EMPTY = Buffer.alloc(0);
const COLON = Buffer.from(':');

/** Percent-decodes, one character for each octet. */
function decodeURIComponentLatin1(text: string): string {
  return text.replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * A link is its own address. It has no place for the parameters of a gateway, except for the format, which is asked
 * for.
 */
function linksOf(canonical: Canonical): LinkBuilder {
  const hasPlace = (query: Readonly<Record<string, string>> = {}) =>
    Object.keys(query).every((name) => name === 'format');
  return {
    root: '',
    canonical,
    hrefOf: (url, query) => (hasPlace(query) ? canonicalOrNull(url) : null),
    hrefOfCanonical: (link, query) => (hasPlace(query) ? link : null),
    away: (url) => url,
    self: () => canonical,
  };
}

interface Conversation extends Pick<GatewayContext, 'authorization' | 'environment'> {
  readonly lifetime: Deadline;
  /** Every connection that the gateway opens. */
  readonly connections: SocketConnection[];
}

/** What a gateway needs to know of a reader that is no browser. */
function contextOf(link: Resolution, conversation: Conversation, options: OpenOptions): GatewayContext {
  const { authorization, environment, lifetime, connections } = conversation;
  const { format, charset, network, signal } = options;
  const dialer = dialerOf(network, { deadlines: environment.deadlines, lifetime });
  return {
    resolution: link,
    request: new Request(ORIGIN, { signal }),
    query: [],
    environment,
    notes: { route: null, scheme: null, urls: 1, aborted: false, refusal: null, octets: 0 },
    view: {
      format,
      feed: false,
      charset,
      query: new URLSearchParams({ format, ...(charset !== null && { charset }) }),
    },
    links: linksOf(link.canonical),
    mayAskPassword: true,
    authorization,
    robot: null,
    execution: { waitUntil: () => {} },
    judgeServer: () => {
      const verdict = approach(socketTarget(link, {}), dialer.policy);
      if (verdict.kind === 'denied') throw egressDenied(verdict);
    },
    askProspero: udpTransport(network, lifetime.signal),
    connect: async (own = {}) => {
      const deadlines = { ...environment.deadlines, ...own.deadlines };
      const connection = await openSocket(socketTarget(link, own), { ...dialer, deadlines });
      connections.push(connection);
      return connection;
    },
  };
}
