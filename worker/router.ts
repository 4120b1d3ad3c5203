/**
 * Finds the route of a request. Fixed paths are looked up in a map. Gateway paths and `/u/{url}` are split by our own
 * code, because the link in them must stay exactly as it was sent; so are short links, because they are the most frequent
 * requests. itty-router matches every other path that has a parameter.
 */
import { IttyRouter } from 'itty-router/IttyRouter';
import { parseGatewayPath } from './gateway/contract/gateway-path.ts';
import { type GatewayPath, type Parameters, pathOf, type Route } from './http/request-context.ts';

/** The pattern of gateway paths. */
export const GATEWAY_PATTERN = '/{scheme}/{authority}/{path}';

/** The pattern of the route that takes the rest of the address, with its query, as one parameter. */
const REST_PATTERN = '/u/{url}';
const REST_PREFIX = '/u/';

/** The pattern of short links. Mail programs add characters to a link; this route gets a slash at the end with the slug. */
const SLUG_PATTERN = '/{slug}';

const SPLIT_BY_HAND: ReadonlySet<string> = new Set([GATEWAY_PATTERN, REST_PATTERN, SLUG_PATTERN]);

const NO_PARAMETERS: Parameters = {};

/** Routes by the pattern of their path, in the spelling of OpenAPI. */
export type Routes = Readonly<Record<string, Route>>;

/** The route of a request, with the parameters of its path. */
export interface Match {
  /** Such as `/v1/links/{slug}`. */
  readonly pattern: string;
  readonly route: Route;
  readonly params: Parameters;
  /** `null` unless the pattern is {@link GATEWAY_PATTERN}. */
  readonly gatewayPath: GatewayPath | null;
}

/** Finds the route of an absolute URL; `null` if there is none. */
export type Router = (url: string) => Match | null | Promise<Match | null>;

/**
 * Makes the router of a route table.
 *
 * @example
 * ```ts
 * const find = routerOf({ '/health': {}, '/{slug}': {}, '/links/{slug}': {} });
 * (await find('https://waypost.example/health'))?.pattern; // '/health'
 * (await find('https://waypost.example/abc'))?.params; // { slug: 'abc' }
 * (await find('https://waypost.example/links/abc'))?.params; // { slug: 'abc' }
 * await find('https://waypost.example/links/abc/'); // null
 * ```
 */
export function routerOf(routes: Routes): Router {
  const fixed = new Map<string, Match>();
  const router = IttyRouter();
  const gateway = routes[GATEWAY_PATTERN];
  const rest = routes[REST_PATTERN];
  const short = routes[SLUG_PATTERN];
  for (const [pattern, route] of Object.entries(routes)) {
    if (!pattern.includes('{')) fixed.set(pattern, { pattern, route, params: NO_PARAMETERS, gatewayPath: null });
    if (!pattern.includes('{') || SPLIT_BY_HAND.has(pattern)) continue;
    const path = pattern.replace(/\{(\w+)\}/g, ':$1');
    router.all(path, ({ params }) => ({ pattern, route, params, gatewayPath: null }));
  }

  async function findWithParameters(path: string): Promise<Match | null> {
    // itty-router would also match `/x/` as `/x`, and would parse the query, which no pattern needs.
    if (path.endsWith('/')) return null;
    const match: Match | undefined = await router.fetch({ method: 'GET', url: `http://waypost${path}` });
    return match ?? null;
  }

  return (url) => {
    const path = pathOf(url);
    if (gateway !== undefined) {
      const gatewayPath = parseGatewayPath(path);
      if (gatewayPath !== null) return { pattern: GATEWAY_PATTERN, route: gateway, params: NO_PARAMETERS, gatewayPath };
    }
    const match = fixed.get(path);
    if (match !== undefined) return match;
    if (rest !== undefined && path.startsWith(REST_PREFIX)) {
      const params = { url: url.slice(url.indexOf(path) + REST_PREFIX.length) };
      return { pattern: REST_PATTERN, route: rest, params, gatewayPath: null };
    }
    if (short !== undefined && isOneSegment(path)) {
      return { pattern: SLUG_PATTERN, route: short, params: { slug: path.slice(1) }, gatewayPath: null };
    }
    return findWithParameters(path);
  };
}

/** Whether a path has one segment that is not empty, perhaps with a slash after it. */
function isOneSegment(path: string): boolean {
  const slash = path.indexOf('/', 1);
  return path.length > 1 && (slash === -1 || (slash > 1 && slash === path.length - 1));
}
