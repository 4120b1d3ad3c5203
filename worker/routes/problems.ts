/** `/problems`: an explanation of each problem type, as text. */

import type { Route } from '../http/request-context.ts';
import { answer, TEXT_TYPE } from '../http/response.ts';
import { problemKinds } from '../problem.ts';

const TEXT = [...problemKinds]
  .map(([name, { status, title, about }]) => `${name} (${status})\n  ${title}. ${about}\n`)
  .join('\n');

export const problems: Route = {
  GET(context) {
    return answer(context, TEXT_TYPE, TEXT);
  },
};
