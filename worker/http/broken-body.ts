/** How a body of a response breaks off, so that the client sees that octets are missing. */

/**
 * Resolves to the reason to break off a body with, after a turn of the event loop: until then the header may not be
 * out, and the client would get no status, only an empty reply. Proxies and clients repeat such requests.
 *
 * The reason never quotes the error behind it: the runtime prints reasons, and an error of a gateway quotes its server.
 * `retryable` is how workerd marks a lost connection. It is silent about those, and prints every other reason on stderr
 * as an uncaught exception.
 */
export async function brokenBody(): Promise<Error> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  return Object.assign(new Error('The body ended too early.'), { retryable: true });
}
