/** The whois protocol (RFC 3912 §2): one line goes out, and the reply is text that ends with the connection. */
import type { Connect } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { LineReader, writeLine } from '../lines.ts';

/**
 * Asks a whois server.
 *
 * @param line - the query, without its line end
 * @returns the octets of the reply, in whatever charset the server has
 * @throws ProtocolError for a line that the protocol cannot express, or a reply that is too long
 */
export async function ask(connect: Connect, line: string): Promise<Uint8Array> {
  const connection = await connect('none');
  try {
    await writeLine(connection, line);
    return await new LineReader(connection, { line: protocolLimits.line, total: protocolLimits.menu }).rest();
  } finally {
    connection.close();
  }
}
