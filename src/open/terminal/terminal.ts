/**
 * Opens links to terminals: telnet (RFC 854), rlogin (RFC 1282) and tn3270 (RFC 1576, RFC 2355). What they lead to is a
 * session, which only a terminal can have.
 */
import { Collector } from '../../octets/collector.ts';
import { foreignProtocol, GREETING_LIMIT, spokenProtocol } from '../../protocols/greeting.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { ALIVE, type Link, type LinkFinding, type Network, type Opener } from '../contract.ts';

export const terminal: Opener<'terminal'> = {
  kind: 'terminal',
  schemes: ['telnet', 'rlogin', 'tn3270'],
  name: 'Terminal',
  protocol: null,
  shapes: ['session'],
  // No server is asked for what is on the page of a session.
  isPersonal: () => true,

  async open({ canonical, scheme, components }, { resolveServer }) {
    await resolveServer();
    const { host, port } = components;
    return {
      shape: 'session',
      url: canonical,
      protocol: scheme,
      ...{ host, port },
      screen: scheme === 'tn3270' ? '3270' : 'characters',
      sendsUser: scheme === 'rlogin',
    };
  },

  check,
};

/** How long to wait for a greeting, in milliseconds. Many servers wait for the client to begin. */
const PATIENCE = 3000;

const ACCEPTED: LinkFinding = { ...ALIVE, detail: 'The server accepts connections.' };

/** The server accepts a connection and does not greet with another protocol. */
async function check(_link: Link<'terminal'>, { settings, connect }: Network): Promise<LinkFinding> {
  const { first } = settings.deadlines;
  const connection = await connect({
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
