/** The finger protocol (RFC 1288 §2.3): one line goes out, and the reply is text that ends with the connection. */
import type { Connect } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { LineReader, writeLine } from '../lines.ts';

/**
 * Asks a finger server.
 *
 * @param line - the query without its line end, such as `user` or `/W user`; empty = everyone who is logged in
 * @returns the octets of the reply, in whatever charset the server has
 * @throws ProtocolError for a line that the protocol cannot express, or a reply that is too long
 * @example
 * ```ts
 * const replies = [new TextEncoder().encode('Login: user\r\n')];
 * const source = { read: async () => replies.shift() ?? null, unread: () => {}, close: () => {} };
 * const connection = { ...source, write: async () => {}, startTls: async () => {} };
 * new TextDecoder().decode(await ask(async () => connection, 'user')); // 'Login: user\r\n'
 * ```
 */
export async function ask(connect: Connect, line: Uint8Array | string): Promise<Uint8Array> {
  const connection = await connect('none');
  try {
    await writeLine(connection, line);
    return await new LineReader(connection, { line: protocolLimits.line, total: protocolLimits.menu }).rest();
  } finally {
    connection.close();
  }
}
