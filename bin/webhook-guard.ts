/**
 * Webhooks at delivery, in Node: connections are refused unless every address of the name is public at the moment of
 * the connection. A name that led to a public address when it was registered may lead to this machine now ("DNS
 * rebinding").
 *
 * ```
 *   http.request ──▶ agent.createConnection ──▶ lookup ──▶ connect to one of the judged addresses
 *                    judges the port, and       judges every address
 *                    addresses in the URL       of the answer
 * ```
 * Node looks up no address that stands in the URL itself, so a lookup alone does not see `http://127.0.0.1/`.
 */
import { promises as dns, type LookupAddress, type LookupOptions } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions as HttpsAgentOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { deniedError, type EgressError } from '../src/egress/egress-error.ts';
import { approach, type CalledServer, type Denial } from '../src/egress/judgement.ts';
import { judgeCalled } from '../src/webhooks/delivery.ts';
import { type WebhookOptions, webhookPolicy } from '../src/webhooks/index.ts';

/** Finds the addresses of a name. */
export type Resolve = (hostname: string, options: LookupOptions) => Promise<readonly LookupAddress[]>;

export interface GuardOptions extends WebhookOptions {
  /** How names are looked up; default: as Node does. */
  readonly resolve?: Resolve | undefined;
}

const systemResolve: Resolve = (hostname, options) => dns.lookup(hostname, { ...options, all: true });

/**
 * A `lookup` for `http.request`, `net.connect` and the `connect` option of undici. It fails with {@link EgressError}
 * unless all addresses of the name are public. Node does not call it for a host that is an address: use
 * {@link guardedAgents} or {@link guardedConnector}, which also judge those.
 *
 * @param options - what is allowed, and how names are looked up
 * @param port - the port of the connections; without it, the entries of `EGRESS_ALLOW` do not count
 * @example
 * ```ts
 * const lookup = guardedLookup({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
 * const { promise, resolve } = Promise.withResolvers();
 * lookup('rebinding.example.com', { all: true }, (error) => resolve(error?.code));
 * await promise; // 'EGRESS_DENIED'
 * ```
 */
export function guardedLookup(options: GuardOptions = {}, port: number | null = null): LookupFunction {
  return lookupFor({ port, defaultPort: null }, options);
}

