/** Requests to web servers: each has a connection of its own, and the head of its answer says what follows. */
import { explain, resolve, UrlError } from '../../index.ts';
import { octetsOfLatin1, utf8OrLatin1Of } from '../../octets/octets.ts';
import type { PeerConnection } from '../../protocols/connection.ts';
import type { Credentials } from '../../protocols/credentials.ts';
import { type ExchangeRequest, requestHead } from '../../protocols/http/exchange.ts';
import type { Head } from '../../protocols/http/head.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import type { Network } from '../contract.ts';

export type { Head };

/** The head of an answer, and the connection whose next octets are the body. */
export interface Answered {
  readonly head: Head;
  readonly connection: PeerConnection;
}

interface WebRequest extends Pick<ExchangeRequest, 'method'> {
  /** Canonical. */
  readonly url: string;
  readonly credentials?: Credentials | null;
  /** The most octets of the header of the request. Absent = as in other protocols. */
  readonly longest?: number;
}

/** Sends a request on a connection of its own, and reads the head of the answer. */
export async function askWeb(
  { connect, userAgent }: Pick<Network, 'connect' | 'userAgent'>,
  { url, method, credentials = null, longest }: WebRequest,
): Promise<Answered> {
  const { kind, components, request } = explain(url, { complete: true });
  if (kind !== 'http' || request === null) {
    throw new ProtocolError('invalid-request', 'The link does not say which server.');
  }
  const { host, port, target, transport } = request;
  const connection = await connect({
    host,
    port,
    defaultPort: transport === 'tls' ? 443 : 80,
    tls: transport === 'tls' ? 'implicit' : 'none',
  });
  const { explicitPort } = components;
  const asked: ExchangeRequest = {
    method,
    target,
    host: explicitPort === null ? host : `${host}:${explicitPort}`,
    headers: [
      ['User-Agent', userAgent],
      ['Accept', '*/*'],
    ],
    credentials,
    body: null,
  };
  const head = await requestHead(connection, asked, longest);
  return { head, connection };
}

/**
 * The absolute target of `Location`, which may have user info. `null` for one that is no URL.
 *
 * @param location - as it came, in Latin-1
 * @param url - the URL that was asked for, without user info
 */
export function redirectTarget(location: string, url: string): string | null {
  try {
    return resolve(utf8OrLatin1Of(octetsOfLatin1(location)), url);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}
