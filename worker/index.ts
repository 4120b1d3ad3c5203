/**
 * The Worker: a request in, an answer out. The route table is the table of contents of the HTTP API.
 */
import { environmentOf } from './env.ts';
import { builtInGateways } from './gateway/core/built-in.ts';
import { notFound, serve } from './http/methods.ts';
import { parseQuery } from './http/parse-query.ts';
import type { RequestContext } from './http/request-context.ts';
import { reservedWords } from './links/reserved-words.ts';
import { logRequest, type Notes } from './log.ts';
import { metrics as counted } from './metrics.ts';
import { forOldBrowsers } from './old-browsers/html32.ts';
import { failureResponse } from './pages/failure.tsx';
import { problemResponse } from './problem.ts';
import { GATEWAY_PATTERN, type Routes, routerOf } from './router.ts';
import { check } from './routes/check.ts';
import { compare } from './routes/compare.ts';
import { docs, docsTopic, llms } from './routes/docs.tsx';
import { health } from './routes/health.ts';
import { hooks } from './routes/hooks.ts';
import { favicon, touchIcon } from './routes/icons.ts';
import { index } from './routes/index.ts';
import { inspect } from './routes/inspect.ts';
import { link } from './routes/link.ts';
import { links } from './routes/links.ts';
import { metrics } from './routes/metrics.ts';
import { privacy, robots, securityTxt } from './routes/notices.tsx';
import { gatewayPath, open } from './routes/open.ts';
import { openapi } from './routes/openapi.ts';
import { opensearch } from './routes/opensearch.ts';
import { owners, ownLinks } from './routes/owners.tsx';
import { problems } from './routes/problems.tsx';
import { redirect, redirectPath } from './routes/redirect.ts';
import { resolve } from './routes/resolve.ts';
import { schemes } from './routes/schemes.ts';
import { short } from './routes/short.ts';
import { exportLinks, importLinks } from './routes/transfer.ts';
import { validate } from './routes/validate.ts';

export { LinkShard } from './links/shard.ts';

/**
 * Every route by the pattern of its path. Dispatch, `OPTIONS`, 405 and the reserved words of aliases follow from this
 * table; the OpenAPI description has the same patterns, as a test checks.
 */
export const routes: Routes = {
  // URLs
  '/v1/resolve': resolve,
  '/v1/compare': compare,
  '/v1/schemes': schemes,
  '/v1/check': check,
  // Opening links
  '/r': redirect,
  '/u/{url}': redirectPath,
  '/open': open,
  [GATEWAY_PATTERN]: gatewayPath,
  // Short links
  '/v1/links': links,
  '/v1/links/export': exportLinks,
  '/v1/links/import': importLinks,
  '/v1/links/{slug}': link,
  '/{slug}': short,
  // Webhooks
  '/v1/validate': validate,
  '/hooks': hooks,
  // Pages, and what describes this service
  '/': index,
  '/inspect': inspect,
  '/owners': owners,
  '/links': ownLinks,
  '/docs': docs,
  '/docs/{topic}': docsTopic,
  '/privacy': privacy,
  '/openapi.json': openapi,
  '/llms.txt': llms,
  '/problems': problems,
  '/health': health,
  '/metrics': metrics,
  '/opensearch.xml': opensearch,
  '/favicon.ico': favicon,
  '/apple-touch-icon.png': touchIcon,
  '/robots.txt': robots,
  '/.well-known/security.txt': securityTxt,
};

const findRoute = routerOf(routes);
const reserved = reservedWords(Object.keys(routes));

export default {
  async fetch(request, bindings, execution): Promise<Response> {
    const started = Date.now();
    const { method, url } = request;
    const id = requestIdOf(request);
    const notes: Notes = { route: null, scheme: null, urls: 0, aborted: false, refusal: null, octets: 0 };
    const streaming: Promise<void>[] = [];
    let logging = true;
    let context: RequestContext | null = null;
    let response: Response;
    try {
      const environment = environmentOf(bindings, builtInGateways);
      logging = environment.LOG === 'on';
      const found = findRoute(url);
      // Only a path with parameters is found asynchronously.
      const match = found instanceof Promise ? await found : found;
      context = {
        request,
        method,
        url,
        query: parseQuery(url),
        params: match?.params ?? {},
        gatewayPath: match?.gatewayPath ?? null,
        environment,
        notes,
        streaming,
        waitUntil: (work) => execution.waitUntil(work),
        reservedWords: reserved,
      };
      if (match === null) throw notFound();
      notes.route = match.pattern;
      response = await serve(match.route, context);
    } catch (error) {
      response = context === null ? problemResponse(error) : failureResponse(error, context, null);
    }
    if (context !== null) response = forOldBrowsers(response, context);
    notes.octets = Number(response.headers.get('Content-Length') ?? 0);
    const finish = () => {
      const answered = { method, notes, status: response.status, ms: Date.now() - started };
      counted.count(answered);
      if (logging) logRequest({ ...answered, began: started, id });
    };
    if (streaming.length === 0) finish();
    else execution.waitUntil(Promise.allSettled(streaming).then(finish));
    return withRequestId(response, id);
  },
} satisfies ExportedHandler<object>;

/** What a proxy, or the platform, calls this request; otherwise a new identifier. */
function requestIdOf({ headers }: Request): string {
  const reported = headers.get(REQUEST_ID) ?? headers.get('CF-Ray');
  return reported !== null && /^[\w.-]{8,64}$/.test(reported) ? reported : crypto.randomUUID();
}

const REQUEST_ID = 'X-Request-Id';

/** Adds the identifier. The headers of an answer from a cache cannot be changed, so such an answer is copied. */
function withRequestId(response: Response, id: string): Response {
  try {
    response.headers.set(REQUEST_ID, id);
    return response;
  } catch {
    const copy = new Response(response.body, response);
    copy.headers.set(REQUEST_ID, id);
    return copy;
  }
}
