/** `/v1/schemes`: the registry of schemes, to read and to list. */
import { schemes as registry, type Scheme } from '../../src/index.ts';
import { answerJson } from '../answer.ts';
import type { Route } from '../exchange.ts';
import { None } from '../parameters.ts';
import { readQuery } from '../query.ts';

export const schemes: Route = {
  GET(exchange) {
    readQuery(exchange.url, None);
    return answerJson(exchange, { schemes: [...registry.values()].map(describe) });
  },
};

const describe = ({ name, kind, title, defaultPort, specifications, example }: Scheme) => ({
  name,
  kind,
  title,
  defaultPort,
  specifications,
  example,
});
