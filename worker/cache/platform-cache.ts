/**
 * The cache of the platform before an inner entry of this Worker (Workers Cache). The outer entry counts, limits and
 * logs every request, and asks the inner one by a loopback request. The platform answers it from its cache if it can.
 *
 * ```
 *   reader ──▶ outer entry ──▶ the platform's cache ──▶ inner entry ──▶ server
 * ```
 * The platform's key is the path and the query, and no host and no header. So everything that the answer depends on
 * stands in the query.
 */
import * as v from 'valibot';
import type { GatewayCode } from '../../src/net/failure.ts';
import { type Failure, GatewayError, gatewayErrorOf } from '../../src/net/failure.ts';
import { gatewayErrors } from '../errors/table.ts';
import type { PlatformCache } from '../http/request-context.ts';
import type { Fields } from './copies.ts';
import type { SharedRequest } from './shared-request.ts';

/** The name of the inner entry: that of its class, and in wrangler.toml. */
const ENTRY = 'SharedAnswers';

/** The platform's cache, where a deployment has one: then each handler gets its purge. */
export function platformCacheOf(execution: object): PlatformCache | null {
  const exports: unknown = Reflect.get(execution, 'exports');
  if (!isObject(Reflect.get(execution, 'cache')) || !isObject(exports)) return null;
  const entry: unknown = Reflect.get(exports, ENTRY);
  return isPlatformCache(entry) ? entry : null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The stub of an entry has every method; what is not there fails when it is called. */
function isPlatformCache(value: unknown): value is PlatformCache {
  const isStub = isObject(value) || typeof value === 'function';
  return isStub && 'fetch' in value && 'purge' in value;
}

/** The request for the inner entry. Of its address, only the query is of use. */
export function innerRequestOf({ identity }: SharedRequest, signal: AbortSignal): Request {
  return new Request(`https://waypost.invalid/?${new URLSearchParams({ identity })}`, { signal });
}

const Identity = v.object({ url: v.string(), headers: v.record(v.string(), v.string()) });

/** The request that the inner entry gets, as the gateways want it. */
export function readInnerRequest({ url, signal }: Request): Request {
  const identity: unknown = JSON.parse(new URL(url).searchParams.get('identity') ?? '');
  const asked = v.parse(Identity, identity);
  return new Request(asked.url, { headers: asked.headers, signal });
}

const FAILURE = 'waypost-failure';
const LENGTH = 'waypost-length';
const VARY = 'waypost-vary';

/** The answer of the inner entry, with its tags. @param length - that of a streamed body; `null` = unknown */
export function innerAnswer(response: Response, tags: readonly string[], length: number | null): Response {
  const answer = new Response(response.body, response);
  const { headers } = answer;
  // Its key has everything that the answer depends on.
  const vary = headers.get('Vary');
  if (vary !== null) headers.set(VARY, vary);
  headers.delete('Vary');
  if (length !== null) headers.set(LENGTH, String(length));
  if (tags.length > 0) headers.set('Cache-Tag', tags.join(','));
  return answer;
}

/** A failure as an answer of the inner entry, which nobody keeps. */
export function innerFailure(failure: Failure): Response {
  const { code, message, rule, reply, advice, links, headers } = gatewayErrorOf(failure);
  const fields = { 'Cache-Control': 'no-store', [FAILURE]: code };
  return Response.json({ code, message, rule, reply, advice, links, headers }, { status: 502, headers: fields });
}

/** The answer of the inner entry to a request that is itself wrong: the outer one says why. */
export function innerRefusal(): Response {
  return new Response(null, { status: 400, headers: { 'Cache-Control': 'no-store', [FAILURE]: REFUSED } });
}

const REFUSED = 'refused';

export interface InnerAnswer {
  readonly response: Response;
  readonly headers: Fields;
  readonly length: number | null;
  /** Whether the platform had it. */
  readonly isHit: boolean;
}

/**
 * Reads an answer of the inner entry; `null` if it refused the request.
 *
 * @throws GatewayError as the gateway threw it there
 */
export async function readInnerAnswer(response: Response): Promise<InnerAnswer | null> {
  const failure = response.headers.get(FAILURE);
  if (failure === REFUSED) return null;
  if (failure !== null) throw failureIn(v.parse(InnerFailure, await response.json()));
  const fields = Object.fromEntries(response.headers);
  const { [LENGTH]: length, [VARY]: vary, 'cf-cache-status': status, 'cache-tag': _, ...others } = fields;
  return {
    response,
    headers: { ...others, ...(vary !== undefined && { vary }) },
    length: length === undefined ? null : Number(length),
    isHit: status !== undefined && HITS.has(status),
  };
}

/** The values of `CF-Cache-Status` for an answer that the platform had. */
const HITS: ReadonlySet<string> = new Set(['HIT', 'STALE', 'UPDATING', 'REVALIDATED']);

const isCode = (code: unknown): code is GatewayCode => typeof code === 'string' && Object.hasOwn(gatewayErrors, code);

const InnerFailure = v.object({
  code: v.custom<GatewayCode>(isCode),
  message: v.string(),
  rule: v.nullable(v.string()),
  reply: v.nullable(v.string()),
  advice: v.nullable(v.string()),
  links: v.array(v.object({ text: v.string(), href: v.string() })),
  headers: v.record(v.string(), v.string()),
});

function failureIn({ code, message, rule, reply, advice, links, headers }: v.InferOutput<typeof InnerFailure>) {
  return new GatewayError(code, message, {
    ...(rule !== null && { rule }),
    ...(reply !== null && { reply }),
    ...(advice !== null && { advice }),
    links,
    headers,
  });
}
