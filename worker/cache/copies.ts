/**
 * The level of the cache that keeps copies: fresh ones, which save a question to the server, and the last good one of a
 * server that does not answer. What may be kept and for how long follows from `Cache-Control` (RFC 9111, RFC 5861).
 *
 * The copies are in the Cache API: on Cloudflare that is the cache of a data center, on a self-hosted server a database
 * on disk (`worker/self-host/disk-cache.ts`).
 */
import CachePolicy from 'http-cache-semantics';
import { BoundedMap } from '../../src/kept.ts';
import { codeOf, type GatewayCode, type GatewayError, gatewayErrorOf, isFailure } from '../../src/net/failure.ts';
import type { HeaderFields } from '../http/headers.ts';
import { type CacheStore, QuietCache } from '../http/quiet-cache.ts';
import { type CopyBlock, purgeAddress } from './copy-block.ts';

/** What a request for a shared answer consists of. */
export interface SharedRequest {
  /** The text that stands for everything that the answer depends on. Equal texts get equal answers. */
  readonly identity: string;
  /** The address of this service, as the client reached it. */
  readonly root: string;
  readonly url: string;
  /** The headers that the gateways read: which of the views of a link the client wants. */
  readonly headers: HeaderFields;
  /** The value of `Cache-Control` of the client, which may ask for a copy younger than most get; empty = none. */
  readonly cacheControl: string;
}

/** A copy of an answer. Whoever does not read its body cancels it. */
interface Copy {
  readonly headers: HeaderFields;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Since the server answered, in seconds. */
  readonly age: number;
  /** Whether it may be shown without a question to the server. */
  readonly isFresh: boolean;
  /** Whether it may be shown so to readers who do not ask for a younger one. */
  readonly isFreshForOthers: boolean;
}

/** A copy that is shown. The failure is why it is shown although it is not fresh; `null` = it is fresh. */
export interface ShownCopy {
  readonly copy: Copy;
  readonly failure: GatewayError | null;
}

/**
 * Why the server has to be asked, in the words of `Cache-Status` (RFC 9211 §2.2): there is no copy, it is no longer
 * fresh, or the reader wants a younger one.
 */
export type ReasonToAsk = 'uri-miss' | 'stale' | 'request';

/** The failures after which the last good copy is shown: the server did not answer, or could not. */
const UNANSWERED: ReadonlySet<GatewayCode> = new Set([
  'gateway-unreachable',
  'gateway-timeout',
  'gateway-busy',
  'gateway-server-failure',
  // The server may not be asked again in this minute.
  'rate-limited',
]);

/** The failures after which a copy is no longer true: the server says that there is no such thing for everybody. */
const WITHDRAWN: ReadonlySet<GatewayCode> = new Set(['not-found', 'forbidden', 'unauthorized', 'egress-denied']);

/** How long a server that did not answer is not asked again: as long as it may take for its first octet. */
const MOMENT_MS = 15_000;

/** The most failures that an isolate remembers. */
const MOST_FAILURES = 1000;

/** Fields of a copy that the cache reads otherwise than HTTP means them, or that are our own notes. */
const STORED_AT = 'waypost-stored-at';
const CACHE_CONTROL = 'waypost-cache-control';
const VARY = 'waypost-vary';

