/**
 * Finds the route of a request: fixed paths in a map, paths of one segment in one step, because hot short links have
 * them, and every other path with itty-router, which parses a URL. A route whose path has a link in it cuts the link
 * from the address itself, because the link must stay exactly as it was sent.
 */
import { IttyRouter } from 'itty-router/IttyRouter';
import { gatewayPathSchemes } from './gateway/contract/gateway-path.ts';
import { pathOf } from './http/address.ts';
import type { PathParameters, Route } from './http/request-context.ts';

/** The pattern of gateway paths: the schemes that have them are all that it matches. */
export const GATEWAY_PATTERN = '/{scheme}/{authority}/{path}';

/** It takes the rest of the address, with its query. */
const REST_PATTERN = '/u/{url}';

/** The pattern of short links. Mail programs add characters to a link, so it may have a slash at the end. */
const SLUG_PATTERN = '/{slug}';

const NO_PARAMETERS: PathParameters = {};

/** Routes by the pattern of their path, in the spelling of OpenAPI. */
export type Routes = Readonly<Record<string, Route>>;

/** The route of a request, with the parameters of its path. */
export interface Match {
  readonly pattern: string;
  readonly route: Route;
  readonly params: PathParameters;
}

/** Makes the function that finds the route of an absolute URL, a fixed path at once; `null` if there is none. */
export function routerOf(routes: Routes): (url: string) => Match | Promise<Match | null> {
  const fixed = new Map<string, Match>();
  const router = IttyRouter({ base: BASE });
  const slug = routes[SLUG_PATTERN];
  for (const [pattern, route] of Object.entries(routes)) {
    if (!pattern.includes('{')) fixed.set(pattern, { pattern, route, params: NO_PARAMETERS });
    else {
      // itty-router asks the next route if this one returns nothing.
      router.all(ittyPathOf(pattern), ({ params }) =>
        pattern !== GATEWAY_PATTERN || gatewayPathSchemes.has(params.scheme ?? '')
          ? { pattern, route, params }
          : undefined,
      );
    }
  }

  async function findVariable(path: string): Promise<Match | null> {
    const match: Match | undefined = await router.fetch({ method: 'GET', url: `waypost:${BASE}${path}` });
    return match === undefined || !mayEndIn(match.pattern, path) ? null : match;
  }

  return (url) => {
    const path = pathOf(url);
    const exact = fixed.get(path);
    if (exact !== undefined) return exact;
    // The patterns of other routes have more segments. A slash at the end may begin an empty one.
    if (slug === undefined || path.length < 2 || path.includes('/', 1)) return findVariable(path);
    return { pattern: SLUG_PATTERN, route: slug, params: { slug: path.slice(1) } };
  };
}

/**
 * What stands before each path for itty-router. Without a slash after its scheme, a URL is opaque: no parser removes
 * its dot segments or replaces its backslashes.
 */
const BASE = 'path';

/** A pattern in the spelling of itty-router: `:name` is a segment, `*` is the rest. */
function ittyPathOf(pattern: string): string {
  if (pattern === GATEWAY_PATTERN) return '/:scheme/:authority/*';
  return pattern === REST_PATTERN ? '/u/*' : pattern.replace(/\{(\w+)\}/g, ':$1');
}

/** Whether a route takes the slashes at the end of a path, which itty-router ignores. */
function mayEndIn(pattern: string, path: string): boolean {
  if (pattern === GATEWAY_PATTERN || pattern === REST_PATTERN) return true;
  return !path.endsWith(pattern === SLUG_PATTERN ? '//' : '/');
}
