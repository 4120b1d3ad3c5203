/**
 * The Worker: a request in, an answer out. The table below is the table of contents of the HTTP API.
 */
import { Router } from 'itty-router/Router';
import { environmentOf } from './env.ts';
import type { Exchange, Notes, Route } from './exchange.ts';
import { HEADERS } from './headers.ts';
import { logRequest } from './log.ts';
import { fault, problemResponse, RequestError } from './problem.ts';
import { compare } from './routes/compare.ts';
import { health } from './routes/health.ts';
import { index } from './routes/index.ts';
import { openapi } from './routes/openapi.ts';
import { problems } from './routes/problems.ts';
import { resolve } from './routes/resolve.ts';
import { schemes } from './routes/schemes.ts';

export const routes: Readonly<Record<string, Route>> = {
  '/': index,
  '/v1/resolve': resolve,
  '/v1/compare': compare,
  '/v1/schemes': schemes,
  '/openapi.json': openapi,
  '/problems': problems,
  '/health': health,
};

const router = Router<Exchange, []>();
for (const [path, route] of Object.entries(routes)) {
  router.all(path, (exchange) => {
    exchange.notes.route = path;
    return serve(route, exchange);
  });
}
