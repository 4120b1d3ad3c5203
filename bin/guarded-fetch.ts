/** `guardedFetch` for Node, Deno and Bun: `fetch` that reaches public addresses only. Of `waypost/webhooks/node`. */
import { fetchUnder } from '../src/guarded-fetch/guarded-fetch.ts';
import { type LimitOptions, limitsOf } from '../src/guarded-fetch/options.ts';
import { webhookPolicy } from '../src/webhooks/index.ts';
import { nodeTransport } from './node-transport.ts';
import type { GuardOptions } from './webhook-guard.ts';

export interface GuardedFetchOptions extends GuardOptions, LimitOptions {
  /** Certificates in PEM that are trusted in place of Node's own. Absent = Node's own. */
  readonly authorities?: readonly string[] | undefined;
}

/**
 * `fetch` for URLs that strangers supply: it connects to public addresses only. It judges the URL, looks up the name
 * once, judges every address, and connects to exactly these. It takes and returns the standard `Request` and
 * `Response`, with streams as bodies, `signal`, and answers in gzip, deflate and br.
 *
 * It differs from `fetch`: only https unless `schemes` has http; a redirect is an error unless `redirects` allows it or
 * `redirect` is `manual`; each request has a connection of its own (HTTP/1.1, `Connection: close`); there are no
 * cookies, no cache, no CORS, no `integrity` and no proxy. A decompressed answer has no `Content-Encoding` and no
 * `Content-Length`.
 *
 * @param input - the URL or the request
 * @param init - as for `fetch`
 * @param options - what is allowed, and the limits of time and size
 * @returns the answer, whatever its status. Read or cancel its body: the connection is open until then, or `totalTime`
 * @throws EgressError with `code` and `rule`; its message may be shown to the stranger. Errors of the body are the same
 * @throws TypeError if `fetch` would not take the arguments; the reason of the signal if the caller aborts
 * @example
 * ```ts
 * const call = guardedFetch('https://127.0.0.1/in', { method: 'POST', body: '{}' });
 * await call.catch(({ code, rule }) => `${code} ${rule}`); // 'EGRESS_DENIED address'
 * ```
 */
export async function guardedFetch(
  input: string | URL | Request,
  init: RequestInit = {},
  options: GuardedFetchOptions = {},
): Promise<Response> {
  const guard = { policy: webhookPolicy(options), limits: limitsOf(options), transport: nodeTransport(options) };
  return fetchUnder(guard, input, init);
}
