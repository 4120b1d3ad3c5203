/** `/openapi.json`: the OpenAPI description, a static file from `worker/build/`. */

import type { Route } from '../http/request-context.ts';
import { answer, JSON_TYPE } from '../http/response.ts';

export const openapi: Route = {
  async GET(context) {
    const file = await context.environment.ASSETS.fetch(new URL('/openapi.json', context.url));
    if (!file.ok) throw new Error('the description is missing from the static assets');
    const { basePath } = context.environment;
    return answer(context, JSON_TYPE, basePath === '' ? await file.text() : below(basePath, await file.text()));
  },
};

/** The description with the base path in the address of its server, and in the types of problems. */
function below(basePath: string, description: string): string {
  return description.replace('"url": "/"', `"url": "${basePath}"`).replaceAll('"/problems#', `"${basePath}/problems#`);
}
