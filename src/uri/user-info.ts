/** Canonical URLs without the user information that must not be repeated in addresses, headers and pages. */

/**
 * A canonical URL without user name and password.
 *
 * @param url - a canonical URL
 * @example
 * ```ts
 * withoutUserInfo('ftp://user:secret@h.example/a@b'); // 'ftp://h.example/a@b'
 * ```
 */
export function withoutUserInfo(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/, '$1');
}

/**
 * A canonical URL without its password. The user name stays: it is advice, as in `telnet://guest@h/`.
 *
 * @param url - a canonical URL
 * @example
 * ```ts
 * withoutPassword('telnet://guest:secret@h.example/'); // 'telnet://guest@h.example/'
 * ```
 */
export function withoutPassword(url: string): string {
  // Few URLs have an `@`, and a search for it is cheaper than the expression.
  return url.includes('@') ? url.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#@:]*):[^/?#@]*@/, '$1@') : url;
}
