/**
 * The gateway to interactive sessions: telnet (RFC 854), rlogin (RFC 1282) and tn3270 (RFC 1576, RFC 2355). It answers
 * with a page, or with JSON; only a WebSocket from that page opens a connection.
 */

import { rloginSession, type SessionProtocol, telnetSession } from '../../../src/protocols/telnet/session.ts';
import { tn3270Session } from '../../../src/protocols/tn3270/records.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { checkTerminal } from './check.ts';
import { sessionJson } from './json.ts';
import { isUpgrade, openSession } from './open-session.ts';
import { terminalPage } from './terminal-page.tsx';
import { adviceOf, modelOf } from './view-parameters.ts';

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
