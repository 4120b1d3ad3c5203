/** `/v1/schemes`: the registry of schemes. */
import { schemes as registry, type Scheme } from '../../src/index.ts';
import { gatewaySettingOf, relayedSchemes } from '../gateway/contract/destination.ts';
import { None } from '../http/parameters.ts';
import { readParameters } from '../http/query.ts';
import type { Route } from '../http/request-context.ts';
import { answerJson } from '../http/response.ts';
import type { Environment } from '../settings/environment.ts';

export const schemes: Route = {
  GET(context) {
    readParameters(context.query, None);
    return answerJson(context, {
      schemes: [...registry.values()].map((scheme) => descriptionOf(scheme, context.environment)),
    });
  },
};

const descriptionOf = (
  { name, kind, title, defaultPort, specifications, example }: Scheme,
  environment: Environment,
) => ({
  name,
  kind,
  title,
  defaultPort,
  specifications,
  gateway: gatewayOf(name, environment),
  example,
});

/** `self`, `self, by a relay`, `none`, or the template of another gateway. */
function gatewayOf(scheme: string, environment: Environment): string {
  const setting = gatewaySettingOf(scheme, environment);
  if (setting === 'self' && relayedSchemes.has(scheme)) return 'self, by a relay';
  return typeof setting === 'string' ? setting : setting.text;
}
