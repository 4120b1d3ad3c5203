/**
 * One request on its way through the Worker: what every handler gets, and the shape of a route.
 */
import type { Environment } from '../env.ts';
import type { GatewayPath } from '../gateway/core/gateway-path.ts';

/** The parameters of a path by their names, as they were sent: not percent-decoded. */
export type Parameters = Readonly<Partial<Record<string, string>>>;

/** What the log line says beside status and duration. Never path, query, user info or an address. */
export interface Notes {
  /** The pattern of the route, such as `/v1/resolve`; `null` where none matched. */
  route: string | null;
  /** The scheme of the URL that was asked for; `unknown` where the registry does not have it. */
  scheme: string | null;
  /** How many URLs the body had. */
  urls: number;
  /** Whether either side broke off before a streamed answer was out. */
  aborted: boolean;
}

export interface RequestContext {
  readonly request: Request;
  /** Of the request, as `url` is: read once, since each reading crosses into the runtime. */
  readonly method: string;
  /** The absolute address, as it was sent. */
  readonly url: string;
  /** The parameters in the path of the route. */
  readonly parameters: Parameters;
  /** The parsed path of a request that opens a link at a gateway path; `null` at every other path. */
  readonly gatewayPath: GatewayPath | null;
  readonly environment: Environment;
  readonly notes: Notes;
  /** What keeps the Worker alive until a streamed answer is out; the log line waits for it too. */
  readonly streaming: Promise<void>[];
  /** The words that no alias of a short link may be. */
  readonly reservedWords: ReadonlySet<string>;
}

export type Handler = (context: RequestContext) => Response | Promise<Response>;

/**
 * The methods an address takes. `GET` serves HEAD as well; 405 follows from what stands here, and so does OPTIONS
 * unless it has a meaning of its own.
 */
export type Route = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>>>;

/**
 * The path of an absolute address, as it was sent: not decoded.
 *
 * @example
 * ```ts
 * pathOf('https://waypost.example/v1/resolve?url=go:x'); // '/v1/resolve'
 * ```
 */
export function pathOf(url: string): string {
  const from = url.indexOf('/', url.indexOf('//') + 2);
  const query = url.indexOf('?', from);
  return query === -1 ? url.slice(from) : url.slice(from, query);
}
