/**
 * User names and passwords, from HTTP's Basic authentication (RFC 7617) to FTP's USER and PASS. The gateway asks for a
 * password only at the path of one server, because a browser then sends it with every request below that path.
 */
import type { OctetString } from '../../../src/octets/octet-string.ts';

import { GatewayError } from '../../errors/gateway-error.ts';

export interface Credentials {
  readonly user: OctetString;
  readonly password: OctetString;
}

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/**
 * Parses the header `Authorization`.
 *
 * @param authorization - the value of the header; `null` = the request has none
 * @returns `null` without the header, or for a scheme other than Basic
 * @throws GatewayError `bad-request` for malformed Basic credentials
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

/**
 * The error that asks for a user name and a password: 401 if a browser will send them to this server only, else 403.
 *
 * @param mayAsk - whether the path of the request belongs to this server alone
 * @param server - the URL of the server, which the browser shows to the visitor
 * @param detail - the reason, as a sentence
 */
export function passwordRequired(mayAsk: boolean, server: string, detail: string): GatewayError {
  if (!mayAsk) return new GatewayError('forbidden', detail, { advice: OTHER_ADDRESS });
  const realm = server.replace(/[\\"]/g, '');
  return new GatewayError('unauthorized', detail, {
    headers: { 'WWW-Authenticate': `Basic realm="${realm}", charset="UTF-8"` },
  });
}

const OTHER_ADDRESS = 'Log in at the address of this server that begins with /ftp/.';
