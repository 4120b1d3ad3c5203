/** A host with servers of several protocols at their usual ports, as a check sees it. All run on this machine. */
import { dialerOf } from '../../../bin/network/network.ts';
import { explain } from '../../../src/index.ts';
import { Deadline, timedOut } from '../../../src/net/deadline.ts';
import { defaultDeadlines } from '../../../src/net/deadlines.ts';
import { egressDenied } from '../../../src/net/failure.ts';
import { openSocket } from '../../../src/net/socket.ts';
import { type CheckRun, checkLink } from '../../../src/open/check-link.ts';
import { type InTurn, NextDoor, type SuccessorSuggestion } from '../../../src/open/next-door.ts';
import type { CheckStatus } from '../../../src/open/statuses.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import type { RunningServer } from '../../servers/listener.ts';
import { type AnswerRequest, startWeb, type WebAnswer } from '../../servers/web.ts';
import { contextOf } from './context.ts';

/** The name of the host in links. */
export const HOST = 'h.example';

/** Pages by their paths; others are not found. */
export type Site = Readonly<Record<string, WebAnswer | null>>;

export const siteOf =
  (site: Site): AnswerRequest =>
  (_method, target) =>
    target in site ? (site[target] ?? null) : { status: '404 Not Found', body: 'no' };

/** An answer with a body. */
export function document(mediaType: string, body: string, ...fields: readonly string[]): WebAnswer {
  return { status: '200 OK', fields: [...(mediaType === '' ? [] : [`Content-Type: ${mediaType}`]), ...fields], body };
}

export const redirect = (location: string): WebAnswer => ({ status: '302 Found', fields: [`Location: ${location}`] });

/** Servers of the host by their ports: what a web server answers, or another server. */
type Servers = Readonly<Record<string, AnswerRequest | RunningServer>>;

/**
 * Starts a host. Another host has its name before its port: `www.h.example:443`. What is not there refuses connections,
 * and private addresses are refused as by the policy.
 */
export async function startHost(servers: Servers) {
  const requests: string[] = [];
  const running = new Map<string, RunningServer>();
  for (const [place, server] of Object.entries(servers)) {
    const key = place.includes(':') ? place : `${HOST}:${place}`;
    const answer: AnswerRequest = (method, target, fields) => {
      requests.push(`${key.split(':')[1]} ${method} ${target}`);
      return typeof server === 'function' ? server(method, target, fields) : null;
    };
    running.set(key, typeof server === 'function' ? await startWeb(answer) : server);
  }
  const { settings, signal, userAgent, robots, askProspero } = contextOf({});
  const dialled: string[] = [];
  let open = 0;
  const inTurn: InTurn = async (_link, work) => {
    if (open++ > 0) throw new TypeError('one request at a time');
    const lifetime = new Deadline(20_000, timedOut('total'), null);
    const dialer = dialerOf({ publicOnly: false, listen: null }, { deadlines: defaultDeadlines, lifetime });
    const dial: CheckRun['dial'] = async ({ host, port }) => {
      dialled.push(`${host}:${port}`);
      if (host === '10.0.0.1') throw egressDenied({ allowed: false, rule: 'address', detail: 'It is private.' });
      const server = running.get(`${host}:${port}`);
      if (server === undefined) throw new ProtocolError('unreachable', 'The server does not accept a connection.');
      return openSocket({ host: '127.0.0.1', port: server.port, defaultPort: null, tls: 'none' }, dialer);
    };
    try {
      return await work({ settings, signal, userAgent, robots, askProspero, dial });
    } finally {
      lifetime.end();
      open -= 1;
    }
  };
  const nextDoor = new NextDoor(inTurn);
  const linkOf = (url: string) => explain(url, { complete: true });
  return {
    requests,
    inTurn,
    dialled,
    /** What is suggested for a link, whose server is asked for its status unless a test names one. */
    async suggest(url: string, status?: CheckStatus): Promise<SuccessorSuggestion> {
      const link = linkOf(url);
      const known = status ?? (await inTurn(link, (run) => checkLink(link, run))).status;
      return nextDoor.suggest(link, known);
    },
    connections: () => [...running.values()].reduce((sum, { connections }) => sum + connections, 0),
    close: () => Promise.all([...running.values()].map((server) => server.close())),
  };
}
