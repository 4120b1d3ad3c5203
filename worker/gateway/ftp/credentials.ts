/**
 * User names and passwords, from HTTP's Basic authentication (RFC 7617) to FTP's USER and PASS. A password is asked
 * for only under the path of one server, as a browser sends it from then on to everything below that path.
 */
import type { OctetString } from '../../../src/schemes/ftp/octet-string.ts';
import { pathOf } from '../../http/request-context.ts';
import { GatewayError } from '../../net/errors.ts';

export interface Credentials {
  readonly user: OctetString;
  readonly password: OctetString;
}

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/**
 * Reads the header `Authorization`.
 *
 * @returns `null` where there is none, or one of another kind
 * @throws GatewayError `bad-request` for Basic credentials that cannot be read
 * @example
 * ```ts
 * credentialsOf('Basic Y3VyYXRvcjptdXNldW0='); // { user: 'curator', password: 'museum' }
 * ```
 */
export function credentialsOf(authorization: string | null): Credentials | null {
  const encoded = BASIC.exec(authorization?.trim() ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = decode(encoded);
  const colon = text.indexOf(':');
  if (colon < 0) throw unreadable();
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decode(encoded: string): OctetString {
  try {
    return atob(encoded);
  } catch {
    throw unreadable();
  }
}

function unreadable(): GatewayError {
  return new GatewayError('bad-request', 'The user name and password cannot be read.');
}

/** `/ftp/<authority>/…`: everything below belongs to one server. */
const OF_ONE_SERVER = /^\/ftps?\/[^/]+\//;

/**
 * The error that asks for a user name and password: 401 where a browser will keep the answer to this server, else
 * 403.
 *
 * @param server - names the server to the person who is asked
 */
export function askForPassword(url: string, server: string, detail: string): GatewayError {
  if (!OF_ONE_SERVER.test(pathOf(url))) return new GatewayError('forbidden', detail, { advice: ELSEWHERE });
  const realm = server.replace(/[\\"]/g, '');
  return new GatewayError('unauthorized', detail, {
    headers: { 'WWW-Authenticate': `Basic realm="${realm}", charset="UTF-8"` },
  });
}

const ELSEWHERE = 'A password can be given only at the address of this server here, which begins with /ftp/.';
