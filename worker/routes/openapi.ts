/** `/openapi.json`: the OpenAPI description, a static file from `worker/build.ts`. */

import type { Route } from '../http/request-context.ts';
import { answer, JSON_TYPE } from '../http/response.ts';

export const openapi: Route = {
  async GET(context) {
    const file = await context.environment.ASSETS.fetch(new URL('/openapi.json', context.url));
    if (!file.ok) throw new Error('the description is missing from the static assets');
    return answer(context, JSON_TYPE, await file.text());
  },
};
