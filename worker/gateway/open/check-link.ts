/**
 * Checks whether a link is alive: asks its server in the link's own protocol, and reports what the server says. The
 * errors of the gateways' conversations become statuses here.
 */
import { explain, type Resolution } from '../../../src/index.ts';
import { spokenProtocol } from '../../../src/protocols/greeting.ts';
import { type GatewayCode, GatewayError } from '../../errors/gateway-error.ts';
import type { Connection } from '../../net/connection.ts';
import {
  type CheckContext,
  type CheckStatus,
  type Finding,
  FOUND,
  type LinkCheck,
  type LinkContext,
  type Redirect,
} from '../contract/check.ts';
import { socketTarget } from '../contract/socket-target.ts';
import { checkFtp } from '../ftp/check.ts';
import { checkGo } from '../go/check.ts';
import { checkGopher } from '../gopher/check.ts';
import { checkHttp } from '../http/check.ts';
import { checkMid, checkNews } from '../news/check.ts';
import { checkProspero } from '../prospero/check.ts';
import { checkTerminal } from '../terminal/check.ts';
import { checkWais } from '../wais/check.ts';

/** The redirects that are followed, as many as RFC 9309 §2.3.1.2 asks for. Each target is judged like a first one. */
const MOST_REDIRECTS = 5;

/** The protocol of each kind of link, as `spokenProtocol` names it. Nothing is foreign to those without a name. */
const OWN_PROTOCOLS: Readonly<Partial<Record<Resolution['kind'], string>>> = {
  gopher: 'gopher',
  ftp: 'FTP',
  news: 'NNTP',
  mid: 'NNTP',
  http: 'HTTP',
  go: 'HTTP',
};

/** What each error of a conversation says about a link. After the other errors, nothing was asked. */
const STATUS_OF: Readonly<Partial<Record<GatewayCode, CheckStatus>>> = {
  unauthorized: 'restricted',
  forbidden: 'restricted',
  'not-found': 'gone',
  'gateway-unreachable': 'unreachable',
  'gateway-protocol': 'other-protocol',
  // The server has so much of it that the check did not read everything.
  'gateway-limit': 'alive',
  'gateway-tls': 'unreachable',
  'gateway-busy': 'unavailable',
  'gateway-timeout': 'unreachable',
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
    const target = checked.location === null ? null : explain(checked.location);
    if (target === null || target.kind !== link.kind || redirects.length === MOST_REDIRECTS) {
      return { ...checked, redirects, checkedAt: new Date().toISOString() };
    }
    redirects.push({ url: target.canonical, reply: checked.reply });
    current = target;
  }
}

type Checked = Omit<LinkCheck, 'redirects' | 'checkedAt'>;

async function checkOnce(link: Resolution, { dial, ...context }: CheckContext): Promise<Checked> {
  const connections: Connection[] = [];
  const connect: LinkContext['connect'] = async (options = {}) => {
    const connection = await dial(socketTarget(link, options), options.deadlines ?? {});
    connections.push(connection);
    return connection;
  };
  try {
    return found(await ask(link, { ...context, connect, view: { charset: null } }));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code === 'client-closed') throw error;
    return failed(link, error, connections.at(-1)?.beginning ?? null);
  } finally {
    for (const connection of connections) connection.close();
  }
}

const NOTHING = { reply: null, otherProtocol: null, reason: null, location: null } as const;

function found(finding: Finding): Checked {
  const detail = finding.status === 'not-checked' ? finding.detail : FOUND[finding.status];
  const { status, ...others } = finding;
  return { status, detail, ...NOTHING, ...others };
}

/** @param beginning - the first octets of the last connection; `null` = there was none */
function failed(
  { kind }: Resolution,
  { code, message, reply, rule }: GatewayError,
  beginning: Uint8Array | null,
): Checked {
  // A server that can be quoted speaks the protocol.
  const status = code === 'gateway-protocol' && reply !== null ? 'unavailable' : (STATUS_OF[code] ?? 'not-checked');
  // An answer of the server needs no other reason.
  const reason = status in FOUND && status !== 'alive' ? null : (rule ?? code);
  const failure = { status, detail: message, ...NOTHING, reply, reason };
  if (beginning === null) return failure;
  const isBroken = status === 'other-protocol';
  // A server that sends nothing speaks no protocol.
  if (beginning.length === 0) return isBroken ? { ...failure, status: 'unreachable' } : failure;
  const spoken = spokenProtocol(beginning);
  // CNRP is HTTP, too, but a web server does not answer with CNRP.
  const isOwn = spoken === OWN_PROTOCOLS[kind] && !(isBroken && kind === 'go');
  if (spoken === null) return failure;
  if (isOwn) return isBroken ? { ...failure, status: 'unavailable' } : failure;
  return { ...failure, status: 'other-protocol', otherProtocol: spoken, detail: `The server speaks ${spoken}.` };
}

/** Mail addresses, files, code, and schemes that Waypost does not speak. */
const NO_SERVER: Finding = {
  status: 'not-checked',
  reason: 'no-server',
  detail: 'No server can be asked about a link of this kind.',
};

function ask(link: Resolution, context: Omit<LinkContext, 'resolution'>): Finding | Promise<Finding> {
  switch (link.kind) {
    case 'gopher':
      return checkGopher({ ...context, resolution: link });
    case 'ftp':
      return checkFtp({ ...context, resolution: link });
    case 'http':
      return checkHttp({ ...context, resolution: link });
    case 'news':
      return checkNews({ ...context, resolution: link });
    case 'mid':
      return checkMid({ ...context, resolution: link });
    case 'terminal':
      return checkTerminal({ ...context, resolution: link });
    case 'wais':
      return checkWais({ ...context, resolution: link });
    case 'prospero':
      return checkProspero({ ...context, resolution: link });
    case 'go':
      return checkGo({ ...context, resolution: link });
    case 'mailto':
      return { ...NO_SERVER, detail: 'Only a message would show whether a mail address exists.' };
    default:
      return NO_SERVER;
  }
}
