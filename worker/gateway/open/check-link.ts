/**
 * Checks whether a link is alive: asks its server in the link's own protocol, and reports what the server says. The
 * errors of the gateways' conversations become statuses here. Also the order of checks.
 */

import { explain, type Resolution } from '../../../src/index.ts';
import type { SocketConnection } from '../../../src/net/connection.ts';
import { type GatewayCode, type GatewayError, gatewayErrorOf, isFailure } from '../../../src/net/failure.ts';
import { FOUND, type LinkFinding } from '../../../src/open/contract.ts';
import { spokenProtocol } from '../../../src/protocols/greeting.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import {
  type AnyChecker,
  type CheckContext,
  type CheckStatus,
  type LinkCheck,
  type LinkContext,
  type Redirect,
  socketTarget,
} from '../contract/check.ts';
import { checkers } from './built-in.ts';

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
export async function checkLink(link: Resolution, context: CheckContext): Promise<LinkCheck> {
  const redirects: Redirect[] = [];
  for (let current = link; ; ) {
    const checked = await checkOnce(current, context);
    const target = checked.location === null ? null : explain(checked.location, { complete: true });
    if (target === null || target.kind !== link.kind || redirects.length === MOST_REDIRECTS) {
      return { ...checked, redirects, checkedAt: new Date().toISOString() };
    }
    redirects.push({ url: target.canonical, reply: checked.reply });
    current = target;
  }
}

type Checked = Omit<LinkCheck, 'redirects' | 'checkedAt'>;

async function checkOnce(link: Resolution, { dial, ...context }: CheckContext): Promise<Checked> {
  const checker = checkers.get(link.kind);
  if (checker === undefined) return found(NO_SERVER);
  const connections: SocketConnection[] = [];
  const connect: LinkContext['connect'] = async (options = {}) => {
    const connection = await dial(socketTarget(link, options), options.deadlines ?? {});
    connections.push(connection);
    return connection;
  };
  try {
    return found(await checker.check({ ...context, resolution: link, connect, view: { charset: null } }));
  } catch (error) {
    if (!isFailure(error)) throw error;
    const known = gatewayErrorOf(error);
    if (known.code === 'client-closed') throw error;
    // A guess from the first octets never beats a client that understood the reply.
    const isUnderstood = checker.protocol === null && error instanceof ProtocolError && error.status !== null;
    const beginning = isUnderstood ? null : (connections.at(-1)?.beginning ?? null);
    return failed(checker, known, known.code, beginning);
  } finally {
    for (const connection of connections) connection.close();
  }
}

const NOTHING = { reply: null, otherProtocol: null, reason: null, location: null } as const;

function found(finding: LinkFinding): Checked {
  const detail = finding.status === 'not-checked' ? finding.detail : FOUND[finding.status];
  const { status, ...others } = finding;
  return { status, detail, ...NOTHING, ...others };
}

/**
 * @param beginning - the first octets of the last connection; `null` = there was none, or they need no guess
 */
function failed(
  { protocol, sharesProtocol = false }: AnyChecker,
  { message, reply, rule }: GatewayError,
  code: keyof typeof STATUS_OF,
  beginning: Uint8Array | null,
): Checked {
  const status = rule !== null && NOT_ASKED.has(rule) ? 'not-checked' : quoted(code, reply);
  // An answer of the server needs no other reason.
  const reason = status in FOUND && status !== 'alive' ? null : (rule ?? code);
  const failure = { status, detail: message, ...NOTHING, reply, reason };
  if (beginning === null) return failure;
  const isBroken = status === 'other-protocol';
  // A server that sends nothing speaks no protocol.
  if (beginning.length === 0) return isBroken ? { ...failure, status: 'unreachable' } : failure;
  const spoken = spokenProtocol(beginning);
  if (spoken === null) return failure;
  const isOwn = spoken === protocol && !(isBroken && sharesProtocol);
  if (isOwn) return isBroken ? { ...failure, status: 'unavailable' } : failure;
  return { ...failure, status: 'other-protocol', otherProtocol: spoken, detail: `The server speaks ${spoken}.` };
}

/** The status of a failure. A server that can be quoted answers, and speaks the protocol. */
function quoted(code: keyof typeof STATUS_OF, reply: string | null): CheckStatus {
  const isQuoted = reply !== null && (code === 'gateway-protocol' || code === 'gateway-unreachable');
  return isQuoted ? 'unavailable' : STATUS_OF[code];
}

/** A key for the server of a link, for {@link Turns}; empty = the link has none. Ports of one host count together. */
export function serverOf({ kind, components }: Pick<Resolution, 'kind' | 'components'>): string {
  return components.host || (checkers.get(kind)?.needsServer === undefined ? '' : kind);
}

/**
 * Gives work its turn.
 *
 * @example
 * ```ts
 * const turns = new Turns({ concurrency: 3, pause: 0 });
 * await turns.take('h.example:70', async () => 'checked'); // 'checked'
 * ```
 */
export class Turns {
  readonly #pause: number;
  #free: number;
  readonly #waiting: (() => void)[] = [];
  /** The end of the last turn of each server that has one. */
  readonly #last = new Map<string, Promise<void>>();

  /** @param limits - the checks at the same time, and the pause after a check of a server, in milliseconds */
  constructor({ concurrency, pause }: { readonly concurrency: number; readonly pause: number }) {
    this.#free = concurrency;
    this.#pause = pause;
  }

  /**
   * Does work when it is the server's turn.
   *
   * @param server - a key for the server; work without a server has an empty one, and waits for no other
   * @throws the error of the work
   */
  async take<Result>(server: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(server);
    const { promise, resolve } = Promise.withResolvers<void>();
    if (server !== '') this.#last.set(server, promise);
    await before;
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
      const end = () => {
        if (this.#last.get(server) === promise) this.#last.delete(server);
        resolve();
      };
      if (this.#pause > 0) setTimeout(end, this.#pause);
      else end();
    }
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The place goes to the next one who waits. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
