/** Answers the requests of a route table: environment, route, context and answer; then one line in the log. */
import { fault, RequestError } from './errors/request-error.ts';
import { builtInGateways } from './gateway/open/built-in.ts';
import { askedUrl, atOwnHost, isApi, pathOf, withoutBasePath } from './http/address.ts';
import { checkForwardedBody } from './http/body-refusal.ts';
import { REQUEST_ID } from './http/headers.ts';
import { notFound, serve } from './http/methods.ts';
import { hasPassword } from './http/passwords.ts';
import { problemResponse } from './http/problem.ts';
import { parseQuery } from './http/query.ts';
import type { RequestContext } from './http/request-context.ts';
import { noteRequest } from './links/access.ts';
import { reservedWords } from './links/reserved-words.ts';
import { logRequest, type Notes, newNotes } from './log.ts';
import { metrics } from './metrics.ts';
import { forCrawlers } from './pages/parts/crawlers.ts';
import { failureResponse } from './pages/parts/failure.tsx';
import { type Match, type Routes, routerOf } from './router.ts';
import { type Environment, environmentOf } from './settings/environment.ts';

/** The paths of static files. The platform serves them itself, unless the Worker is below a base path. */
const ASSETS = '/assets/';

/** The routes whose answers are not for pages of other sites, whatever token these have. */
const SAME_ORIGIN: ReadonlySet<string> = new Set(['/metrics']);

/** What is known of a request until its line is written. */
interface Exchange {
  readonly request: Request;
  readonly method: string;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  readonly id: string;
  readonly notes: Notes;
  readonly streaming: Promise<void>[];
  readonly execution: Pick<ExecutionContext, 'waitUntil'>;
  /** `null` until the settings are read. */
  environment: Environment | null;
  /** `null` until the request is known to be for this service, and its route is found. */
  context: RequestContext | null;
}

/** Makes the handler of `fetch` events for a route table. A wait takes time, so it waits only where a route does. */
export function handlerOf(routes: Routes) {
  const findRoute = routerOf(routes);
  const reserved = reservedWords(Object.keys(routes));

  return (
    request: Request,
    bindings: object,
    execution: Pick<ExecutionContext, 'waitUntil'>,
  ): Response | Promise<Response> => {
    const { method } = request;
    const exchange: Exchange = {
      request,
      method,
      began: Date.now(),
      id: requestIdOf(request),
      execution,
      notes: newNotes(),
      streaming: [],
      environment: null,
      context: null,
    };
    const fail = (error: unknown) => finish(exchange, responseTo(exchange, error));
    let response: Response | Promise<Response>;
    try {
      response = answer(exchange, bindings);
    } catch (error) {
      return fail(error);
    }
    return response instanceof Promise
      ? response.then((response) => finish(exchange, response), fail)
      : finish(exchange, response);
  };

  function answer(exchange: Exchange, bindings: object): Response | Promise<Response> {
    const environment = environmentOf(bindings, builtInGateways);
    exchange.environment = environment;
    const own = atOwnHost(askedUrl(exchange.request), environment.hosts);
    if (own === null) throw misdirected();
    const address = withoutBasePath(own, environment.basePath);
    const url = address ?? own;
    const match = address === null ? null : findRoute(url);
    const respond = (match: Match | null): Response | Promise<Response> => {
      const { request, method, id, notes, streaming, execution } = exchange;
      const context: RequestContext = {
        request,
        method,
        id,
        url,
        environment,
        notes,
        streaming,
        query: parseQuery(url),
        params: match?.params ?? {},
        waitUntil: (work) => execution.waitUntil(work),
        reservedWords: reserved,
      };
      exchange.context = context;
      if (match !== null) {
        notes.route = match.pattern;
        if (method !== 'GET' && method !== 'HEAD') checkForwardedBody(request);
        return serve(match.route, context);
      }
      if (address === null || !pathOf(url).startsWith(ASSETS)) throw notFound();
      return environment.ASSETS.fetch(new Request(url, request));
    };
    return match instanceof Promise ? match.then(respond) : respond(match);
  }
}

function responseTo({ context, environment, request }: Exchange, error: unknown): Response {
  if (context !== null) return failureResponse(error, context, null);
  // Either the settings are wrong, or the request is for another host, at which the types of problems do not lead here.
  const {
    basePath,
    hosts: [host],
  } = environment ?? { basePath: '', hosts: [] };
  const url = askedUrl(request);
  const at = host === undefined ? url : `${url.slice(0, url.indexOf('//'))}//${host}/`;
  return problemResponse(error, { url: at, environment: { basePath } });
}

/** Adds what every answer has, counts it, and writes its line, at once or when it is complete. */
function finish(exchange: Exchange, answered: Response): Response {
  const { began, id, method, notes, streaming, execution, environment, context } = exchange;
  let response = withLocation(answered, environment?.basePath ?? '');
  const { status } = response;
  // Redirects and answers from a cache of the client have no content, and the API has neither pages nor files.
  const hasContent = (status < 300 || status >= 400) && !(context !== null && isApi(context.url));
  if (context !== null && hasContent) response = forCrawlers(response, context);
  if (context !== null && hasPassword(context)) response = withHeader(response, 'Cache-Control', 'private, no-store');
  if (notes.admin === true || SAME_ORIGIN.has(notes.route ?? '')) response = withoutCors(response);
  // Only stores that this process has share its thread.
  if (environment?.STORE_FILES !== undefined) noteRequest(environment, notes.action);
  if (hasContent) notes.octets = Number(response.headers.get('Content-Length') ?? 0);
  const report = () => {
    const record = { began, id, method, notes, status, ms: Date.now() - began };
    metrics.count(record);
    if (environment?.log !== 'off') logRequest(record);
  };
  if (streaming.length === 0) report();
  else execution.waitUntil(Promise.allSettled(streaming).then(report));
  return response.headers.has(REQUEST_ID) ? response : withHeader(response, REQUEST_ID, id);
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
