/** `/v1/schemes`: the registry of schemes, to read and to list. */
import { schemes as registry, type Scheme } from '../../src/index.ts';
import { answerJson } from '../answer.ts';
import type { Environment } from '../env.ts';
import type { Route } from '../exchange.ts';
import { wayOf } from '../gateway/destination.ts';
import { None } from '../parameters.ts';
import { readQuery } from '../query.ts';

export const schemes: Route = {
  GET(exchange) {
    readQuery(exchange.url, None);
    return answerJson(exchange, {
      schemes: [...registry.values()].map((scheme) => describe(scheme, exchange.environment)),
    });
  },
};

const describe = ({ name, kind, title, defaultPort, specifications, example }: Scheme, environment: Environment) => ({
  name,
  kind,
  title,
  defaultPort,
  specifications,
  gateway: gatewayOf(name, environment),
  example,
});

/** `self`, `none`, or the template of another gateway. */
function gatewayOf(scheme: string, environment: Environment): string {
  const way = wayOf(scheme, environment);
  return typeof way === 'string' ? way : way.text;
}
