/**
 * The Worker: a request in, an answer out. The table below is the table of contents of the HTTP API.
 */
import { environmentOf } from './env.ts';
import { type Notes, pathOf, type Route } from './exchange.ts';
import { logRequest } from './log.ts';
import { problemResponse } from './problem.ts';
import { compare } from './routes/compare.ts';
import { health } from './routes/health.ts';
import { index } from './routes/index.ts';
import { openapi } from './routes/openapi.ts';
import { problems } from './routes/problems.ts';
import { resolve } from './routes/resolve.ts';
import { schemes } from './routes/schemes.ts';
import { notFound, serve } from './serve.ts';

export const routes: Readonly<Record<string, Route>> = {
  '/': index,
  '/v1/resolve': resolve,
  '/v1/compare': compare,
  '/v1/schemes': schemes,
  '/openapi.json': openapi,
  '/problems': problems,
  '/health': health,
};

const table: ReadonlyMap<string, Route> = new Map(Object.entries(routes));

export default {
  async fetch(request, bindings, context): Promise<Response> {
    const started = Date.now();
    const { method, url } = request;
    const notes: Notes = { route: null, scheme: null, urls: 0, torn: false };
    const streaming: Promise<void>[] = [];
    let logging = true;
    let response: Response;
    try {
      const environment = environmentOf(bindings);
      logging = environment.LOG === 'on';
      const path = pathOf(url);
      const route = table.get(path);
      if (route === undefined) throw notFound();
      notes.route = path;
      response = await serve(route, { request, method, url, environment, notes, streaming });
    } catch (error) {
      response = problemResponse(error);
    }
    const finish = () => logging && logRequest(method, notes, response.status, Date.now() - started);
    if (streaming.length === 0) finish();
    else context.waitUntil(Promise.allSettled(streaming).then(finish));
    return response;
  },
} satisfies ExportedHandler<object>;
