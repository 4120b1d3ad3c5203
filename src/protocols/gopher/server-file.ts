/** The files in which a gopher server describes itself: `caps.txt`, `robots.txt`. */
import type { Connection } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { type Capabilities, parseCaps } from './caps.ts';
import { plainText } from './period.ts';
import { ask, collectBody, type GopherServer } from './reply.ts';

/**
 * Fetches a file about the server itself. A server without it sends an error as text, or nothing.
 *
 * @throws ProtocolError if the server cannot be reached or stops in the middle
 */
export async function fetchServerFile(server: GopherServer, selector: string): Promise<Uint8Array> {
  const reply = await ask(server, { type: '0', selector, search: null, plus: null });
  reply.body.expectPeriod();
  const { octets } = await collectBody(reply, protocolLimits.siteFile);
  reply.body.close();
  return plainText(octets);
}

/** How long to wait for `caps.txt`, in milliseconds: it only helps to guess a charset. */
const CAPS_MS = 1000;

/**
 * Fetches the capabilities of a server; `null` if it has none, cannot be reached, or does not answer within a second.
 */
export async function fetchCapabilities(server: GopherServer): Promise<Capabilities | null> {
  const connections: Connection[] = [];
  let late = false;
  const connect: GopherServer['connect'] = async (tls) => {
    const connection = await server.connect(tls);
    connections.push(connection);
    if (late) connection.close();
    return connection;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      late = true;
      for (const connection of connections) connection.close();
      resolve(null);
    }, CAPS_MS);
  });
  const file = fetchServerFile({ ...server, connect }, 'caps.txt').catch(() => null);
  const octets = await Promise.race([file, tooLate]);
  clearTimeout(timer);
  return octets === null ? null : parseCaps(octets);
}
