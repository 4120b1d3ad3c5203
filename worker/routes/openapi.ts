/** `/openapi.json`: the OpenAPI description, a static file that `worker/build.ts` writes. */
import { answer, JSON_TYPE } from '../answer.ts';
import type { Route } from '../exchange.ts';

export const openapi: Route = {
  async GET(exchange) {
    const file = await exchange.environment.ASSETS.fetch(new URL('/openapi.json', exchange.url));
    if (!file.ok) throw new Error('the description is missing from the static assets');
    return answer(exchange, JSON_TYPE, await file.text());
  },
};