export class Copies {
  readonly #store: QuietCache;
  readonly #staleSeconds: number;
  readonly #now: () => number;
  /**
   * Servers that did not answer a moment ago, by the identity of the request: while there is a copy, nobody waits for
   * them.
   */
  readonly #failures = new BoundedMap<string, { readonly failure: GatewayError; readonly until: number }>(
    MOST_FAILURES,
  );

  /**
   * @param open - opens the store; if it fails, there is none
   * @param staleSeconds - how long a copy stands in for a server that does not answer, after it was fresh
   */
  constructor(open: () => Promise<CacheStore>, staleSeconds: number, now: () => number = Date.now) {
    this.#store = new QuietCache(open, now);
    this.#staleSeconds = staleSeconds;
    this.#now = now;
  }

  /** A copy that makes a question to the server needless, or why the server has to be asked. */
  async beforeAsking(request: SharedRequest): Promise<ShownCopy | ReasonToAsk> {
    const before = this.#recentFailure(request);
    const copy = await this.find(request);
    if (copy === null) return 'uri-miss';
    if (copy.isFresh) return { copy, failure: null };
    if (before !== null) return { copy, failure: before };
    void copy.body?.cancel();
    return copy.isFreshForOthers ? 'request' : 'stale';
  }

  /**
   * The last good copy in place of a failure, if the server did not answer.
   *
   * @throws the failure, if there is no such copy, or if it is another error
   */
  async insteadOf(error: unknown, request: SharedRequest): Promise<ShownCopy & { readonly failure: GatewayError }> {
    if (!isFailure(error)) throw error;
    const code = codeOf(error);
    if (WITHDRAWN.has(code)) await this.forget(request);
    // There may be one meanwhile, from another question or another isolate.
    const copy = UNANSWERED.has(code) ? await this.find(request) : null;
    if (copy === null) throw error;
    const failure = gatewayErrorOf(error);
    this.#failures.set(request.identity, { failure, until: this.#now() + MOMENT_MS });
    return { copy, failure };
  }

  /** The server has answered. */
  noteAnswer({ identity }: SharedRequest): void {
    this.#failures.delete(identity);
  }

  /** Why the server did not answer a moment ago. A reader who wants a younger copy has it asked again. */
  #recentFailure({ identity, cacheControl }: SharedRequest): GatewayError | null {
    const known = cacheControl === '' ? this.#failures.get(identity) : undefined;
    return known !== undefined && this.#now() < known.until ? known.failure : null;
  }

  /** The copy that may be shown if the server does not answer; `null` if there is none. */
  async find(request: SharedRequest): Promise<Copy | null> {
    const response = await this.#store.match(await copyKey(request));
    if (response === null) return null;
    const { [STORED_AT]: storedAt, [CACHE_CONTROL]: cacheControl, [VARY]: vary, ...fields } = headerFieldsOf(response);
    // What the store says about itself is not part of the answer.
    const { 'cf-cache-status': _, ...others } = fields;
    const age = Math.max(0, Math.floor((this.#now() - Number(storedAt)) / 1000));
    const headers = { ...others, 'cache-control': cacheControl ?? '', ...(vary !== undefined && { vary }) };
    const policy = policyOf(request, { ...headers, age: String(age) });
    if (!(age < policy.maxAge() + this.#staleSeconds)) {
      void response.body?.cancel();
      return null;
    }
    const satisfies = (cacheControl: string) =>
      policy.satisfiesWithoutRevalidation({
        headers: { ...lowerCase(request.headers), 'cache-control': cacheControl },
      });
    const isFreshForOthers = satisfies('');
    // No header gets a second connection in one second.
    const isFresh = age === 0 ? isFreshForOthers : satisfies(request.cacheControl);
    return { headers, body: response.body, age, isFresh, isFreshForOthers };
  }

  /** Whether there is a copy that may be shown if the server does not answer. */
  async has(request: SharedRequest): Promise<boolean> {
    const copy = await this.find(request);
    void copy?.body?.cancel();
    return copy !== null;
  }

  /** How long an answer may be kept, in seconds; 0 = not at all. */
  lifetimeOf(request: SharedRequest, status: number, headers: HeaderFields): number {
    if (status !== 200) return 0;
    const policy = policyOf(request, headers);
    return policy.storable() ? policy.maxAge() : 0;
  }

  /** Keeps a whole answer. */
  async keep(request: SharedRequest, headers: HeaderFields, body: Uint8Array): Promise<void> {
    const seconds = this.lifetimeOf(request, 200, headers);
    if (seconds === 0) return;
    const { vary, 'server-timing': _, ...others } = headers;
    const stored = {
      ...others,
      'cache-control': `public, max-age=${seconds + this.#staleSeconds}`,
      'content-length': String(body.byteLength),
      [CACHE_CONTROL]: headers['cache-control'] ?? '',
      [STORED_AT]: String(this.#now()),
      ...(vary !== undefined && { [VARY]: vary }),
    };
    await this.#store.put(await copyKey(request), new Response(body, { headers: stored }));
  }

  /** Forgets a copy that is no longer true. */
  async forget(request: SharedRequest): Promise<void> {
    await this.#store.delete(await copyKey(request));
  }

  /** Forgets the copies of what is blocked, of every reader. The Cache API of the platform cannot do that. */
  async purge(block: CopyBlock): Promise<void> {
    await this.#store.delete(purgeAddress(block));
  }
}

/** The key in the store. The digest keeps addresses of any length, and nobody can find two requests with one key. */
async function copyKey({ identity, root }: SharedRequest): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(identity));
  const name = Array.from(new Uint8Array(digest), (octet) => octet.toString(16).padStart(2, '0')).join('');
  return `${root}/${name}?copy`;
}

/** The headers of an answer, with names in lower case. */
export function headerFieldsOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(headers);
}

function lowerCase(headers: HeaderFields): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The field for caches of a service (RFC 9213 §2.2), where browsers are told otherwise. No client gets it. */
export const FOR_SHARED_CACHES = 'cdn-cache-control';

/** What HTTP says about an answer. A server that names no time for its answers does not want them kept. */
function policyOf(request: SharedRequest, headers: HeaderFields): CachePolicy {
  return new CachePolicy(
    { method: 'GET', headers: lowerCase(request.headers) },
    { status: 200, headers: { ...headers, 'cache-control': headers[FOR_SHARED_CACHES] ?? headers['cache-control'] } },
    { shared: true, cacheHeuristic: 0, immutableMinTimeToLive: 0 },
  );
}
