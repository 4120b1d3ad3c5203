/** `/health`: whether this Worker answers, and which version it is. */
import { answerOnce, JSON_TYPE } from '../answer.ts';
import type { Route } from '../exchange.ts';
import { version } from '../version.ts';

export const health: Route = {
  GET() {
    return answerOnce(JSON_TYPE, `${JSON.stringify({ status: 'ok', version })}\n`);
  },
};
