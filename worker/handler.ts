/** Answers the requests of a route table: environment, route, context and answer; then one line in the log. */
import { platformCacheOf } from './cache/platform-cache.ts';
import { forCrawlers } from './crawlers.ts';
import { fault, RequestError } from './errors/request-error.ts';
import { builtInGateways } from './gateway/open/built-in.ts';
import { withoutBasePath } from './http/base-path.ts';
import { atOwnHost } from './http/hosts.ts';
import { notFound, serve } from './http/methods.ts';
import { parseQuery } from './http/parse-query.ts';
import { hasPassword } from './http/passwords.ts';
import { problemResponse } from './http/problem.ts';
import { pathOf, type RequestContext } from './http/request-context.ts';
import { hasNearStores, isLong } from './links/access.ts';
import { reservedWords } from './links/reserved-words.ts';
import { noteRequest } from './links/slices.ts';
import { logRequest, newNotes } from './log.ts';
import { metrics } from './metrics.ts';
import { failureResponse } from './pages/parts/failure.tsx';
import { type Routes, routerOf } from './router.ts';
import { environmentOf } from './settings/environment.ts';

/** The paths of static files. The platform serves them itself, unless the Worker is below a base path. */
const ASSETS = '/assets/';

/** The routes whose answers are not for pages of other sites, whatever token these have. */
const SAME_ORIGIN: ReadonlySet<string> = new Set(['/metrics']);

/** Makes the handler of `fetch` events for a route table. */
export function handlerOf(routes: Routes) {
  const findRoute = routerOf(routes);
  const reserved = reservedWords(Object.keys(routes));

  return async (request: Request, bindings: object, execution: Pick<ExecutionContext, 'waitUntil'>) => {
    const started = Date.now();
    const { method } = request;
    const id = requestIdOf(request);
    const notes = newNotes();
    const streaming: Promise<void>[] = [];
    let logging = true;
    let basePath = '';
    let isNear = false;
    let context: RequestContext | null = null;
    let response: Response;
    try {
      const environment = environmentOf(bindings, builtInGateways);
      logging = environment.log === 'on';
      basePath = environment.basePath;
      isNear = hasNearStores(environment);
      const own = atOwnHost(request.url, environment.hosts);
      if (own === null) throw misdirected();
      const address = withoutBasePath(own, basePath);
      const url = address ?? own;
      const found = address === null ? null : findRoute(url);
      // Each wait takes time, even for what is there already.
      const match = found instanceof Promise ? await found : found;
      context = {
        request,
        method,
        url,
        query: parseQuery(url),
        params: match?.params ?? {},
        environment,
        notes,
        streaming,
        platform: () => platformCacheOf(execution),
        waitUntil: (work) => execution.waitUntil(work),
        reservedWords: reserved,
      };
      if (match !== null) {
        notes.route = match.pattern;
        const served = serve(match.route, context);
        response = served instanceof Promise ? await served : served;
      } else if (address !== null && pathOf(url).startsWith(ASSETS)) {
        response = await environment.ASSETS.fetch(new Request(url, request));
      } else throw notFound();
    } catch (error) {
      response = context === null ? problemResponse(error, { basePath }) : failureResponse(error, context, null);
    }
    response = withLocation(response, basePath);
    const { status } = response;
    // Redirects and answers from a cache of the client have none.
    const hasContent = status < 300 || status >= 400;
    if (context !== null && hasContent) response = forCrawlers(response, context);
    if (context !== null && hasPassword(context)) response = withHeader(response, 'Cache-Control', 'private, no-store');
    if (notes.admin === true || SAME_ORIGIN.has(notes.route ?? '')) response = withoutCors(response);
    if (isNear) noteRequest(isLong(notes.action));
    if (hasContent) notes.octets = Number(response.headers.get('Content-Length') ?? 0);
    const finish = () => {
      const answered = { began: started, id, method, notes, status, ms: Date.now() - started };
      metrics.count(answered);
      if (logging) logRequest(answered);
    };
    if (streaming.length === 0) finish();
    else execution.waitUntil(Promise.allSettled(streaming).then(finish));
    return withHeader(response, REQUEST_ID, id);
  };
}

function misdirected(): RequestError {
  const message = 'This server does not answer for this host. Its operator names its hosts in the variable `HOSTS`.';
  return new RequestError('misdirected', [fault('misdirected', message)]);
}

/** What a proxy, or the platform, calls this request; otherwise a new identifier. */
function requestIdOf({ headers }: Request): string {
  const reported = headers.get(REQUEST_ID) ?? headers.get('CF-Ray');
  return reported !== null && /^[\w.-]{8,64}$/.test(reported) ? reported : crypto.randomUUID();
}

const REQUEST_ID = 'X-Request-Id';

/** Puts the base path before an own path in `Location`. */
function withLocation(response: Response, basePath: string): Response {
  if (basePath === '') return response;
  const location = response.headers.get('Location');
  return location?.startsWith('/') ? withHeader(response, 'Location', basePath + location) : response;
}

/** Removes the headers of CORS (Fetch §3.3.3), so that no page of another site can read the answer. */
function withoutCors(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const name of response.headers.keys()) if (name.startsWith('access-control-')) headers.delete(name);
  return new Response(response.body, { status: response.status, headers });
}

/** Sets a header. Those of an answer from a cache cannot be changed, so such an answer is copied. */
function withHeader(response: Response, name: string, value: string): Response {
  try {
    response.headers.set(name, value);
    return response;
  } catch {
    return withHeader(new Response(response.body, response), name, value);
  }
}
