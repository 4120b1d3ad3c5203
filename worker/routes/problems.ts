/** `/problems`: what the `type` of each problem means, as text. */
import { answer, TEXT_TYPE } from '../answer.ts';
import type { Route } from '../exchange.ts';
import { problemKinds } from '../problem.ts';

const TEXT = [...problemKinds]
  .map(([name, { status, title, about }]) => `${name} (${status})\n  ${title}. ${about}\n`)
  .join('\n');

export const problems: Route = {
  GET(exchange) {
    return answer(exchange, TEXT_TYPE, TEXT);
  },
};
