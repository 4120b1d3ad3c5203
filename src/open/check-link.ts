/**
 * Checks whether a link is alive: asks its server in the link's own protocol, and reports what the server says. The
 * errors of conversations become statuses here.
 */
import { explain, type Resolution } from '../index.ts';
import type { SocketConnection } from '../net/connection.ts';
import type { Deadline } from '../net/deadline.ts';
import type { Deadlines } from '../net/deadlines.ts';
import { type GatewayCode, type GatewayError, gatewayErrorOf, isFailure } from '../net/failure.ts';
import type { SocketTarget } from '../net/socket.ts';
import { spokenProtocol } from '../protocols/greeting.ts';
import { type ProtocolCode, ProtocolError } from '../protocols/protocol-error.ts';
import { ALIVE, type AnyOpener, type CheckNetwork, type LinkFinding, NOTHING_ASKED } from './contract.ts';
import type { IdleSessions } from './idle-sessions.ts';
import { circleError, socketTarget } from './links.ts';
import { Memory } from './memory.ts';
import { openerOf } from './registry.ts';
import { type CheckStatus, FOUND } from './statuses.ts';

interface Redirect {
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

/** What the checks of one request, or of one run, share. */
export interface CheckRun extends Omit<CheckNetwork, 'connect' | 'judgeServer' | 'resolveServer' | 'sessions'> {
  /** The sessions of a batch, and the time of this link; absent = each link has a session of its own. */
  readonly batch?: { readonly sessions: IdleSessions; readonly lifetime: Deadline } | undefined;
  /** Opens a connection, with the deadlines that differ from the settings. `checkLink` closes it. */
  dial(target: SocketTarget, deadlines: Partial<Deadlines>): Promise<SocketConnection>;
  /** Whether a redirect within the protocol is followed. Absent = each is. */
  readonly follows?: ((target: Resolution) => boolean) | undefined;
}

/** A key for the server of a link, for `Turns`; empty = the link has none. Ports of one host count together. */
export function serverOf({ scheme, kind, components }: Pick<Resolution, 'scheme' | 'kind' | 'components'>): string {
  // A setting names the server.
  return components.host || (openerOf(scheme)?.needsServer === undefined ? '' : kind);
}

/** The redirects that are followed, as many as RFC 9309 §2.3.1.2 asks for. Each target is judged like a first one. */
const MOST_REDIRECTS = 5;

const STATUS_OF = {
  'bad-request': 'not-checked',
  unauthorized: 'restricted',
  'egress-denied': 'not-checked',
  forbidden: 'restricted',
  'not-found': 'gone',
  'rate-limited': 'not-checked',
  'not-implemented': 'not-checked',
  'gateway-unreachable': 'unreachable',
  'gateway-protocol': 'other-protocol',
  // The server has so much of it that the check did not read everything.
  'gateway-limit': 'alive',
  'gateway-tls': 'unreachable',
  'gateway-busy': 'unavailable',
  'gateway-server-failure': 'unavailable',
  'gateway-timeout': 'unreachable',
} as const satisfies Readonly<Record<Exclude<GatewayCode, 'client-closed'>, CheckStatus>>;

/** How the answer of a server ends too early. */
const FELL_SILENT: ReadonlySet<GatewayCode> = new Set(['gateway-unreachable', 'gateway-timeout']);

/** Rules by which a server was not asked, whatever the code of the error is. */
const NOT_ASKED: ReadonlySet<string> = new Set(['platform', 'resolver-failed']);

/** The finding about kinds of links without a checker: files, parts of messages, code, schemes without a gateway. */
const NO_SERVER: LinkFinding = {
  status: 'not-checked',
  reason: 'no-server',
  detail: 'No server can be asked about a link of this kind.',
};

/**
 * Checks a link. It sends no user name and no password of the link, and follows redirects within a protocol.
 *
 * @throws GatewayError `client-closed`
 */
export async function checkLink(link: Resolution, run: CheckRun): Promise<LinkCheck> {
  const redirects: Redirect[] = [];
  const asked = new Set<string>();
  for (let current = link; ; ) {
    const checked = await checkOnce(current, run);
    asked.add(current.canonical);
    const target = checked.location === null ? null : explain(checked.location, { complete: true });
    if (target !== null && asked.has(target.canonical)) {
      const circle = { ...checked, status: 'unavailable', detail: circleError().message, location: null } as const;
      return { ...circle, redirects, checkedAt: new Date().toISOString() };
    }
    const isFollowed = target?.kind === link.kind && run.follows?.(target) !== false;
    if (target === null || !isFollowed || redirects.length === MOST_REDIRECTS) {
      return { ...checked, redirects, checkedAt: new Date().toISOString() };
    }
    redirects.push({ url: target.canonical, reply: checked.reply });
    current = target;
  }
}

type Checked = Omit<LinkCheck, 'redirects' | 'checkedAt'>;

/**
 * The network of one link in a run.
 *
 * @returns also the connections that it opens, which the caller closes
 */
export function networkFor(link: Resolution, { dial, batch, ...shared }: CheckRun) {
  const connections: SocketConnection[] = [];
  let own: SocketConnection | null = null;
  const network: CheckNetwork = {
    ...shared,
    sessions: batch?.sessions.begin(serverOf(link), batch.lifetime, connections),
    connect: async (options = {}) => {
      await batch?.sessions.admitConnection();
      const connection = await dial(socketTarget(link, options), options.deadlines ?? {});
      connections.push(connection);
      if (options.isBeside !== true) own = connection;
      return connection;
    },
    // The server is judged when it is asked.
    judgeServer() {},
    async resolveServer() {},
  };
  /** The first octets of the server of the link; `null` = it was not asked. */
  const beginning = (): Uint8Array | null => own?.beginning ?? null;
  return { network, connections, beginning };
}

async function checkOnce(link: Resolution, run: CheckRun): Promise<Checked> {
  const opener = openerOf(link.scheme);
  if (opener === undefined) return found(NO_SERVER);
  const { network, connections, beginning } = networkFor(link, run);
  try {
    return found(await findingFor(opener, link, network));
  } catch (error) {
    if (!isFailure(error)) throw error;
    const known = gatewayErrorOf(error);
    if (known.code === 'client-closed') throw error;
    // A guess from the first octets never beats a client that understood the reply.
    return failed(opener, known, known.code, isAnswer(error) ? null : beginning());
  } finally {
    for (const connection of connections) connection.close();
    run.batch?.sessions.end();
  }
}

/** Errors that answer the question. A server of another protocol does not know it, or breaks the protocol. */
const ANSWERS: ReadonlySet<ProtocolCode> = new Set(['not-found', 'forbidden', 'login-required', 'busy']);

/** Whether an error is the server's own answer, which the client understood. */
function isAnswer(error: unknown): boolean {
  return error instanceof ProtocolError && error.status !== null && ANSWERS.has(error.code);
}

/** What a reply without a status shows: it may say in any words that nothing is there. */
const WORDS_ONLY: LinkFinding = {
  status: 'alive',
  detail: 'The server answers. Only the text of its reply says whether it has this.',
};

/** What an opener says about a link, or else what it opens. */
async function findingFor(opener: AnyOpener, link: Resolution, network: CheckNetwork): Promise<LinkFinding> {
  if (opener.check !== undefined) return opener.check(link, network);
  const opened = await opener.open(link, {
    ...network,
    ...NOTHING_ASKED,
    wants: 'values',
    isBrief: true,
    memory: new Memory(),
  });
  if (opened.shape === 'moved') return { status: 'moved', location: opened.url };
  if (opened.shape === 'file') opened.close();
  return opener.hasNoStatus === true ? WORDS_ONLY : ALIVE;
}

/** What is known of a server that was not asked. */
export const NOTHING_FOUND = { reply: null, otherProtocol: null, reason: null, location: null } as const;

function found(finding: LinkFinding): Checked {
  const detail = finding.status === 'not-checked' ? finding.detail : FOUND[finding.status].meaning;
  const { status, ...others } = finding;
  return { status, detail, ...NOTHING_FOUND, ...others };
}

/**
 * @param beginning - the first octets of the last connection; `null` = there was none, or they need no guess
 */
function failed(
  { protocol, sharesProtocol = false }: AnyOpener,
  { message, reply, rule }: GatewayError,
  code: keyof typeof STATUS_OF,
  beginning: Uint8Array | null,
): Checked {
  const status = rule !== null && NOT_ASKED.has(rule) ? 'not-checked' : quoted(code, reply);
  // An answer of the server needs no other reason.
  const reason = status in FOUND && status !== 'alive' ? null : (rule ?? code);
  const failure = { status, detail: message, ...NOTHING_FOUND, reply, reason };
  if (beginning === null) return failure;
  const isBroken = status === 'other-protocol';
  // A server that sends nothing speaks no protocol.
  if (beginning.length === 0) return isBroken ? { ...failure, status: 'unreachable' } : failure;
  const spoken = spokenProtocol(beginning);
  if (spoken === null) return failure;
  const isOwn = spoken === protocol && !(isBroken && sharesProtocol);
  // It answers, and fails later.
  if (isOwn) return isBroken || FELL_SILENT.has(code) ? { ...failure, status: 'unavailable' } : failure;
  return { ...failure, status: 'other-protocol', otherProtocol: spoken, detail: `The server speaks ${spoken}.` };
}

/** The status of a failure. A server that can be quoted answers, and speaks the protocol. */
function quoted(code: keyof typeof STATUS_OF, reply: string | null): CheckStatus {
  const isQuoted = reply !== null && (code === 'gateway-protocol' || code === 'gateway-unreachable');
  return isQuoted ? 'unavailable' : STATUS_OF[code];
}
