/** `/health`: the status and the version of this Worker. */

import type { Route } from '../http/request-context.ts';
import { answerOnce, JSON_TYPE } from '../http/response.ts';
import { version } from '../version.ts';

export const health: Route = {
  GET() {
    return answerOnce(JSON_TYPE, `${JSON.stringify({ status: 'ok', version })}\n`);
  },
};
