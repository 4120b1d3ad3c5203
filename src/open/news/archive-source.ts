/** Reads a news archive at a web server that answers ranges (RFC 9110 §14), over judged connections. */

import type { WebArchive } from '../../net/configured-servers.ts';
import type { ArchiveSource } from '../../news-archive/archive.ts';
import { damaged } from '../../news-archive/format.ts';
import { exchange } from '../../protocols/http/exchange.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import type { Network } from '../contract.ts';

const PARTIAL = 206;
const NOT_FOUND = 404;
/** The file ends before the part begins (RFC 9110 §15.5.17). */
const NO_SUCH_RANGE = 416;
const NOTHING = new Uint8Array();

export function webSource(
  { host, port, isSecure, path }: WebArchive,
  { connect, userAgent }: Pick<Network, 'connect' | 'userAgent'>,
): ArchiveSource {
  const defaultPort = isSecure ? 443 : 80;
  const named = port === defaultPort ? host : `${host}:${port}`;
  return {
    async read(name, offset, length) {
      const connection = await connect({ host, port, defaultPort, tls: isSecure ? 'implicit' : 'none' });
      const range = `bytes=${offset}-${offset + length - 1}`;
      try {
        const { status, headers, body } = await exchange(
          connection,
          {
            method: 'GET',
            host: named,
            target: path + name.split('/').map(encodeURIComponent).join('/'),
            headers: [
              ['User-Agent', userAgent],
              ['Range', range],
            ],
            body: null,
          },
          length,
        );
        if (status === NO_SUCH_RANGE) return NOTHING;
        if (status === NOT_FOUND) throw damaged(`Its server does not have ${name}.`);
        const begins = headers.get('content-range')?.startsWith(`bytes ${offset}-`) === true;
        if (status === PARTIAL && begins) return body;
        throw notInRanges(`It answers ${status}.`);
      } catch (error) {
        // A server that ignores ranges sends the whole file.
        if (error instanceof ProtocolError && error.code === 'too-large') throw notInRanges('It sends more.');
        throw error;
      } finally {
        connection.close();
      }
    },
  };
}

function notInRanges(fault: string): ProtocolError {
  return new ProtocolError('malformed', `The server of the news archive does not send a part of a file. ${fault}`, {
    advice: 'An archive needs a web server that answers requests for ranges.',
  });
}
