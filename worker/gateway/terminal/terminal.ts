/**
 * The gateway to interactive sessions: telnet (RFC 854), rlogin (RFC 1282) and tn3270 (RFC 1576, RFC 2355). It answers
 * with a page, or with JSON; only a WebSocket from that page opens a connection.
 */
import { decodeText } from '../../../src/octets/octets.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { isUpgrade, openSession } from './open-session.ts';
import type { SessionProtocol } from './protocol.ts';
import { rloginSession } from './rlogin.ts';
import { describeSession } from './session-json.ts';
import { telnetSession } from './telnet.ts';
import { terminalPage } from './terminal-page.tsx';
import { tn3270Session } from './tn3270.ts';
import { modelOf } from './view-parameters.ts';

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
  schemes: ['telnet', 'rlogin', 'tn3270'],
  parameters: ['user', 'password', 'model'],

  async open(context) {
    if (isUpgrade(context.request)) return openSession(context, protocolOf(context));
    context.judgeServer();
    return context.view.format === 'html' ? terminalPage(context) : describeSession(context);
  },

  // The name is advice for the person at the terminal. The password stays out of addresses: history keeps those.
  entry: ({ user, password }) => ({
    ...(user === null || user === '' ? {} : { user: decodeText(user) }),
    ...(password === null || password === '' ? {} : { password: 'withheld' }),
  }),
};
