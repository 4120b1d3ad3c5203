/** How a body of a response breaks off, so that the client sees that octets are missing. */

/**
 * The reason to break off a body with. It never quotes the error behind it: the runtime prints reasons, and an error of
 * a gateway quotes its server.
 *
 * `retryable` is how workerd marks a lost connection. It is silent about those, and prints every other reason on stderr
 * as an uncaught exception.
 */
export function brokenBody(): Error {
  return Object.assign(new Error('The body broke off.'), { retryable: true });
}
