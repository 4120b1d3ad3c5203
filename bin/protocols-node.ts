/**
 * Connections for protocol clients over the sockets of Node: TCP, TLS, STARTTLS, and datagrams for Prospero. They also
 * run in Bun and Deno. Entry `waypost/protocols/node` of the package.
 *
 * ```
 *   connectTo({ host, port }) ──▶ Connect ──▶ gopher.ask, ftp.FtpClient.logIn, nntp.NewsSession.open, …
 *   prosperoTransport()       ──▶ AskProspero ──▶ prospero.findObject, …
 * ```
 */
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { deniedError, EgressError } from '../src/egress/egress-error.ts';
import { hostKey } from '../src/egress/host-list.ts';
import { approach, judgePort } from '../src/egress/judgement.ts';
import { safeExplain } from '../src/index.ts';
import { latin1Of, octetsOfLatin1 } from '../src/octets/octets.ts';
import type { Connect, Connection, PeerConnection, Tls } from '../src/protocols/connection.ts';
import type { AskProspero } from '../src/protocols/prospero/client.ts';
import { exchangeDatagrams } from '../src/protocols/prospero/datagrams.ts';
import { prosperoUrl } from '../src/protocols/prospero/links.ts';
import { type ProtocolCode, ProtocolError } from '../src/protocols/protocol-error.ts';
import { type Patience, StreamConnection, type Streams } from '../src/protocols/stream-connection.ts';
import { prosperoObject, questionText } from '../src/schemes/prospero/request.ts';
import { webhookPolicy } from '../src/webhooks/index.ts';
import { type Connected, inTime, type NodeSocket, openSocket } from './node-socket.ts';
import { type GuardOptions, guardedLookup } from './webhook-guard.ts';

/** A server. */
export interface Server {
  /** A name or an address; IPv6 with or without brackets. */
  readonly host: string;
  readonly port: number;
}

export interface ConnectionOptions {
  /**
   * How long a connection, and the beginning of TLS, may take, in milliseconds; `null` = without limit. Absent =
   * 10,000.
   */
  readonly connectTime?: number | null | undefined;
  /** How long the server may be silent. Absent = 15,000 milliseconds each. */
  readonly patience?: Patience | undefined;
  /** Ends every wait. Its reason is the error. */
  readonly signal?: AbortSignal | null | undefined;
  /**
   * What may be connected to: the options of `waypost/webhooks/node`, of which those about schemes and ports of
   * webhooks do not count. The host, the port and every address of the name are judged, and again for data connections
   * of FTP. Absent or `null` = everything: right for servers that you chose, and not for links of strangers.
   */
  readonly guard?: GuardOptions | null | undefined;
  /** Certificates in PEM that are trusted in place of Node's own. Absent = Node's own. */
  readonly authorities?: readonly string[] | undefined;
}

const CONNECT_TIME = 10_000;
const PATIENCE: Patience = { first: 15_000, idle: 15_000 };

/**
 * Makes the function that opens connections to one server, which every client but that of Prospero takes. Nothing is
 * connected before the client asks for it.
 *
 * With TLS, the certificate must be valid for the host. `another` of these connections, with which FTP opens its data
 * connections, goes to the address of the first one (CVE-2020-8284).
 *
 * @throws EgressError in place of a connection that `guard` refuses
 * @throws ProtocolError `unreachable`, `timeout` or `tls`
 * @example
 * ```ts
 * const connect = connectTo({ host: '127.0.0.1', port: 70 }, { guard: {} });
 * await connect('none').catch(({ code, rule }) => `${code} ${rule}`); // 'EGRESS_DENIED address'
 * ```
 */
export function connectTo(server: Server, options: ConnectionOptions = {}): Connect<PeerConnection> {
  const host = withoutBrackets(server.host);
  return async (tls) => {
    const lookup = judged({ ...server, host }, options);
    return connection({ ...server, host }, host, tls, options, lookup);
  };
}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/**
 * Judges a server before anything is resolved. Returns what resolves its name and judges the addresses; `undefined` =
 * the system resolves it. Throws an `EgressError`.
 */
function judged({ host, port }: Server, { guard = null }: ConnectionOptions): LookupFunction | undefined {
  if (guard === null) return undefined;
  const key = hostKey(isIP(host) === 6 ? `[${host}]` : host);
  const { egress, sender } = webhookPolicy(guard);
  const approached = approach({ host: key, port, defaultPort: port }, egress, { ...sender, ports: null });
  if (approached.kind === 'denied') throw deniedError(approached, host);
  return guardedLookup(guard, port);
}

