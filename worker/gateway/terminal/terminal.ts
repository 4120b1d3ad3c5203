/**
 * The gateway to interactive sessions: telnet (RFC 854), rlogin (RFC 1282) and tn3270 (RFC 1576, RFC 2355). It answers
 * with a page, or with JSON; only a WebSocket from that page opens a connection.
 */

import { Collector } from '../../../src/octets/collector.ts';
import { foreignProtocol, GREETING_LIMIT, spokenProtocol } from '../../../src/protocols/greeting.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { rloginSession, type SessionProtocol, telnetSession } from '../../../src/protocols/telnet/session.ts';
import { tn3270Session } from '../../../src/protocols/tn3270/records.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import { SUBPROTOCOL } from '../../pages/terminal/messages.ts';
import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { isUpgrade, openSession } from './open-session.ts';
import { terminalPage } from './terminal-page.tsx';
import { type Advice, adviceOf, modelOf } from './view-parameters.ts';

/** The address may change its meaning with the settings, and nothing is gained by a cached answer. */
const FRESH = { 'Cache-Control': 'no-store', Vary: 'Accept' };

/** The codec of a new session. */
function protocolOf({ resolution, query }: GatewayContext<'terminal'>): SessionProtocol {
  switch (resolution.scheme) {
    case 'tn3270':
      return tn3270Session(modelOf({ query }));
    case 'rlogin':
      return rloginSession();
    default:
      return telnetSession();
  }
}

export const terminal: Gateway<'terminal'> = {
  kind: 'terminal',
  protocol: null,
  check: checkTerminal,
  schemes: ['telnet', 'rlogin', 'tn3270'],
  parameters: ['user', 'password', 'model'],

  async open(context) {
    if (isUpgrade(context.request)) return openSession(context, protocolOf(context));
    context.judgeServer();
    if (context.view.format === 'html') return terminalPage(context);
    return Response.json(sessionJson(context, adviceOf(context)), { headers: FRESH });
  },

  // The name is advice for the person at the terminal. The password stays out of addresses: history keeps those.
  entry: ({ user, password }) => ({
    ...(user === null || user === '' ? {} : { user: decodeText(user) }),
    ...(password === null || password === '' ? {} : { password: 'withheld' }),
  }),
};

/** How long to wait for a greeting, in milliseconds. Many servers wait for the client to begin. */
const PATIENCE = 3000;

const ACCEPTED: LinkFinding = { ...ALIVE, detail: 'The server accepts connections.' };

/** Checks a link: the server accepts a connection and does not greet with another protocol. */
async function checkTerminal(context: LinkContext<'terminal'>): Promise<LinkFinding> {
  const { first } = context.environment.deadlines;
  const connection = await context.connect({
    deadlines: { first: Math.min(first ?? PATIENCE, PATIENCE), idle: PATIENCE },
  });
  const greeting = new Collector(GREETING_LIMIT);
  try {
    while (greeting.length < GREETING_LIMIT && foreignProtocol(greeting.octets) === 'more') {
      const octets = await connection.read();
      if (octets === null) break;
      greeting.add(octets);
    }
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'timeout') return ACCEPTED;
    throw error;
  }
  const spoken = spokenProtocol(greeting.octets);
  if (greeting.length === 0 || spoken !== null) {
    throw new ProtocolError('malformed', 'The server ended the session at once.');
  }
  return ACCEPTED;
}

/** The body of an answer in JSON, with the name that the link suggests to log in with. */
function sessionJson(
  { resolution, links }: Pick<GatewayContext<'terminal'>, 'resolution' | 'links'>,
  { user }: Pick<Advice, 'user'>,
): object {
  const { canonical, scheme, components } = resolution;
  const { host, port } = components;
  const socket = `${links.root.replace(/^http/, 'ws')}${links.self()}`;
  return { kind: 'terminal', url: canonical, protocol: scheme, host, port, user, socket, subprotocol: SUBPROTOCOL };
}
