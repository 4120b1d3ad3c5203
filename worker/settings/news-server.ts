/** The settings of the news gateway: the operator's news server, and the login for it (RFC 4643 §2.3). */

/** The server of news links that name no server. */
export interface NewsServerSetting {
  readonly host: string;
  readonly port: number;
  readonly tls: 'none' | 'implicit';
}

const NEWS_SERVER = /^(?:(nntps?):\/\/)?([^/:@\s]+|\[[\da-f:.]+\])(?::(\d{1,5}))?\/?$/i;

/**
 * Reads `NEWS_SERVER`: `host`, `host:port`, or `nntps://host` for TLS. Empty = no server.
 *
 * @throws TypeError for anything else
 * @example
 * ```ts
 * parseNewsServer('nntps://news.example.org'); // { host: 'news.example.org', port: 563, tls: 'implicit' }
 * ```
 */
export function parseNewsServer(text: string): NewsServerSetting | null {
  if (text === '') return null;
  const [, scheme = 'nntp', host, port] = NEWS_SERVER.exec(text) ?? [];
  if (host === undefined) throw new TypeError('not a server');
  const secure = scheme.toLowerCase() === 'nntps';
  return { host, port: Number(port ?? (secure ? 563 : 119)), tls: secure ? 'implicit' : 'none' };
}

/** The operator's login at that server. */
export interface NewsCredentials {
  readonly user: string;
  readonly password: string;
}

/** AUTHINFO allows no control characters, and no blank in the name. */
const LOGIN = /^([^\x00-\x20\x7f:]{1,200}):([^\x00-\x1f\x7f]{1,200})$/;

/**
 * Reads `NEWS_LOGIN`: a name, a colon, a password. Empty = no login.
 *
 * @throws TypeError for a name or password that AUTHINFO does not allow
 * @example
 * ```ts
 * parseNewsLogin('curator:museum'); // { user: 'curator', password: 'museum' }
 * ```
 */
export function parseNewsLogin(text: string): NewsCredentials | null {
  if (text === '') return null;
  const [, user, password] = LOGIN.exec(text) ?? [];
  if (user === undefined || password === undefined) throw new TypeError('not name:password');
  return { user, password };
}
