/** Checks telnet, rlogin and tn3270 links: the server accepts a connection and does not greet with another protocol. */

import { Collector } from '../../../src/octets/collector.ts';
import { foreignProtocol, GREETING_LIMIT, spokenProtocol } from '../../../src/protocols/greeting.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';

/** How long to wait for a greeting, in milliseconds. Many servers wait for the client to begin. */
const PATIENCE = 3000;

const ACCEPTED: LinkFinding = { ...ALIVE, detail: 'The server accepts connections.' };

export async function checkTerminal(context: LinkContext<'terminal'>): Promise<LinkFinding> {
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
