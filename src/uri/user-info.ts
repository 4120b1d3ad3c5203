/** Canonical URLs without the user information that must not be repeated in addresses, headers and pages. */

/**
 * A canonical URL without user name and password. `withoutUserInfo('ftp://user:secret@h.example/a@b')` is
 * `'ftp://h.example/a@b'`.
 *
 * @param url - a canonical URL
 */
export function withoutUserInfo(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/, '$1');
}

/**
 * A canonical URL without its password. The user name stays: it is advice, as in `telnet://guest@h/`.
 * `withoutPassword('telnet://guest:secret@h.example/')` is `'telnet://guest@h.example/'`.
 *
 * @param url - a canonical URL
 */
export function withoutPassword(url: string): string {
  // Few URLs have an `@`, and a search for it is cheaper than the expression.
  return url.includes('@') ? url.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#@:]*):[^/?#@]*@/, '$1@') : url;
}

/**
 * Whether a canonical URL has a password. So has one whose user name contains a colon: servers of FTP and HTTP take
 * what follows it for the password. `hasPassword('ftp://me:secret@h.example/')` is `true`.
 *
 * @param url - a canonical URL
 */
export function hasPassword(url: string): boolean {
  return url.includes('@') && /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]*?(?::|%3A)[^/?#@]*@/.test(url);
}

/**
 * A canonical URL without user name, password and fragment, as archives know it.
 * `withoutUserInfoAndFragment('ftp://user@h.example/a#b')` is `'ftp://h.example/a'`.
 *
 * @param url - a canonical URL
 */
export function withoutUserInfoAndFragment(url: string): string {
  return withoutUserInfo(url).replace(/#.*$/, '');
}

/**
 * Text whose links have `***` in the place of their passwords.
 * `withoutPasswords('ftp://me:a@b@h/')` is `'ftp://me:***@h/'`.
 */
export function withoutPasswords(text: string): string {
  // What stands before the last @ of an authority is the login.
  return text.replace(/(:\/\/[^\s/?#:@]*):[^\s/?#]+@/g, '$1:***@');
}