/** A lookup for the connections to one port. */
function lookupFor(ports: Omit<CalledServer, 'host'>, options: GuardOptions): LookupFunction {
  const { resolve = systemResolve } = options;
  const policy = webhookPolicy(options);
  return (hostname, lookupOptions, callback) => {
    const judged = async (): Promise<LookupAddress[]> => {
      const answers = await resolve(hostname, { ...lookupOptions, all: true });
      const addresses = answers.map(({ address }) => address);
      const verdict = judgeCalled(addresses, { host: hostname, ...ports }, policy);
      if (!verdict.allowed) throw deniedError(verdict, hostname);
      return [...answers];
    };
    judged().then(
      (answers) => {
        const [first] = answers;
        if (first === undefined) callback(notFound(hostname), lookupOptions.all ? [] : '', 0);
        else if (lookupOptions.all) callback(null, answers);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, lookupOptions.all ? [] : '', 0),
    );
  };
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address.`), { code: 'ENOTFOUND' });
}

/** The host and port of a connection, as Node and undici name them. */
export interface ConnectionTarget {
  readonly host?: string | null | undefined;
  readonly hostname?: string | null | undefined;
  readonly port?: string | number | null | undefined;
  readonly protocol?: string | null | undefined;
  /** The path of a Unix socket. */
  readonly socketPath?: string | null | undefined;
}

/** Judges a connection before any name is looked up; `null` = it may be made. */
function guardError(target: ConnectionTarget, defaultPort: number, options: GuardOptions): EgressError | null {
  const host = target.hostname ?? target.host ?? '';
  const port = portOf(target, defaultPort);
  if (target.socketPath) return deniedError(UNIX_SOCKET, target.socketPath);
  const { egress, sender } = webhookPolicy(options);
  const judged = approach({ host, port, defaultPort }, egress, sender);
  return judged.kind === 'denied' ? deniedError(judged, host) : null;
}

const UNIX_SOCKET: Denial = {
  allowed: false,
  rule: 'host-syntax',
  detail: 'A webhook cannot call a Unix socket.',
};

/** Called with the connection, or with the error. */
type ConnectionCallback = Parameters<HttpAgent['createConnection']>[1];

const HTTP = 80;
const HTTPS = 443;

/** The port of a connection: absent in some clients, and empty in undici, if it is the default of the scheme. */
const portOf = ({ port }: ConnectionTarget, defaultPort: number): number => Number(port || defaultPort);

/** Makes an agent judge each connection before it makes it. */
function guarded<Guarded extends HttpAgent>(agent: Guarded, defaultPort: number, guard: GuardOptions): Guarded {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (target: object, connected?: ConnectionCallback): Duplex | null | undefined => {
    const refused = guardError(target, defaultPort, guard);
    if (refused !== null) return refuse(refused, connected);
    const ports = { port: portOf(target, defaultPort), defaultPort };
    return connect({ ...target, lookup: lookupFor(ports, guard) }, connected);
  };
  return agent;
}

/** A request learns of it as of any connection that failed. */
function refuse(error: EgressError, connected: ConnectionCallback): undefined {
  if (connected === undefined) throw error;
  process.nextTick(connected, error);
}

/**
 * Agents for `http.request` and `https.request` that refuse connections to hosts, addresses and ports that a webhook
 * may not call. They judge each connection, so a redirect that a program follows with them is judged too.
 *
 * @param options - what is allowed, and how names are looked up
 * @param agentOptions - options of both agents
 * @example
 * ```ts
 * const agents = guardedAgents({ ports: [443] });
 * agents.https.maxSockets; // Infinity
 * ```
 */
export function guardedAgents(
  options: GuardOptions = {},
  agentOptions: HttpsAgentOptions = {},
): { readonly http: HttpAgent; readonly https: HttpsAgent } {
  // A wrong entry of a list is an error here, not at the first connection.
  webhookPolicy(options);
  return {
    http: guarded(new HttpAgent(agentOptions), HTTP, options),
    https: guarded(new HttpsAgent(agentOptions), HTTPS, options),
  };
}

/** A function that makes connections for undici. */
export type Connector<Target extends ConnectionTarget, Callback extends (error: Error, connection: null) => void> = (
  target: Target,
  callback: Callback,
) => unknown;

/**
 * A connector for undici's `connect` option that refuses what {@link guardedAgents} refuse.
 *
 * ```
 *   new Agent({ connect: guardedConnector((lookup) => buildConnector({ lookup }), options) })
 * ```
 *
 * @param connectorWith - makes the connector, with the lookup that it must use
 * @param options - what is allowed, and how names are looked up
 * @throws Error in Bun, which replaces undici by its own `fetch` and ignores connectors: use `guardedFetch`
 * @example
 * ```ts
 * const connect = guardedConnector(() => () => 'connected');
 * const { promise, resolve } = Promise.withResolvers();
 * connect({ hostname: '127.0.0.1', port: '443', protocol: 'https:' }, (error) => resolve(error?.code));
 * await promise; // 'EGRESS_DENIED'
 * ```
 */
export function guardedConnector<
  Target extends ConnectionTarget,
  Callback extends (error: Error, connection: null) => void,
>(
  connectorWith: (lookup: LookupFunction) => Connector<Target, Callback>,
  options: GuardOptions = {},
): Connector<Target, Callback> {
  webhookPolicy(options);
  if ('bun' in process.versions) {
    throw new Error('Bun replaces undici by its own fetch, which ignores connectors: use guardedFetch.');
  }
  return (target, callback) => {
    const defaultPort = target.protocol === 'https:' ? HTTPS : HTTP;
    const refused = guardError(target, defaultPort, options);
    const ports = { port: portOf(target, defaultPort), defaultPort };
    if (refused === null) connectorWith(lookupFor(ports, options))(target, callback);
    else process.nextTick(callback, refused, null);
  };
}
