/**
 * The Worker: a request in, an answer out. The table below is the table of contents of the HTTP API.
 */
import { environmentOf } from './env.ts';
import { linkAt } from './gateway/core/gateway-path.ts';
import { notFound, serve } from './http/methods.ts';
import { type Notes, pathOf, type RequestContext, type Route } from './http/request-context.ts';
import { reservedWords } from './links/words.ts';
import { logRequest } from './log.ts';
import { failureResponse } from './pages/failure.tsx';
import { problemResponse } from './problem.ts';
import { compare } from './routes/compare.ts';
import { docs, llms } from './routes/docs.tsx';
import { health } from './routes/health.ts';
import { hooks } from './routes/hooks.ts';
import { index } from './routes/index.ts';
import { inspect } from './routes/inspect.ts';
import { link } from './routes/link.ts';
import { links } from './routes/links.ts';
import { privacy, robots, securityTxt } from './routes/notices.tsx';
import { gatewayPath, open } from './routes/open.ts';
import { openapi } from './routes/openapi.ts';
import { opensearch } from './routes/opensearch.ts';
import { problems } from './routes/problems.ts';
import { redirect, redirectPath } from './routes/redirect.ts';
import { resolve } from './routes/resolve.ts';
import { schemes } from './routes/schemes.ts';
import { short } from './routes/short.ts';
import { exportLinks, importLinks } from './routes/transfer.ts';
import { validate } from './routes/validate.ts';

export { LinkShard } from './links/shard.ts';

const fixed: Readonly<Record<string, Route>> = {
  '/': index,
  '/inspect': inspect,
  '/v1/resolve': resolve,
  '/v1/compare': compare,
  '/v1/schemes': schemes,
  '/v1/validate': validate,
  '/r': redirect,
  '/open': open,
  '/hooks': hooks,
  '/docs': docs,
  '/openapi.json': openapi,
  '/llms.txt': llms,
  '/opensearch.xml': opensearch,
  '/problems': problems,
  '/health': health,
  '/privacy': privacy,
  '/robots.txt': robots,
  '/.well-known/security.txt': securityTxt,
};

const GATEWAY_PATH = '/{scheme}/{authority}/{path}';

/** Every address but that of a short link, whose name must not be one of theirs. */
const named: Readonly<Record<string, Route>> = { [GATEWAY_PATH]: gatewayPath, ...fixed, '/u/{url}': redirectPath };

const reserved = reservedWords(Object.keys(named));

export const routes: Readonly<Record<string, Route>> = {
  ...named,
  '/v1/links': links(reserved),
  '/v1/links/export': exportLinks,
  '/v1/links/import': importLinks(reserved),
  '/v1/links/{slug}': link,
  '/{slug}': short,
};

const table: ReadonlyMap<string, Route> = new Map(Object.entries(routes));

/** The pattern of the route that a path takes: mirrors first, then what is fixed, then short links. */
function patternOf(path: string): string {
  if (linkAt(path) !== null) return GATEWAY_PATH;
  if (table.has(path)) return path;
  if (path.startsWith('/u/')) return '/u/{url}';
  if (/^\/v1\/links\/[^/]+$/.test(path)) return '/v1/links/{slug}';
  return /^\/[^/]+$/.test(path) ? '/{slug}' : path;
}

export default {
  async fetch(request, bindings, execution): Promise<Response> {
    const started = Date.now();
    const { method, url } = request;
    const notes: Notes = { route: null, scheme: null, urls: 0, aborted: false };
    const streaming: Promise<void>[] = [];
    let logging = true;
    let context: RequestContext | null = null;
    let response: Response;
    try {
      const environment = environmentOf(bindings);
      logging = environment.LOG === 'on';
      context = { request, method, url, environment, notes, streaming };
      const pattern = patternOf(pathOf(url));
      const route = table.get(pattern);
      if (route === undefined) throw notFound();
      notes.route = pattern;
      response = await serve(route, context);
    } catch (error) {
      response = context === null ? problemResponse(error) : failureResponse(error, context, null);
    }
    const finish = () => logging && logRequest(method, notes, response.status, Date.now() - started);
    if (streaming.length === 0) finish();
    else execution.waitUntil(Promise.allSettled(streaming).then(finish));
    return response;
  },
} satisfies ExportedHandler<object>;
