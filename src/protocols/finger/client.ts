/** The finger protocol (RFC 1288 §2.3): one line goes out, and the reply is text that ends with the connection. */
import { isText } from '../../octets/charset.ts';
import type { Connect } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { LineReader, writeLine } from '../lines.ts';
import { ProtocolError } from '../protocol-error.ts';

/**
 * Asks a finger server.
 *
 * @param line - the query without its line end, such as `user` or `/W user`; empty = everyone who is logged in
 * @returns the octets of the reply, in whatever charset the server has
 * @throws ProtocolError for a line that the protocol cannot express, or a reply that is too long; `unreachable` for
 * none, `malformed` for one that is not text
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
    const reader = new LineReader(connection, { line: protocolLimits.line, total: protocolLimits.menu });
    const reply = await reader.rest();
    // A server that has nothing to say says so (RFC 1288 §2.5).
    if (reply.length === 0) throw reader.cut();
    if (!isText(reply)) throw new ProtocolError('malformed', 'The server did not answer with text.');
    return reply;
  } finally {
    connection.close();
  }
}
