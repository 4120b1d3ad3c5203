/** What a check of a link returns, and what it needs. A check runs in the Worker and, over other sockets, in Node. */
import { type Resolution, schemes } from '../../../src/index.ts';
import type { SocketConnection } from '../../../src/net/connection.ts';
import type { Deadlines } from '../../../src/net/deadlines.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import type { SocketTarget } from '../../../src/net/socket.ts';
import type {
  ConnectOptions,
  FOUND,
  LinkFinding,
  LinkKind,
  OpenSettings,
  ServerSetting,
} from '../../../src/open/contract.ts';
import type { RobotsRules } from '../../../src/open/robots-rules.ts';
import type { SpokenProtocol } from '../../../src/protocols/greeting.ts';
import type { HttpHead } from '../../../src/protocols/http/head.ts';
import type { AskProspero } from '../../../src/protocols/prospero/client.ts';
import type { Environment } from '../../settings/environment.ts';

/** What a check finds: what a server says, or why none says anything. */
export type CheckStatus = keyof typeof FOUND | 'unreachable' | 'other-protocol' | 'not-checked';

export interface Redirect {
  readonly url: string;
  /** The words of the server that sent it. */
  readonly reply: string | null;
}

export interface LinkCheck {
  readonly status: CheckStatus;
  /** A sentence for people. It may quote the server. */
  readonly detail: string;
  /** The server's own words, such as `550 No such file`; `null` = none that can be quoted. */
  readonly reply: string | null;
  /** The name of another protocol that answered, such as `SSH`; `null` = none, or none that is recognised. */
  readonly otherProtocol: string | null;
  /** Why there is no better status: the code of a problem, or the rule that refused; `null` = the server decided. */
  readonly reason: string | null;
  /** The address that the server names instead, if it was not followed. */
  readonly location: string | null;
  readonly redirects: readonly Redirect[];
  /** When the check ended: ISO 8601. */
  readonly checkedAt: string;
}

export type CheckSettings = Pick<
  Environment,
  'cnrpGeography' | 'cnrpServices' | 'contact' | 'deadlines' | 'newsLogin' | 'newsServer'
>;

/** What the checks of one request, or of one run, share. */
export interface CheckContext {
  readonly environment: CheckSettings;
  /** Ends every wait when it aborts. */
  readonly request: { readonly signal: AbortSignal };
  /** The rules of the servers that were asked for them. */
  readonly robots: RobotsRules;
  readonly userAgent: string;
  /** Asks a Prospero server, by datagrams that need no connection. */
  readonly askProspero: AskProspero;
  /** Hears the head of each answer of a web server about the link, with the address that was asked. */
  readonly onHead?: (url: string, head: HttpHead) => void;
  /** Opens a connection, with the deadlines that differ from the settings. `checkLink` closes it. */
  dial(target: SocketTarget, deadlines: Partial<Deadlines>): Promise<SocketConnection>;
}

/** The context of the check of one link. Gateways share their conversations with it. */
export type LinkContext<Kind extends LinkKind = LinkKind> = ContextOf<Extract<Resolution, { kind: Kind }>>;

interface ContextOf<Link extends Resolution> extends Omit<CheckContext, 'dial'> {
  readonly resolution: Link;
  readonly view: { readonly charset: null };
  connect(options?: ConnectOptions): Promise<SocketConnection>;
}

/** Asks servers about the links of one kind. Each gateway is one. */
export interface Checker<Kind extends LinkKind = LinkKind> {
  readonly kind: Kind;
  /** The protocol that the servers speak, as `spokenProtocol` names it; `null` = it does not recognise the protocol. */
  readonly protocol: SpokenProtocol | null;
  /** Whether other servers speak the protocol, too: CNRP is HTTP, but a web server knows no names. Absent = `false`. */
  readonly sharesProtocol?: boolean;
  /** As in `Opener`. */
  needsServer?(settings: OpenSettings): ServerSetting | null;
  /**
   * Asks the server of a link whether it has what the link names. A gateway whose links no server can be asked about
   * returns `not-checked` with the reason.
   *
   * @throws Failure for everything that a server may answer instead; `checkLink` makes a status of it
   */
  check(context: LinkContext<Kind>): LinkFinding | Promise<LinkFinding>;
}

/** A checker whose kind is only known at run time, as in the list of gateways. */
export type AnyChecker = Pick<Checker, keyof Checker>;

export function noServer(): GatewayError {
  return new GatewayError('bad-request', 'The link does not say which server.');
}

/** The server of a link, unless the options name another server. */
export function socketTarget(
  { scheme, components }: Pick<Resolution, 'scheme' | 'components'>,
  options: ConnectOptions,
): SocketTarget {
  const host = options.host ?? components.host;
  const defaultPort = options.defaultPort ?? schemes.get(scheme)?.defaultPort ?? null;
  const port = options.port ?? components.port ?? defaultPort;
  if (host === null || port === null) throw noServer();
  return { host, port, defaultPort, tls: options.tls ?? 'none' };
}
