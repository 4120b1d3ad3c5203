/**
 * What servers say that have as many visitors as they allow, in place of the reply that their protocol has for it: 421
 * in FTP (RFC 959 §5.4), 400 in NNTP (RFC 3977 §3.2.1).
 */

/**
 * The words of proftpd ("the maximum number of clients from your host are already connected"), wu-ftpd ("there is a
 * limit of 50 users", "too many users"), INN ("too many connections from your host") and others.
 */
const FULL = [
  /\btoo many\b/i,
  /\b(?:max(?:imum)?|limit)\b.*\b(?:users|clients|connections|sessions|logins|visitors)\b/i,
  /\b(?:user|client|connection|session|login) limit\b/i,
  /\bconnections? per\b/i,
  /\b(?:server|site) is (?:full|busy)\b/i,
];
/** Too many wrong passwords are another matter. */
const FAILED_LOGINS = /\b(?:fail\w*|attempts?|incorrect|invalid)\b/i;

/** Whether a refusal is only for now, because others are connected: `saysFull('Too many connections.')` is `true`. */
export function saysFull(words: string): boolean {
  return FULL.some((pattern) => pattern.test(words)) && !FAILED_LOGINS.test(words);
}
