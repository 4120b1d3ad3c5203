/**
 * `guardedFetch` for Workers of your own: `fetch` for URLs that strangers supply, over the TCP sockets of the platform.
 * `fetch` itself looks up the name again, after a program has judged its addresses.
 *
 * It runs where `cloudflare:sockets` does: in Cloudflare Workers and in workerd.
 */
import type { LimitOptions } from '../../src/guarded-fetch/options.ts';
import type { WebhookOptions } from '../../src/webhooks/policy.ts';

export { type EgressCode, EgressError, type EgressRules } from '../../src/egress/egress-error.ts';
export type { FetchLimits, LimitOptions } from '../../src/guarded-fetch/options.ts';

/** What may be called, and the limits of time and size. */
export interface GuardedFetchOptions extends WebhookOptions, LimitOptions {
  /** The DNS resolver, which speaks DNS over HTTPS (RFC 8484). Default: `https://cloudflare-dns.com/dns-query`. */
  readonly dohUrl?: string | undefined;
  /**
   * Looks up every address of a name, in place of `dohUrl`, also of a name in `EGRESS_ALLOW`. Without it, the platform
   * looks up those.
   */
  readonly resolve?: ((name: string, signal: AbortSignal) => Promise<readonly string[]>) | undefined;
}

/**
 * `fetch` for URLs that strangers supply, as `guardedFetch` of `waypost/webhooks/node`: it judges the URL, looks up the
 * name once, judges every address, and connects to exactly these.
 *
 * It differs from `fetch` as that of Node does, and asks for gzip and deflate only. Sockets of Cloudflare Workers cannot
 * reach hosts behind Cloudflare: the error has the code `UNREACHABLE` and the rule `platform`. Call such a host with
 * `fetch` and `redirect: 'manual'`; Cloudflare does not let it reach private networks.
 *
 * @param input - the URL or the request
 * @param init - as for `fetch`
 * @param options - what is allowed, and the limits
 * @returns the answer, whatever its status. Read or cancel its body: the connection is open until then, or `totalTime`
 * @throws EgressError with `code` and `rule`; its message may be shown to the stranger. Errors of the body are the same
 * @throws TypeError if `fetch` would not take the arguments; the reason of the signal if the caller aborts
 */
export declare function guardedFetch(
  input: string | URL | Request,
  init?: RequestInit,
  options?: GuardedFetchOptions,
): Promise<Response>;
