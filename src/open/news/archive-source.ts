/** Reads a news archive at a web server that answers ranges (RFC 9110 §14), over judged connections. */

import type { WebArchive } from '../../net/configured-servers.ts';
import type { ArchiveSource } from '../../news-archive/archive.ts';
import { damaged } from '../../news-archive/format.ts';
import type { Connection } from '../../protocols/connection.ts';
import { type CollectedAnswer, exchange } from '../../protocols/http/exchange.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import type { Network } from '../contract.ts';

const PARTIAL = 206;
const NOT_FOUND = 404;
/** The file ends before the part begins (RFC 9110 §15.5.17). */
const NO_SUCH_RANGE = 416;
const NOTHING = new Uint8Array();

/** An archive at a web server, with its connection. */
interface WebArchiveSource extends ArchiveSource {
  /** Ends the connection. Nothing can be read after it. */
  readonly close: () => void;
}

/** All parts come over one connection, if the server keeps it open: it counts the connections of a client, as we do. */
export function webSource(
  { host, port, isSecure, path }: WebArchive,
  { connect, userAgent }: Pick<Network, 'connect' | 'userAgent'>,
): WebArchiveSource {
  const defaultPort = isSecure ? 443 : 80;
  const named = port === defaultPort ? host : `${host}:${port}`;
  /** A connection that nobody reads; `null` = there is none. */
  let idle: Connection | null = null;

  async function ask(connection: Connection, name: string, offset: number, length: number): Promise<CollectedAnswer> {
    let isKept = false;
    try {
      const answer = await exchange(
        connection,
        {
          method: 'GET',
          host: named,
          target: path + name.split('/').map(encodeURIComponent).join('/'),
          headers: [
            ['User-Agent', userAgent],
            ['Range', `bytes=${offset}-${offset + length - 1}`],
          ],
          body: null,
          isKept: true,
        },
        length,
      );
      ({ isKept } = answer);
      return answer;
    } catch (error) {
      // A server that ignores ranges sends the whole file.
      if (error instanceof ProtocolError && error.code === 'too-large') throw notInRanges('It sends more.');
      throw error;
    } finally {
      if (isKept && idle === null) idle = connection;
      else connection.close();
    }
  }

  async function answerTo(name: string, offset: number, length: number): Promise<CollectedAnswer> {
    const kept = idle;
    idle = null;
    try {
      if (kept !== null) return await ask(kept, name, offset, length);
    } catch (error) {
      // The server may have closed it meanwhile.
      if (!(error instanceof ProtocolError) || error.code !== 'unreachable') throw error;
    }
    const tls = isSecure ? 'implicit' : 'none';
    return ask(await connect({ host, port, defaultPort, tls, isBeside: true }), name, offset, length);
  }

  return {
    async read(name, offset, length) {
      const { status, headers, body } = await answerTo(name, offset, length);
      if (status === NO_SUCH_RANGE) return NOTHING;
      if (status === NOT_FOUND) throw damaged(`Its server does not have ${name}.`);
      const begins = headers.get('content-range')?.startsWith(`bytes ${offset}-`) === true;
      if (status === PARTIAL && begins) return body;
      throw notInRanges(`It answers ${status}.`);
    },
    close: () => idle?.close(),
  };
}

function notInRanges(fault: string): ProtocolError {
  return new ProtocolError('malformed', `The server of the news archive does not send a part of a file. ${fault}`, {
    advice: 'An archive needs a web server that answers requests for ranges.',
  });
}
