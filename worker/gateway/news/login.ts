/** The name and password that the operator has at the configured news server (RFC 4643 §2.3). */

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** What AUTHINFO can carry: no controls, and no blank in the name. */
const LOGIN = /^([^\x00-\x20\x7f:]{1,200}):([^\x00-\x1f\x7f]{1,200})$/;

/**
 * Reads `NEWS_LOGIN`: a name, a colon, a password. Empty = none.
 *
 * @throws TypeError for what AUTHINFO cannot carry
 * @example
 * ```ts
 * parseNewsLogin('curator:museum'); // { user: 'curator', password: 'museum' }
 * ```
 */
export function parseNewsLogin(text: string): Credentials | null {
  if (text === '') return null;
  const [, user, password] = LOGIN.exec(text) ?? [];
  if (user === undefined || password === undefined) throw new TypeError('not name:password');
  return { user, password };
}