/** @param name - that the certificate must be valid for */
async function connection(
  { host, port }: Server,
  name: string,
  tls: Tls,
  options: ConnectionOptions,
  lookup?: LookupFunction,
): Promise<PeerConnection> {
  const { patience = PATIENCE, signal = null } = options;
  const socket = openSocket({ host, port, ...(lookup && { lookup }) });
  const { remoteAddress } = await opened(socket, options, 'unreachable', 'The server does not accept a connection.');
  const connected = new NodeConnection(streamsOf(socket, name, options), patience, signal, (port, tls) => {
    const verdict = options.guard ? judgePort(port, null, webhookPolicy(options.guard).egress) : null;
    if (verdict?.allowed === false) throw deniedError(verdict, host);
    return connection({ host: remoteAddress, port }, name, tls, options);
  });
  if (tls === 'implicit') await connected.startTls();
  return connected;
}

class NodeConnection extends StreamConnection implements PeerConnection {
  readonly #another: PeerConnection['another'];

  constructor(streams: Streams, patience: Patience, signal: AbortSignal | null, another: PeerConnection['another']) {
    super(streams, patience, signal);
    this.#another = another;
  }

  another(port: number, tls: 'none' | 'starttls'): Promise<Connection> {
    return this.#another(port, tls);
  }
}

function streamsOf(socket: NodeSocket, name: string, options: ConnectionOptions): Streams {
  return {
    readable: socket.readable,
    writable: socket.writable,
    close: () => void socket.close(),
    startTls: async () => {
      const secured = socket.startTls({ expectedServerHostname: name }, options.authorities);
      const detail = 'The server offers no TLS, or its certificate is not valid for this host.';
      await opened(secured, options, 'tls', detail);
      return streamsOf(secured, name, options);
    },
  };
}

/** Waits for a connection. A socket that does not open in time is closed. */
async function opened(
  socket: NodeSocket,
  { connectTime = CONNECT_TIME, signal = null }: ConnectionOptions,
  code: ProtocolCode,
  detail: string,
): Promise<Connected> {
  const late = () => new ProtocolError('timeout', 'The server did not accept a connection in time.');
  const opening = socket.opened.catch((cause: unknown) => {
    throw cause instanceof EgressError ? cause : new ProtocolError(code, detail, { cause });
  });
  try {
    return await inTime(opening, signal, connectTime, late);
  } catch (error) {
    void socket.close();
    throw error;
  }
}

/**
 * Makes what asks Prospero servers by UDP. Each question is given up after 20 seconds.
 *
 * Servers name other servers, also private ones: use `guard` unless you know all of them.
 *
 * @throws EgressError in place of a question that `guard` refuses
 * @throws ProtocolError `unreachable`, `timeout`, `malformed`, `forbidden`, `too-large` or `invalid-request`
 * @example
 * ```ts
 * const ask = prosperoTransport({ guard: {} });
 * const object = { host: '127.0.0.1', port: 1525, hsoname: '/pub', version: null };
 * await ask(object, 'list', 5).catch(({ code, rule }) => `${code} ${rule}`); // 'EGRESS_DENIED address'
 * ```
 */
export function prosperoTransport(options: Pick<ConnectionOptions, 'guard' | 'signal'> = {}): AskProspero {
  const never = new AbortController().signal;
  return async (object, ask, version) => {
    const url = prosperoUrl(object);
    const explained = url === null ? null : safeExplain(url, { complete: true });
    const { host, port, path } = explained?.ok ? explained.value.components : NOWHERE;
    const named = prosperoObject({ path }, object.version);
    if (host === null || port === null || named === null) {
      throw new ProtocolError('invalid-request', 'A Prospero request cannot name this object.');
    }
    const peer = await peerOf({ host: withoutBrackets(host), port }, options);
    const text = octetsOfLatin1(questionText(named, ask, version));
    return latin1Of(await exchangeDatagrams(peer, text, version, options.signal ?? never, createSocket));
  };
}

const NOWHERE = { host: null, port: null, path: '/' };

async function peerOf(server: Server, options: ConnectionOptions) {
  const judgedLookup = judged(server, options);
  const { address, family } = await lookUpHost(server.host, judgedLookup).catch((cause: unknown) => {
    throw cause instanceof EgressError
      ? cause
      : new ProtocolError('unreachable', 'The server has no address.', { cause });
  });
  return { address, port: server.port, family: family === 6 ? 6 : 4 } as const;
}

function lookUpHost(host: string, lookUp: LookupFunction | undefined) {
  const family = isIP(host);
  if (family !== 0) return Promise.resolve({ address: host, family });
  if (lookUp === undefined) return lookup(host);
  return new Promise<{ readonly address: string; readonly family: number }>((resolve, reject) => {
    lookUp(host, { all: false }, (error, address, family = 4) => {
      if (error !== null) reject(error);
      else if (typeof address === 'string') resolve({ address, family });
    });
  });
}
